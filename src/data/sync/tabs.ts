import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { DatabaseSync } from '../types.ts';

/** What the tabs of one user on one device tell each other. */
const message = z.discriminatedUnion('kind', [
  /** The leader began: tell it what you need. */
  z.object({ kind: z.literal('hello') }),
  /** Events that a tab has open. */
  z.object({ kind: z.literal('want'), tab: z.string(), events: z.array(z.string()) }),
  z.object({ kind: z.literal('status'), databases: z.array(z.custom<DatabaseSync>()) }),
  z.object({ kind: z.literal('now'), eventId: z.string().nullable() }),
  z.object({ kind: z.literal('retry'), eventId: z.string() }),
  /** A tab rebuilt an event's local database: start over on the new one. */
  z.object({ kind: z.literal('rebuilt'), eventId: z.string() }),
  /** A tab deletes its copy of an event on purpose: let go of it, and put nothing back. */
  z.object({ kind: z.literal('forgotten'), eventId: z.string() }),
]);
export type TabMessage = z.infer<typeof message>;

/** A tab that has said nothing for so long is gone, ms. */
const WANT_LIFE_MS = 60_000;
export const WANT_EVERY_MS = 20_000;

export interface Tabs {
  post(message: TabMessage): void;
  /** Events that other tabs have open. */
  wanted(): Set<string>;
  heard(message: TabMessage): void;
  close(): void;
}

export function createTabs(deps: Deps, name: string, onMessage: (message: TabMessage) => void): Tabs {
  const channel = deps.openChannel(name);
  const wants = new Map<string, { events: string[]; at: number }>();
  const heard = (said: TabMessage): void => {
    if (said.kind !== 'want') return;
    if (said.events.length === 0) wants.delete(said.tab);
    else wants.set(said.tab, { events: said.events, at: deps.wall() });
  };
  const stop = channel.listen((raw) => {
    const parsed = message.safeParse(raw);
    if (!parsed.success) return;
    heard(parsed.data);
    onMessage(parsed.data);
  });
  return {
    post: (said) => channel.post(said),
    heard,
    wanted() {
      const now = deps.wall();
      const result = new Set<string>();
      for (const [tab, { events, at }] of wants) {
        // Not `at` alone: the clock may have been set back.
        if (Math.abs(now - at) > WANT_LIFE_MS) wants.delete(tab);
        else for (const event of events) result.add(event);
      }
      return result;
    },
    close() {
      stop();
      channel.close();
    },
  };
}
