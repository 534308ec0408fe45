import type { Session, SessionEntry } from '../documents/session.ts';
import { put } from './registration.ts';
import type { Source } from './source.ts';

export interface Changes {
  consumerIds: readonly string[];
  /** Clients whose document is another one. */
  moved: readonly string[];
  /** What the sessions say now of clients of whom they say something else. */
  shifted: ReadonlyMap<string, readonly Changed[]>;
}

export const isAny = ({ consumerIds, moved, shifted }: Changes): boolean =>
  consumerIds.length + moved.length + shifted.size > 0;

/** What changed; null where it is more than this share of everything. */
export function changesOf(before: Source, now: Source, share: number): Changes | null {
  const bound = share * Math.max(before.consumers.size, before.clients.size) + 10;
  const consumerIds = differences(before.consumers, now.consumers);
  if (consumerIds.length > bound) return null;
  const moved = differences(before.clients, now.clients);
  const shifted = entriesChanged(before.sessions, now.sessions);
  return moved.length + shifted.size > bound ? null : { consumerIds, moved, shifted };
}

/** Keys whose value is another one, or there in only one of both. */
function differences<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): string[] {
  const found: string[] = [];
  if (a === b) return found;
  let same = 0;
  for (const [key, value] of b) {
    const before = a.get(key);
    if (before !== value) found.push(key);
    if (before !== undefined) same += 1;
  }
  if (same < a.size) for (const key of a.keys()) if (!b.has(key)) found.push(key);
  return found;
}

/** What a session says of a client now. */
type Changed = { sessionId: string; entry: SessionEntry | null };

/** What the sessions say now of each client of whom one says something else than before; null for gone. */
function entriesChanged(before: readonly Session[], now: readonly Session[]): Map<string, Changed[]> {
  const found = new Map<string, Changed[]>();
  if (before === now) return found;
  const old = new Map(before.map((session) => [session._id, session]));
  const next = new Map(now.map((session) => [session._id, session]));
  for (const sessionId of new Set([...old.keys(), ...next.keys()])) {
    const was = old.get(sessionId)?.clients ?? [];
    const is = next.get(sessionId)?.clients ?? [];
    if (was === is) continue;
    const clientIds = new Set<string>();
    for (let at = 0; at < Math.max(was.length, is.length); at++) {
      const [a, b] = [was[at], is[at]];
      if (a === b) continue;
      if (a !== undefined) clientIds.add(a.clientId);
      if (b !== undefined) clientIds.add(b.clientId);
    }
    if (clientIds.size === 0) continue;
    const left = new Set(clientIds);
    for (const entry of is) {
      if (!clientIds.has(entry.clientId)) continue;
      left.delete(entry.clientId);
      put(found, entry.clientId, { sessionId, entry });
    }
    for (const clientId of left) put(found, clientId, { sessionId, entry: null });
  }
  return found;
}
