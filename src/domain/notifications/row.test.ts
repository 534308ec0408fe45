import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptOf } from './attempts.ts';
import { afterEvent, isSettled, rowId, ROW_STATES, type Row, type RowEvent } from './row.ts';

const failure = { error: '550', errorCode: 550 };
const queued: Row<string> = {
  ...{ _id: rowId('notif_1', 'consumer_1', 1), type: 'row', notifId: 'notif_1', consumerId: 'consumer_1' },
  ...{ attempt: 1, method: 'email', state: 'queued', createdAt: 1, at: 1, dueAt: 1, tries: 0 },
};
const event: fc.Arbitrary<RowEvent<string>> = fc.oneof(
  fc.constantFrom('a', 'b').map((frozen) => ({ kind: 'claim' as const, frozen })),
  fc.constantFrom(
    ...(['commit', 'accept', 'lose', 'doubt', 'deliver', 'recover', 'again', 'release'] as const).map(
      (kind) => ({
        kind,
      }),
    ),
  ),
  fc.option(fc.nat({ max: 9 })).map((again) => ({ kind: 'refuse' as const, failure, again })),
  fc.constant({ kind: 'bounce' as const, failure }),
  fc.constant({ kind: 'hold' as const, hold: 'missing_email' as const }),
);
const follow = (
  events: readonly RowEvent<string>[],
  see: (row: Row<string>, by: RowEvent<string>) => void,
): Row<string> =>
  events.reduce((row, one, at) => {
    const next = afterEvent(row, one, at + 2);
    if (next !== null) see(next, one);
    return next ?? row;
  }, queued);

describe('the life of a message', () => {
  it('what was frozen first is what every try sends', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let first: string | undefined;
        follow(events, (row, by) => {
          if (by.kind === 'claim') first ??= by.frozen;
          expect(row.frozen).toBe(first);
          expect(ROW_STATES).toContain(row.state);
        });
      }),
    );
  });

  it('is accepted at most once, unless a person says again of what nobody knows', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let mayBeThere = false;
        const wrong: string[] = [];
        follow(events, (row, by) => {
          // The one step after which the other side may take it.
          if (by.kind === 'commit' && mayBeThere) wrong.push('twice');
          if (by.kind === 'commit') mayBeThere = true;
          if (by.kind === 'refuse' || by.kind === 'bounce' || by.kind === 'again') mayBeThere = false;
          const isOpen = !['committing', 'sent', 'uncertain', 'delivered'].includes(row.state);
          if (mayBeThere && isOpen) wrong.push(row.state);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('whoever dies while it is committing leaves it uncertain, and before that to be sent', () => {
    const claimed = afterEvent(queued, { kind: 'claim', frozen: 'a' }, 2);
    if (claimed === null) throw new Error('not claimed');
    expect(afterEvent(claimed, { kind: 'recover' }, 3)).toMatchObject({ state: 'queued', frozen: 'a' });
    const committing = afterEvent(claimed, { kind: 'commit' }, 3);
    if (committing === null) throw new Error('not committing');
    expect(afterEvent(committing, { kind: 'recover' }, 4)).toMatchObject({ state: 'uncertain' });
    expect(afterEvent(committing, { kind: 'claim', frozen: 'b' }, 4)).toBeNull();
  });

  it('what is settled is told to the registration, and nothing else is', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const row = follow(events, () => undefined);
        expect(attemptOf(row, null, null) !== null).toBe(isSettled(row));
      }),
    );
    const one = (state: Row['state'], more: Partial<Row> = {}) =>
      attemptOf({ ...queued, state, ...more }, 'Hi', null);
    expect(one('sent')).toEqual({
      ok: true,
      error: null,
      errorCode: null,
      date: 1,
      message: 'Hi',
      url: null,
    });
    expect(one('uncertain')).toMatchObject({ ok: false, error: 'uncertain' });
    expect(one('withheld', { hold: 'missing_phone' })).toMatchObject({ ok: false, error: 'missing_phone' });
    expect(one('withheld', { hold: 'opted_out' })).toMatchObject({ ok: false, error: null });
    expect(one('withheld', { hold: 'gone' })).toBeNull();
    expect(one('failed', { failure })).toMatchObject({ ok: false, error: '550', errorCode: 550 });
  });
});
