import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveConflict, type Leaf } from './conflict.ts';
import { bankPaymentId } from '../ids.ts';
import { sessionVersion } from '../testing/arbitraries.ts';

const hash = fc.stringMatching(/^[0-9a-f]{8}$/);
const leaf: fc.Arbitrary<Leaf> = fc
  .tuple(sessionVersion, fc.integer({ min: 1, max: 4 }), fc.array(hash, { minLength: 4, maxLength: 4 }))
  .map(([session, start, ids]) => ({
    ...session,
    _id: session._id,
    _rev: `${start}-${ids[0] ?? ''}`,
    _revisions: { start, ids: ids.slice(0, start) },
  }));
const leaves = fc.uniqueArray(leaf, { minLength: 2, maxLength: 4, selector: (one) => one._rev });

const make = (rev: string, updatedAt: number, title: string): Leaf => ({
  _id: 'event',
  _rev: `2-${rev}`,
  _revisions: { start: 2, ids: [rev, 'aa'] },
  type: 'event',
  title,
  metadata: { updatedAt },
});

describe('resolveConflict [SYNC-11]', () => {
  it('writes the same documents with the same revisions whatever the order of the leaves', () => {
    fc.assert(
      fc.property(
        leaves.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(JSON.stringify(resolveConflict(shuffled))).toBe(JSON.stringify(resolveConflict(list)));
        },
      ),
    );
  });

  it('builds on the winner and closes every other leaf', () => {
    fc.assert(
      fc.property(leaves, (list) => {
        const { merged, removed } = resolveConflict(list);
        const parents = [merged, ...removed].map(
          ({ _revisions: { start, ids } }) => `${start - 1}-${ids[1] ?? ''}`,
        );
        expect(parents.toSorted()).toEqual(list.map(({ _rev }) => _rev).toSorted());
        expect(removed.every((one) => one['_deleted'] === true)).toBe(true);
        expect(merged['_deleted']).toBeUndefined();
      }),
    );
  });

  it('other documents merge as a whole: the newest updatedAt wins', () => {
    const { merged } = resolveConflict([make('ff', 1, 'old'), make('00', 2, 'new')]);
    expect(merged['title']).toBe('new');
    expect(merged._rev.startsWith('3-')).toBe(true);
  });

  it('of one payment of a bank statement that was noted twice, whoever was first stays', () => {
    const note = (rev: string, time: number, name: string): Leaf => ({
      ...{
        _id: bankPaymentId('consumer_a', { entry: '0123456789abcdef0123', cents: 5, step: 0 }),
        type: 'payment',
      },
      ...{ _rev: `1-${rev}`, _revisions: { start: 1, ids: [rev] }, schemaVersion: 3, amount: 5, time },
      author: { id: name, name },
    });
    const whoOf = (...leaves: Leaf[]) => resolveConflict(leaves).merged['author'];
    expect(whoOf(note('ff', 2, 'zoe'), note('00', 1, 'ada'))).toMatchObject({ name: 'ada' });
    expect(whoOf(note('00', 2, 'zoe'), note('ff', 1, 'ada'))).toMatchObject({ name: 'ada' });
    // In the same millisecond: the same one, whoever asks.
    const [ada, zoe] = [note('ff', 1, 'ada'), note('00', 1, 'zoe')];
    expect(resolveConflict([ada, zoe])).toEqual(resolveConflict([zoe, ada]));
  });
});
