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

/**
 * In turns: the first of each message, then the second of each. Whoever registers while three thousand invitations go, or is to get theirs
 * once more, does not wait for all of these.
 */
export function dueRows(ledger: Ledger, now: number, passed: ReadonlySet<string>): LedgerRow[] {
  const due = [...ledger.all()]
    .filter(({ _id, state, dueAt }) => state === 'queued' && dueAt <= now && !passed.has(_id))
    .sort(byAge);
  const counts = new Map<string, number>();
  return due
    .map((row) => {
      const line = `${row.notifId}${row.attempt > 1 ? '/again' : ''}`;
      const turn = counts.get(line) ?? 0;
      counts.set(line, turn + 1);
      return { row, turn };
    })
    .sort((a, b) => a.turn - b.turn || byAge(a.row, b.row))
    .map(({ row }) => row);
}

const byAge = (a: LedgerRow, b: LedgerRow): number => a.createdAt - b.createdAt || (a._id < b._id ? -1 : 1);

export const laterTimes = (ledger: Ledger, now: number): number[] =>
  [...ledger.all()].flatMap(({ state, dueAt }) => (state === 'queued' && dueAt > now ? [dueAt] : []));
