import { isSettled } from '#domain/notifications/row.ts';
import type { Ledger, LedgerRow } from './ledger.ts';

/**
 * What a process that died had in hand is sent again, unless the other side may have it. What was in the outbox when these
 * databases were copied, the original may have sent.
 */
export async function recover(ledger: Ledger, copiedAt: number): Promise<string[]> {
  const open = [...ledger.all()].filter((row) => !isSettled(row));
  const moved = await Promise.all(
    open.flatMap((row) => {
      if (row.createdAt <= copiedAt) return [ledger.move(row, { kind: 'doubt' })];
      return row.state === 'queued' ? [] : [ledger.move(row, { kind: 'recover' })];
    }),
  );
  return moved.flatMap((row) => row?.consumerId ?? []);
}

export function dueRows(ledger: Ledger, now: number, passed: ReadonlySet<string>): LedgerRow[] {
  return [...ledger.all()]
    .filter(({ _id, state, dueAt }) => state === 'queued' && dueAt <= now && !passed.has(_id))
    .sort((a, b) => a.createdAt - b.createdAt || (a._id < b._id ? -1 : 1));
}

export const laterTimes = (ledger: Ledger, now: number): number[] =>
  [...ledger.all()].flatMap(({ state, dueAt }) => (state === 'queued' && dueAt > now ? [dueAt] : []));
