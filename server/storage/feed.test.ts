import { afterEach, expect, it } from 'vitest';
import { Follower, type ChangeSource } from './feed.ts';
import type { ChangeRow, Seq } from './types.ts';

let follower: Follower;
afterEach(() => follower.close());

const row = (seq: Seq): ChangeRow => ({ seq, id: `client_${seq}`, changes: [{ rev: '1-a' }] });

/** A CouchDB that answers so, one answer after the other. */
function told(capacity: number, answers: { rows: ChangeRow[]; last: Seq }[]): Promise<Seq[]> {
  const reached: Seq[] = [];
  return new Promise((resolve) => {
    const read: ChangeSource['read'] = async (since, signal) => {
      reached.push(since);
      const next = answers.shift();
      if (next !== undefined) return next;
      resolve(reached);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('closed'))));
    };
    const source = { waits: true, now: async () => 'begin', read };
    follower = new Follower(source, { capacity, onFailure: () => undefined, isGone: () => false });
  });
}

it('knows what came after each place it has told, also where no row says so', async () => {
  const reached = await told(10, [
    { rows: [], last: 'still the beginning' },
    { rows: [row('one'), row('two')], last: 'after two' },
    { rows: [row('three')], last: 'three' },
  ]);
  const after = reached.map((seq) => follower.after(seq)?.map((one) => one.seq));
  expect(after).toEqual([['one', 'two', 'three'], ['one', 'two', 'three'], ['three'], []]);
  expect(follower.after('elsewhere')).toBeNull();
});

it('forgets a place with the rows that came after it', async () => {
  const reached = await told(
    2,
    [1, 2, 3, 4].map((turn) => ({ rows: [row(`row ${turn}`)], last: `after ${turn}` })),
  );
  const after = reached.map((seq) => follower.after(seq)?.length ?? null);
  expect(after).toEqual([null, null, 2, 1, 0]);
});
