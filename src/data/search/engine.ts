import { searchParts } from '#domain/search/searchIndex.ts';
import type { PouchDatabase } from '../deps.ts';
import { createCopyIndex, type CopyIndex } from './copyIndex.ts';
import type { SearchedCopy, SearchMessage, SearchRequest } from './protocol.ts';

/** Specification 1 §2 and §9, Global search. */
export const MAX_RESULTS = 30;
const CURRENT_EVENT_BONUS = 2;
export const INDEX_MAX_AGE_MS = 30_000;
/** A copy that is not complete yet grows: it is read again sooner. */
const GROWING_MAX_AGE_MS = 3000;
/** With fewer results than this, typing errors are forgiven. */
const ENOUGH = 10;

export interface EngineContext {
  /** Opens the local database of that name; null when there is none. */
  openDatabase(name: string): Promise<PouchDatabase | null>;
  wall(): number;
  /** ms */
  later(callback: () => void, wait: number): void;
  post(message: SearchMessage): void;
  report(error: unknown): void;
}

interface Held {
  copy: CopyIndex;
  database: string;
  /** When it was read last, ms; null when never. */
  readAt: number | null;
  /** It could be read, and there is more to come. */
  grows: boolean;
}

/**
 * The global search, as it runs in the worker: one index per local copy, read straight from the databases, one at a
 * time. Questions are answered at once with what was read so far.
 */
export function createSearchEngine(context: EngineContext): (request: SearchRequest) => void {
  const held = new Map<string, Held>();
  let reading: Promise<void> | null = null;
  let lookingAgain = false;

  /** Whoever still looks asks again then: what was said of a copy that grows is soon not so any more. */
  function lookAgain(): void {
    if (lookingAgain || ![...held.values()].some(({ grows }) => grows)) return;
    lookingAgain = true;
    context.later(() => {
      lookingAgain = false;
      context.post({ kind: 'changed' });
    }, GROWING_MAX_AGE_MS);
  }

  /** Keeps the named copies only: what is not named may not be shown any more. */
  function keep(copies: readonly SearchedCopy[]): void {
    const names = new Map(copies.map(({ eventId, database }) => [eventId, database]));
    for (const [eventId, { database }] of held) if (names.get(eventId) !== database) held.delete(eventId);
    for (const { eventId, database } of copies) {
      if (!held.has(eventId))
        held.set(eventId, { copy: createCopyIndex(eventId), database, readAt: null, grows: false });
    }
  }

  /** SEARCH-06: what is older than 30 seconds is brought up to date. */
  function old(current: string | null): [string, Held][] {
    const now = context.wall();
    return [...held]
      .filter(([, { readAt, copy }]) => {
        const age = copy.complete ? INDEX_MAX_AGE_MS : GROWING_MAX_AGE_MS;
        return readAt === null || now - readAt > age;
      })
      .sort(([a], [b]) => Number(b === current) - Number(a === current));
  }

  async function readOld(current: string | null): Promise<void> {
    for (const [eventId, one] of old(current)) {
      if (held.get(eventId) !== one) continue;
      const fresh = await read(one).catch((error: unknown) => {
        // A copy that cannot be read, or that was deleted under our hands, is shown as not there.
        context.report(error);
        return false;
      });
      if (held.get(eventId) !== one) continue;
      const readAt = context.wall();
      if (fresh) Object.assign(one, { readAt, grows: !one.copy.complete });
      else held.set(eventId, { ...one, copy: createCopyIndex(eventId), readAt, grows: false });
      context.post({ kind: 'changed' });
    }
  }

  async function read({ database, copy }: Held): Promise<boolean> {
    const db = await context.openDatabase(database);
    if (db === null) return false;
    try {
      await copy.update(db);
      return true;
    } finally {
      // Closed at once: an open connection would stand in the way of whoever deletes the copy.
      await db.close().catch(context.report);
    }
  }

  return ({ id, query, currentEventId, copies }) => {
    keep(copies);
    if (old(currentEventId).length > 0 && reading === null) {
      reading = readOld(currentEventId).finally(() => {
        reading = null;
        context.post({ kind: 'changed' });
      });
    }
    const found = searchParts(
      [...held].map(([eventId, { copy }]) => ({
        index: copy.index,
        bonus: eventId === currentEventId ? CURRENT_EVENT_BONUS : 0,
      })),
      query,
      { limit: MAX_RESULTS, enough: ENOUGH },
    );
    context.post({
      kind: 'found',
      id,
      hits: found.map(({ item }) => item),
      searched: [...held].filter(([, { copy }]) => copy.complete).map(([eventId]) => eventId),
      reading: reading !== null,
    });
    lookAgain();
  };
}
