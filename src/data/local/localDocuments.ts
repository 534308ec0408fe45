import type { AnyDoc, PouchDatabase } from '../deps.ts';
import { isConflict, isMissing } from '../failure.ts';

/** The `_local` documents of a database. */
export interface LocalDocuments {
  /** The `_local` document under that name, without `_id` and `_rev`, or null. */
  readLocal(name: string): Promise<AnyDoc | null>;
  /** Replaces a `_local` document. */
  writeLocal(name: string, content: AnyDoc): Promise<void>;
}

/** Runs work on the open database. */
type Use = <T>(work: (db: PouchDatabase) => Promise<T>) => Promise<T>;

/** `forget`: the database is another one. */
export function createLocalDocuments(use: Use): LocalDocuments & { forget(): void } {
  /** Revisions of `_local` documents count up; the last one is remembered to save a read per write. */
  const revisions = new Map<string, string>();

  async function writeLocal(name: string, content: AnyDoc): Promise<void> {
    const _id = `_local/${name}`;
    for (let attempt = 0; ; attempt++) {
      const _rev = revisions.get(name);
      try {
        const { rev } = await use((db) =>
          db.put({ ...content, _id, ...(_rev === undefined ? {} : { _rev }) }),
        );
        revisions.set(name, rev);
        return;
      } catch (error) {
        if (!isConflict(error) || attempt > 5) throw error;
        revisions.delete(name);
        await readLocal(name);
      }
    }
  }

  async function readLocal(name: string): Promise<AnyDoc | null> {
    try {
      const { _id, _rev, ...content } = await use((db) => db.get(`_local/${name}`));
      revisions.set(name, _rev);
      return content as AnyDoc;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return { readLocal, writeLocal, forget: () => revisions.clear() };
}
