import type { IncomingDoc } from '#domain/judging/verdict.ts';
import { leavesOf } from '../../storage/revisions.ts';
import type { Database } from '../../storage/types.ts';
import type { StoredDoc } from './judge.ts';

/**
 * Bytes attached to all versions of one document. A document travels and is backed up as one text, which must not become
 * longer than texts can be.
 */
const MOST = 128 * 1024 * 1024;

type Attached = Record<string, { length?: number; data?: unknown }>;

const bytesOf = (doc: Record<string, unknown>): number =>
  Object.values((doc['_attachments'] ?? {}) as Attached).reduce((sum, { length = 0 }) => sum + length, 0);

const freshBytesOf = (doc: Record<string, unknown>): number =>
  Object.values((doc['_attachments'] ?? {}) as Attached).reduce(
    (sum, { data }) => sum + (typeof data === 'string' ? (data.length * 3) / 4 : 0),
    0,
  );

/** Whether what comes with the document is too much beside what is there; nothing is read for one without files. */
export async function attachesTooMuch(
  db: Database,
  doc: IncomingDoc & { _id: string },
  stored: StoredDoc | null,
): Promise<boolean> {
  const fresh = freshBytesOf(doc);
  if (fresh === 0 || stored === null) return fresh > MOST;
  if (stored['_conflicts'] === undefined) return fresh + bytesOf(stored) > MOST;
  // A merge keeps what any of them has.
  const leaves = await leavesOf(db, doc._id);
  const there = leaves.reduce((sum, leaf) => sum + bytesOf(leaf), 0);
  return fresh + there > MOST;
}
