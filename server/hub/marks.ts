import { z } from 'zod';
import { refusedChange, type RefusedChange } from '#api/hubSchemas.ts';
import { read, update } from '../storage/documents.ts';
import type { Database } from '../storage/types.ts';

/*
 * How far the exchange of one event has come, in `_local` documents of the hub's own database of it: nothing carries them
 * along, and they go when it goes. Each is written after the work it stands for.
 */

const seq = z.union([z.number(), z.string()]);
const mark = z.object({
  /** Everything was compared with the central server once: the hub has the event. */
  complete: z.boolean(),
  /** Position in the central server's changes, and the life of its database in which it was told (decision 14). */
  since: seq,
  epoch: z.string(),
  /** Up to here the hub's own changes are there, or among the refused; and the life of the hub's database. */
  pushed: seq,
  ownEpoch: z.string(),
});
export type Mark = z.infer<typeof mark>;
const NO_MARK: Mark = { complete: false, since: 0, epoch: '', pushed: 0, ownEpoch: '' };

/** What the central server did not take: kept here and shown. */
const refusedDoc = z.object({ changes: z.array(refusedChange) });

const MARK = '_local/foyer-upstream';
const REFUSED = '_local/foyer-upstream-refused';

export async function readMark(db: Database): Promise<Mark> {
  return mark.safeParse(await read(db, MARK)).data ?? NO_MARK;
}

/** `next` is asked anew after a conflict: both halves of an exchange note how far they are. */
export async function writeMark(db: Database, next: () => Mark): Promise<void> {
  await update(db, MARK, () => ({ ...next() }));
}

export async function readRefused(db: Database): Promise<RefusedChange[]> {
  return refusedIn(await read(db, REFUSED));
}

/** Both halves of an exchange may have something refused at once. */
export async function changeRefused(
  db: Database,
  decide: (before: readonly RefusedChange[]) => RefusedChange[],
): Promise<void> {
  await update(db, REFUSED, (stored) => ({ changes: decide(refusedIn(stored)) }));
}

const refusedIn = (stored: object | null): RefusedChange[] =>
  refusedDoc.safeParse(stored).data?.changes ?? [];
