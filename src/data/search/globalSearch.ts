import type { CentralEvent } from '#domain/documents/event.ts';
import { ok } from '#domain/result.ts';
import type { Channel, Deps } from '../deps.ts';
import { fail } from '../failure.ts';
import { localName } from '../local/database.ts';
import { createEmitter } from '../signal.ts';
import type { GlobalSearch, Outcome, SearchAnswer } from '../types.ts';
import type { SearchMessage, SearchRequest, SearchResponse } from './protocol.ts';

/** A worker that nobody asks for so long is ended: its index takes memory that a phone may need. */
const IDLE_MS = 5 * 60_000;

export interface GlobalSearchContext {
  deps: Deps;
  /** Whose databases; null when nobody is logged in. */
  userId(): string | null;
  /** The events that the user may see now; null while not known. */
  events(): readonly CentralEvent[] | null;
  /** Ids of the events that have a local database on this device. */
  copies(): readonly string[];
}

/** The tab's side of the global search. The worker starts with the first question. */
export function createGlobalSearch(context: GlobalSearchContext): GlobalSearch & { stop(): void } {
  const { deps } = context;
  const changed = createEmitter(deps.report);
  const waiting = new Map<number, (answer: SearchResponse | null) => void>();
  let worker: { channel: Channel; userId: string } | null = null;
  let idle: unknown;
  let serial = 0;

  function stop(): void {
    deps.timers.clear(idle);
    worker?.channel.close();
    worker = null;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  }

  function hear(message: SearchMessage): void {
    if (message.kind === 'changed') changed.emit();
    else if (message.kind === 'failed') deps.report(new Error(message.message));
    else {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  }

  function workerOf(userId: string): Channel {
    if (worker !== null && worker.userId !== userId) stop();
    if (worker === null) {
      const channel = deps.openSearchWorker(stop);
      channel.listen((message) => hear(message as SearchMessage));
      worker = { channel, userId };
    }
    deps.timers.clear(idle);
    idle = deps.timers.set(stop, IDLE_MS);
    return worker.channel;
  }

  async function find(query: string, currentEventId: string | null): Outcome<SearchAnswer> {
    const userId = context.userId();
    if (userId === null) return fail('unauthorized');
    const allowed = (): Set<string> => new Set(context.events()?.map(({ id }) => id));
    const before = allowed();
    const copies = context
      .copies()
      .filter((eventId) => before.has(eventId))
      .map((eventId) => ({ eventId, database: localName(userId, eventId) }));
    const id = ++serial;
    const request: SearchRequest = { kind: 'search', id, query, currentEventId, copies };
    const channel = workerOf(userId);
    const answer = await new Promise<SearchResponse | null>((resolve) => {
      waiting.set(id, resolve);
      channel.post(request);
    });
    if (answer === null) return fail(context.userId() === userId ? 'unknown' : 'unauthorized');
    // Rights may have changed while the worker was looking.
    const now = allowed();
    return ok({
      hits: answer.hits.filter(({ eventId }) => now.has(eventId)),
      searched: answer.searched.filter((eventId) => now.has(eventId)),
      missing: [...now].filter((eventId) => !answer.searched.includes(eventId)),
      reading: answer.reading,
    });
  }

  return { find, subscribe: (listener) => changed.subscribe(listener), stop };
}
