import { resolveConflict, type Leaf } from '#domain/conflicts/conflict.ts';
import { isNewer, readStored, type EventDocument } from '#domain/documents/index.ts';
import { leavesOf } from '../storage/revisions.ts';
import type { Stored } from '../storage/documents.ts';
import type { AnyDoc, Database } from '../storage/types.ts';

type Found = [id: string, doc: EventDocument | null][];

/** These documents as commands look at them; null for one that is not there. */
export async function readSome(db: Database, ids: readonly string[]): Promise<Found> {
  if (ids.length === 0) return [];
  const { rows } = await db.allDocs({ keys: [...ids], include_docs: true, conflicts: true });
  const found: Found = [];
  for (const [index, id] of ids.entries()) {
    const row = rows[index];
    const doc = (row !== undefined && 'doc' in row ? row.doc : null) as Stored | null | undefined;
    found.push([id, doc == null ? null : readStored(await merged(db, doc))]);
  }
  return found;
}

/** All documents of a range of ids. */
export async function readRange(db: Database, range: { startkey: string; endkey: string }): Promise<Found> {
  const { rows } = await db.allDocs({ ...range, include_docs: true, conflicts: true });
  const found: Found = [];
  for (const { id, doc } of rows) {
    found.push([id, readStored(await merged(db, doc as unknown as Stored))]);
  }
  return found;
}

/**
 * The document as its conflict reads when merged. The conflict itself is left to the worker, who tells the history what was
 * overruled: whatever is written upon the winner is merged with the others then.
 */
async function merged(db: Database, doc: Stored): Promise<AnyDoc> {
  const { _conflicts, ...winner } = doc;
  if (_conflicts === undefined) return winner;
  const all = (await leavesOf(db, doc._id)) as unknown as Leaf[];
  const leaves = all.filter((leaf) => leaf['_deleted'] !== true);
  if (leaves.length < 2 || leaves.some(isNewer)) return winner;
  const { _revisions, ...content } = resolveConflict(leaves).merged;
  // A stub means "as in the parent revision": the others' attachments come with the worker's merge.
  const { _attachments, ...rest } = content;
  return {
    ...rest,
    _rev: winner._rev,
    ...(winner['_attachments'] === undefined ? {} : { _attachments: winner['_attachments'] }),
  };
}
