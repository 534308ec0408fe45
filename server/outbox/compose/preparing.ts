import type { NotifMethod } from '#domain/documents/consumer.ts';
import { composeAll, nobodyFor } from './compose.ts';
import type { ComposeParts } from './composeMessage.ts';
import { filesAgain, type FilesAgain } from './filesAgain.ts';
import { digestOf, keptOf, type Frozen, type Kept } from '../ledger/frozen.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import type { Bytes } from './papers.ts';

type FrozenMail = Extract<Frozen, { method: 'email' }>;

export interface Told {
  /** What became of somebody's message is to be said in their registration. */
  tell(this: void, consumerId: string): void;
  sent: NotifMethod[];
  /** Consumers whose invoice has no number yet, or is just being taken back. */
  waiting: string[];
}

export interface Prepared {
  row: LedgerRow;
  frozen: Frozen;
  files: readonly Bytes[];
  /** Nobody who wants none is to get it. */
  isNews: boolean;
}

/** Composes and claims: from here on what is meant stays, whatever crashes. */
export async function prepare(
  ledger: Ledger,
  parts: ComposeParts,
  batch: readonly LedgerRow[],
  told: Told,
): Promise<Prepared[]> {
  const before = new Map<LedgerRow, Kept>();
  for (const row of batch.filter(({ frozen }) => frozen !== undefined)) {
    const kept = await keptOf(ledger.db, row._id);
    if (kept !== null) before.set(row, kept);
  }
  const fresh = batch.filter((row) => !before.has(row));
  const composed = await composeAll(parts, fresh);
  await ledger.keepPictures(composed.flatMap((one) => (one.kind === 'ready' ? one.pictures : [])));

  const isNews = ({ notifId }: LedgerRow): boolean => parts.facts.notifs.get(notifId)?.purpose === 'news';
  const begun = await Promise.all([
    ...Array.from(before, ([row, kept]) => prepareAgain(ledger, parts, row, kept, told)),
    ...fresh.map(async (row, index): Promise<Prepared | null> => {
      const one = composed[index];
      if (one === undefined || one.kind === 'wait') {
        told.waiting.push(row.consumerId);
        return null;
      }
      if (one.kind === 'hold') {
        await ledger.move(row, { kind: 'hold', hold: one.hold });
        told.tell(row.consumerId);
        return null;
      }
      const { frozen, files, message } = one;
      // In one write, as all others of the batch.
      const kept = await ledger.freeze(row._id, { frozen, message });
      // A process that died had composed it.
      if (kept !== null) return prepareAgain(ledger, parts, row, kept, told);
      const claimed = ledger.claim(row, digestOf(frozen), message);
      return claimed && { row: claimed, frozen, files, isNews: isNews(row) };
    }),
  ]);
  return begun.filter((one) => one !== null);
}

/** Of a message that was tried before, or begun. */
async function prepareAgain(
  ledger: Ledger,
  parts: ComposeParts,
  row: LedgerRow,
  { frozen, message }: Kept,
  told: Told,
): Promise<Prepared | null> {
  // What is meant is frozen; whether anybody may still get it is not.
  const hold = nobodyFor(parts.facts, row, frozen);
  if (hold !== null) {
    await ledger.move(row, { kind: 'hold', hold });
    told.tell(row.consumerId);
    return null;
  }
  const again = frozen.method === 'email' ? await partsAgain(ledger, parts, row, frozen) : NO_FILES;
  if (again.kind === 'wait' || (again.kind === 'invoiced' && !(await ledger.thaw(row)))) {
    told.waiting.push(row.consumerId);
    return null;
  }
  // With what stands in its invoice's place it is another message: it is composed anew when its turn comes, in this round.
  if (again.kind === 'invoiced') return null;
  const claimed = ledger.claim(row, digestOf(frozen), row.message ?? message);
  if (claimed === null) return null;
  const isNews = parts.facts.notifs.get(row.notifId)?.purpose === 'news';
  if (again.kind === 'same') return { row: claimed, frozen, files: again.files, isNews };
  // Its documents would be others by now: not what was meant.
  await ledger.move(claimed, { kind: 'refuse', failure: { error: 'document_changed' }, again: null });
  told.tell(row.consumerId);
  return null;
}

const NO_FILES: FilesAgain = { kind: 'same', files: [] };

/** Its documents, and its pictures as they were. */
async function partsAgain(
  ledger: Ledger,
  parts: ComposeParts,
  row: LedgerRow,
  frozen: FrozenMail,
): Promise<FilesAgain> {
  const again = await filesAgain(parts, row, frozen);
  if (again.kind !== 'same') return again;
  const pictures = await ledger.picturesOf((frozen.pictures ?? []).map(({ cid }) => cid));
  return pictures === null
    ? { kind: 'changed' }
    : { kind: 'same', files: [...again.files, ...pictures.map((bytes) => () => bytes)] };
}
