import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freshNumber,
  guestNumbers,
  renumbered,
  settledNumbers,
  sharedNumbers,
  takenNumbers,
  ticketNumbers,
} from './clientNumbers.ts';
import { isMainClient } from './clients.ts';
import { resolveConflict, type Leaf } from '../conflicts/conflict.ts';
import { client as schema, type Client } from '../documents/client.ts';

const guest = (id: string, number: string | null, createdAt?: number, formerNumbers?: string[]): Client =>
  schema.parse({
    ...{ _id: `client_${id}`, type: 'client', forename: id, surname: 'L', number, formerNumbers },
    metadata: createdAt === undefined ? {} : { createdAt },
  });
const all = (...list: Client[]): Map<string, Client> => new Map(list.map((one) => [one._id, one]));
/** Settles every number that is given twice, as often as there is one. */
function settle(clients: ReadonlyMap<string, Client>, time: number): Map<string, Client> {
  const result = new Map(clients);
  for (const { number } of sharedNumbers(clients)) {
    for (const [id, next] of settledNumbers(result, number)) {
      const before = result.get(id);
      if (before === undefined) continue;
      const metadata = { ...before.metadata, updatedAt: time };
      result.set(id, { ...renumbered(before, next, true), metadata });
    }
  }
  return result;
}

describe('numbers of clients', () => {
  it('give guests the next free numbers', () => {
    expect(guestNumbers('G1-01', new Set(['G1-01', 'G1-02', 'G1-04']), 3)).toEqual([
      'G1-03',
      'G1-05',
      'G1-06',
    ]);
  });

  it('make numbers that nobody has', () => {
    const ids = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];
    expect(freshNumber(() => ids.shift() ?? '', new Set(['AAAAAAAA']))).toBe('BBBBBBBB');
  });

  it('[VALID-68] are given twice only among those who have them now; the one created first comes first', () => {
    const clients = all(
      guest('late', '7', 20),
      guest('early', ' 7 ', 10),
      guest('old', '7'),
      guest('gave up', '8', 5, ['7']),
      guest('b', '9', 1),
      guest('a', '9', 1),
      guest('none', null),
      guest('empty', ''),
    );
    expect(sharedNumbers(clients)).toEqual([
      { number: '7', clientIds: ['client_old', 'client_early', 'client_late'] },
      { number: '9', clientIds: ['client_a', 'client_b'] },
    ]);
  });

  it('[VALID-68] settled: the later one has a free number that begins with the one before, which finds both', () => {
    const clients = all(guest('main', 'G1-01', 1), guest('other', 'G1-01', 2));
    const settled = settle(clients, 3);
    const { number, formerNumbers } = settled.get('client_other') as Client;
    expect(settled.get('client_main')).toEqual(clients.get('client_main'));
    expect(number).toMatch(/^G1-01-[0-9A-F]{5}$/);
    expect(formerNumbers).toEqual(['G1-01']);
    expect(isMainClient({ email: 'a@b.ch', consumerId: 'consumer_1', number })).toBe(true);
    expect(sharedNumbers(settled)).toEqual([]);
    expect(settledNumbers(settled, 'G1-01').size).toBe(0);
    // Neither number is free for anybody else; the client itself may have the old one back.
    expect(takenNumbers(settled)).toEqual(new Set(['G1-01', number]));
    const back = renumbered(settled.get('client_other') as Client, 'G1-01', false);
    expect(back.number).toBe('G1-01');
    expect(back.formerNumbers).toBeUndefined();
  });

  it('keep a number that was given up only when it was shared: else a lost ticket stays good', () => {
    const client = guest('a', '7', 1, ['5']);
    expect(ticketNumbers(renumbered(client, '9', true))).toEqual(['9', '5', '7']);
    expect(ticketNumbers(renumbered(client, '9', false))).toEqual(['9', '5']);
  });

  it('never derive a number that is in use, nor one that is too long', () => {
    const clients = all(guest('a', '7', 1), guest('b', '7', 2));
    const [first = ''] = settledNumbers(clients, '7').values();
    const [second = ''] = settledNumbers(new Map([...clients, ...all(guest('c', first))]), '7').values();
    expect(second).toMatch(/^7-[0-9A-F]{5}$/);
    expect(second).not.toBe(first);
    const long = 'x'.repeat(98);
    const [short = ''] = settledNumbers(all(guest('a', long, 1), guest('b', long, 2)), long).values();
    expect(short).toMatch(/^[0-9A-F]{5}$/);
  });

  it('[VALID-68] devices that settle it apart agree once they meet, and nobody shares a number any more', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const people = fc.tuple(
      ...ids.map((id) =>
        fc
          .tuple(fc.constantFrom('7', '8', '7-01'), fc.nat({ max: 3 }))
          .map(([number, createdAt]) => guest(id, number, createdAt)),
      ),
    );
    const device = fc.record({
      knows: fc.subarray(ids),
      time: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(people, fc.array(device, { minLength: 2, maxLength: 4 }), (clients, devices) => {
        const everybody = all(...clients);
        const copies = devices.map(({ knows, time }) =>
          settle(new Map([...everybody].filter(([id]) => knows.includes(id.slice(7)))), time),
        );
        const meet = (order: readonly Map<string, Client>[]) =>
          new Map(ids.map((id) => [`client_${id}`, merged(everybody, order, `client_${id}`)]));
        const one = settle(meet(copies), 9);
        expect(settle(meet(copies.toReversed()), 9)).toEqual(one);
        expect(sharedNumbers(one)).toEqual([]);
        // Whoever had a number is still found by it.
        for (const [id, { number }] of everybody) {
          expect(ticketNumbers(one.get(id) as Client)).toContain(number);
        }
      }),
    );
  });
});

/** What the merge makes of the versions that the devices wrote of one client. */
function merged(first: Map<string, Client>, copies: readonly Map<string, Client>[], id: string): Client {
  const own = first.get(id) as Client;
  const versions = copies.flatMap((copy) => copy.get(id) ?? []).filter((copy) => copy.number !== own.number);
  const leaves = versions.map((copy, index) => {
    const rev = `${'abcdef'[copies.length - index] ?? 'f'}${JSON.stringify(copy).length}${copy.metadata.updatedAt}`;
    return { ...copy, _rev: `2-${rev}`, _revisions: { start: 2, ids: [rev, 'aa'] } } as unknown as Leaf;
  });
  const [only, ...others] = leaves;
  if (only === undefined) return own;
  const { _rev, _revisions, ...content } = others.length === 0 ? only : resolveConflict(leaves).merged;
  return content as unknown as Client;
}
