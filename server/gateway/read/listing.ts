import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../../base/errors.ts';
import type { AnyDoc, ChangeRow, Database, Seq, Storage } from '../../storage/types.ts';
import type { Target } from '../target.ts';

/** Rows of the changes read at a time. */
const PAGE = 1000;
/** How long to wait for copies that are being brought up to date, and between two looks, in ms. */
const PATIENCE = 20_000;
const LOOK_AGAIN = 250;

export type LeafDoc = AnyDoc & {
  _id: string;
  _rev: string;
  _conflicts?: string[];
  _attachments?: object;
};

/** A document that is there, and its leaves' revisions; closed leaves may be among them. */
export interface Listed {
  id: string;
  revs: string[];
}

/**
 * What a database holds, and the position in its changes that belongs to it, where it lies in several copies (CouchDB).
 * A position read from one node and documents read from another do not fit together: what the first had and the second
 * lacked would be missing for good. So the list is made of the changes themselves, and counted: it holds at least as
 * many documents as the fullest copy had when it was begun. Throws 503 when the copies do not agree in time.
 */
export async function listDocuments(
  storage: Storage,
  { db, name }: Target,
): Promise<{ seq: Seq; docs: Listed[] }> {
  const wanted = (await storage.fullest?.(name))?.ids ?? 0;
  const until = Date.now() + PATIENCE;
  const rows = new Map<string, ChangeRow>();
  for (let seq: Seq = 0; ;) {
    const page: PouchDB.Core.ChangesResponse<AnyDoc> = await db.changes({
      since: seq,
      limit: PAGE,
      style: 'all_docs',
      ...{ batch_size: PAGE },
    });
    // After a node has failed another one tells some of it again, perhaps in an older state: see readListed.
    for (const row of page.results as ChangeRow[]) rows.set(row.id, row);
    seq = page.last_seq;
    if (page.results.length === PAGE) continue;
    if (rows.size >= wanted) return { seq, docs: sorted(rows) };
    if (Date.now() > until) {
      throw new HttpError(503, 'unavailable', 'the copies of the database are being brought up to date');
    }
    await delay(LOOK_AGAIN);
  }
}

function sorted(rows: ReadonlyMap<string, ChangeRow>): Listed[] {
  return [...rows.values()]
    .filter(({ deleted }) => deleted !== true)
    .map(({ id, changes }) => ({ id, revs: changes.map(({ rev }) => rev) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * The leaves that descend from the listed revisions, which most copies are asked for, with their histories and
 * attachments. Throws 503 when one cannot be found: a document that was listed is never left out.
 */
export async function readListed(db: Database, listed: readonly Listed[]): Promise<LeafDoc[]> {
  const docs = listed.flatMap(({ id, revs }) => revs.map((rev) => ({ id, rev })));
  if (docs.length === 0) return [];
  const { results } = await db.bulkGet({ docs, revs: true, attachments: true, ...{ latest: true } });
  const leaves = new Map<string, LeafDoc>();
  for (const entry of results.flatMap((result) => result.docs)) {
    if (!('ok' in entry)) throw new HttpError(503, 'unavailable', 'a document cannot be reached');
    const leaf = entry.ok as unknown as LeafDoc;
    // Deleted since, or the closed leaf of a conflict: nothing that a first pull brings.
    if (leaf['_deleted'] !== true) leaves.set(`${leaf._id} ${leaf._rev}`, leaf);
  }
  return [...leaves.values()];
}
