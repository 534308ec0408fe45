import type { NotifMethod } from '#domain/documents/consumer.ts';
import { composeAll, filesAgain, type ComposeParts, type Composed } from './compose.ts';
import { digestOf, frozenOf, type Frozen } from './frozen.ts';
import type { Ledger, LedgerRow } from './ledger.ts';

export interface Told {
  consumerIds: string[];
  sent: NotifMethod[];
  /** Consumers whose invoice has no number yet. */
  waiting: string[];
}

export interface Prepared {
  row: LedgerRow;
  frozen: Frozen;
  files: readonly Uint8Array[];
}

/** Composes and claims: from here on what is meant stays, whatever crashes. */
export async function prepare(
  ledger: Ledger,
  parts: ComposeParts,
  batch: readonly LedgerRow[],
  told: Told,
): Promise<Prepared[]> {
  const frozen = new Map<string, Frozen>();
  const before = batch.filter((row) => row.frozen !== undefined);
  for (const row of before) {
    const kept = await frozenOf(ledger.db, row._id);
    if (kept !== null) frozen.set(row._id, kept);
  }
  const fresh = batch.filter(({ _id }) => !frozen.has(_id));
  const composed = new Map<string, Composed>();
  for (const [index, one] of (await composeAll(parts, fresh)).entries())
    composed.set(fresh[index]?._id ?? '', one);

  const claims = await Promise.all(
    batch.map(async (row): Promise<Prepared | null> => {
      const one = composed.get(row._id);
      const known = frozen.get(row._id);
      if (known !== undefined) {
        const files = known.method === 'email' ? await filesAgain(parts, row, known) : [];
        const claimed = await ledger.move(row, { kind: 'claim', frozen: digestOf(known) });
        if (claimed === null) return null;
        if (files !== null) return { row: claimed, frozen: known, files };
        // Its documents would be others by now: not what was meant.
        const failure = { error: 'document_changed' };
        await ledger.move(claimed, { kind: 'refuse', failure, again: null });
        told.consumerIds.push(row.consumerId);
        return null;
      }
      if (one === undefined || one.kind === 'wait') {
        told.waiting.push(row.consumerId);
        return null;
      }
      if (one.kind === 'hold') {
        await ledger.move(row, { kind: 'hold', hold: one.hold });
        told.consumerIds.push(row.consumerId);
        return null;
      }
      // In one write, as all others of the batch.
      const [meant, claimed] = await Promise.all([
        ledger.freeze(row._id, one.frozen),
        ledger.move(row, { kind: 'claim', frozen: digestOf(one.frozen) }, { message: one.message }),
      ]);
      return claimed && { row: claimed, frozen: meant, files: one.files };
    }),
  );
  return claims.filter((one) => one !== null);
}
