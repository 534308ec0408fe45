import { HttpError, isConflict, isMissing } from '../base/errors.ts';
import type { AnyDoc, Database, Seq } from './types.ts';

export type Stored = AnyDoc & { _id: string; _rev: string };

/** The document, or null when it is missing or deleted (specification 1 §7: missing reads as null). */
export async function read(db: Database, id: string): Promise<Stored | null> {
  try {
    return (await db.get(id)) as unknown as Stored;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The bytes of an attachment, or null where it or its document is missing. */
export async function readAttachment(db: Database, id: string, name: string): Promise<Buffer | null> {
  try {
    return (await db.getAttachment(id, name)) as Buffer;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Was there a document of this id that was deleted since? */
export async function wasDeleted(db: Database, id: string): Promise<boolean> {
  const [row] = (await db.allDocs({ keys: [id] })).rows;
  return row !== undefined && 'value' in row && row.value.deleted === true;
}

/**
 * How far a database has come. PouchDB's HTTP adapter takes the body of an error for an answer there, which says nothing
 * of it.
 */
export async function position(db: Database): Promise<{ docCount: number; seq: Seq }> {
  const { doc_count, update_seq } = (await db.info()) as Partial<PouchDB.Core.DatabaseInfo>;
  if (update_seq === undefined || doc_count === undefined) {
    throw new HttpError(503, 'unavailable', 'the database cannot be reached');
  }
  return { docCount: doc_count, seq: update_seq };
}

/** Writes a new document. Throws 409 when its id is taken. Resolves with the revision. */
export async function insert(db: Database, doc: { _id: string; [field: string]: unknown }): Promise<string> {
  return (await db.put(doc as PouchDB.Core.PutDocument<AnyDoc>)).rev;
}

/** How often a write is decided anew after a conflict before giving up. */
const ATTEMPTS = 20;

/**
 * Writes what `decide` makes of the stored document, and decides again on the fresh one after a conflict. `decide`
 * returns null to leave everything as it is. Resolves with the document as it stands then. Throws on anything but a
 * conflict, and after too many of those.
 */
export async function update(
  db: Database,
  id: string,
  decide: (stored: Stored | null) => AnyDoc | null,
): Promise<Stored | null> {
  for (let attempt = 1; ; attempt++) {
    const stored = await read(db, id);
    const next = decide(stored);
    if (next === null) return stored;
    const doc = { ...next, _id: id, ...(stored === null ? {} : { _rev: stored._rev }) };
    try {
      const { rev } = await db.put(doc);
      return { ...doc, _rev: rev } as Stored;
    } catch (error) {
      if (!isConflict(error) || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** Deletes a document if it is there. */
export async function remove(db: Database, id: string): Promise<void> {
  await update(db, id, (stored) => (stored === null ? null : { _deleted: true }));
}
