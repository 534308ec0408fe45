import { expect, it } from 'vitest';
import { dueRows } from './due.ts';
import { newRow, type Ledger, type LedgerRow } from './ledger.ts';

const NOW = 1_000_000;
const rowOf = (notifId: string, consumerId: string, createdAt: number, attempt = 1): LedgerRow => ({
  ...newRow({ notifId, consumerId, attempt, method: 'email' }, createdAt),
  _rev: '1-a',
});
const dueOf = (rows: readonly LedgerRow[], passed = new Set<string>()): string[] =>
  dueRows({ all: () => rows } as unknown as Ledger, NOW, passed).map(
    ({ notifId, consumerId, attempt }) => `${notifId} ${consumerId}${attempt > 1 ? ` ${attempt}` : ''}`,
  );

it('messages take turns: whoever registers, or gets theirs once more, waits for no thousand invitations', () => {
  const bulk = Array.from({ length: 1000 }, (_, index) => rowOf('invitation', `p${index}`, 1 + index));
  const first = [
    rowOf('welcome', 'new', NOW - 10),
    rowOf('welcome', 'newer', NOW - 5),
    rowOf('invitation', 'p0', NOW - 1, 2),
  ];
  expect(dueOf([...bulk, ...first]).slice(0, 7)).toEqual([
    ...['invitation p0', 'welcome new', 'invitation p0 2'],
    ...['invitation p1', 'welcome newer', 'invitation p2', 'invitation p3'],
  ]);
});

it('of one message the oldest goes first; who has yet to wait, or is passed over, goes not', () => {
  const later = { ...rowOf('a', 'later', 1), dueAt: NOW + 1 };
  const sent = { ...rowOf('a', 'sent', 1), state: 'sent' as const };
  const rows = [later, rowOf('a', 'two', 20), sent, rowOf('a', 'passed', 5), rowOf('a', 'one', 10)];
  expect(dueOf(rows, new Set(['a/passed/1']))).toEqual(['a one', 'a two']);
});
