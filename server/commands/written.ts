import { databaseName } from '#domain/ids.ts';
import type { Database, Seq, Storage } from '../storage/types.ts';

/** A document that was written, with its revision; null where it may have several, or it is not known. */
export interface WrittenDoc {
  id: string;
  rev: string | null;
}

/** What is written to an event's database, from when it is first asked. */
export interface WrittenSince {
  /** All since the last call, whoever wrote it; null where the database is another one by now. */
  next(): Promise<readonly WrittenDoc[] | null>;
  stop(): void;
}

/**
 * With embedded storage nobody else writes, and each write is told before it is answered: so a look costs nothing. Of a
 * CouchDB the changes are read.
 */
export const writtenSince = (storage: Storage, eventId: string, db: Database): WrittenSince =>
  storage.kind === 'embedded' ? heard(storage, eventId) : changesOf(db);

function heard(storage: Storage, eventId: string): WrittenSince {
  let written = new Map<string, string | null>();
  let isGone = false;
  const stop = storage.onWrite(databaseName(eventId), (ids, revs) => {
    if (ids === null) isGone = true;
    for (const id of ids ?? []) {
      const rev = revs?.get(id) ?? null;
      written.set(id, written.has(id) && written.get(id) !== rev ? null : rev);
    }
  });
  return {
    next() {
      const docs = [...written].map(([id, rev]) => ({ id, rev }));
      written = new Map();
      return Promise.resolve(isGone ? null : docs);
    },
    stop,
  };
}

/** By reading the changes. */
export function changesOf(db: Database): WrittenSince {
  let seq: Seq | null = null;
  return {
    async next() {
      const since = seq;
      if (since === null) {
        seq = (await db.info()).update_seq;
        return [];
      }
      const { results, last_seq } = await db.changes({ since, style: 'all_docs', ...{ batch_size: 1000 } });
      seq = last_seq;
      return results.map(({ id, changes: [first, ...others] }) => ({
        id,
        rev: others.length === 0 ? (first?.rev ?? null) : null,
      }));
    },
    stop: () => undefined,
  };
}
