import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { session as sessionSchema, type PlanTable, type Session } from '../documents/session.ts';
import { placementAt } from '../sessions/placement.ts';
import { moveClients, movesBack } from '../sessions/seating.ts';
import { swapsFor, tableSwap } from './swaps.ts';

type Place = [clientId: string, tableId: string | null, seatIndex?: number | null];

/** Who begins with the same letter registered together. */
function room(tables: Record<string, [seats: number, type?: PlanTable['type']]>, ...places: Place[]) {
  const session = sessionSchema.parse({
    ...{ _id: 'session_a', type: 'session', title: 'A', date: 1 },
    plan: {
      ratio: 1.6,
      state: {
        nextTableIndex: 9,
        tables: Object.fromEntries(
          Object.entries(tables).map(([id, [seats, type = 'circle']]) => [
            id,
            { type, seats, number: 1, position: { x: 20, y: 20 }, rotation: 0, scale: 1 },
          ]),
        ),
      },
    },
    clients: places.map(([clientId, tableId, seatIndex = null]) => ({
      ...{ clientId, updatedTime: 1 },
      placement: tableId === null ? null : placementAt(tableId, seatIndex),
    })),
  });
  const clients = new Map(places.map(([id]) => [id, { consumerId: id.charAt(0) }]));
  const offered = (going: string[], tableId: string, seatIndex: number | null = null) =>
    swapsFor(session, clients, going, { tableId, seatIndex });
  return { session, offered };
}

/** Everybody's place after the moves, "a1:t0/3"; without a seat of their own "a1:t0". */
function after(session: Session, moves: Parameters<typeof moveClients>[1]): string[] {
  const moved = moveClients(session, moves, { author: { id: 'u', name: 'u' }, time: 100 });
  if (!moved.ok) throw new Error(`${moved.error.code} ${moved.error.clientId}`);
  return moved.value.clients
    .map(({ clientId, placement }) =>
      [`${clientId}:${placement?.tableId ?? ''}`, placement?.seatIndex ?? []].flat().join('/'),
    )
    .sort();
}
const all = (letter: string, tableId: string, count: number, from = 0): Place[] =>
  Array.from({ length: count }, (_, at) => [`${letter}${at}`, tableId, from + at]);

describe('two tables', () => {
  it('full ones change places in one act, each guest on the seat of the same number', () => {
    const { session } = room({ t: [3], u: [3] }, ...all('a', 't', 3), ...all('b', 'u', 3));
    const swap = tableSwap(session, 't', 'u');
    expect(after(session, swap?.moves ?? [])).toEqual([
      'a0:u/0',
      'a1:u/1',
      'a2:u/2',
      'b0:t/0',
      'b1:t/1',
      'b2:t/2',
    ]);
  });

  it('a smaller one takes them in their order, also across the ends of a round one', () => {
    const { session } = room(
      { t: [8], u: [4, 'rectangle'] },
      ['a', 't', 7],
      ['b', 't', 0],
      ['c', 't', 1],
      ['d', 'u', 3],
    );
    expect(after(session, tableSwap(session, 't', 'u')?.moves ?? [])).toEqual([
      'a:u/0',
      'b:u/1',
      'c:u/2',
      'd:t/3',
    ]);
  });

  it('who has a table as a whole has the other as a whole; too few seats are no swap, nor are two empty tables', () => {
    const { session } = room({ t: [2], u: [1], v: [5] }, ['a', 't', 0], ['b', 't'], ['c', 'v', 4]);
    expect(tableSwap(session, 't', 'u')).toBeNull();
    expect(after(session, tableSwap(session, 't', 'v')?.moves ?? [])).toEqual(['a:v/0', 'b:v', 'c:t/0']);
    const empty = room({ t: [2], u: [2] });
    expect(tableSwap(empty.session, 't', 'u')).toBeNull();
    expect(tableSwap(session, 't', 't')).toBeNull();
  });

  it('whoever sits where, all of both have changed, nobody else has moved, and the moves back are as before', () => {
    const place = fc.tuple(fc.constantFrom('t', 'u', 'v', null), fc.option(fc.nat(5)));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 14 }), fc.integer({ min: 3, max: 8 }), (places, seats) => {
        const used = new Set<string>();
        const people = places.flatMap(([tableId, seatIndex], at): Place[] => {
          const key = `${tableId}/${seatIndex}`;
          if (seatIndex !== null && used.has(key)) return [];
          used.add(key);
          return [[`p${at}`, tableId, seatIndex]];
        });
        const { session } = room({ t: [6], u: [seats, 'rectangle'], v: [6] }, ...people);
        const swap = tableSwap(session, 't', 'u');
        if (swap === null) return;
        const other = { t: 'u', u: 't', v: 'v' } as const;
        const moved = moveClients(session, swap.moves, { author: { id: 'u', name: 'u' }, time: 100 });
        if (!moved.ok) throw new Error(moved.error.code);
        for (const entry of moved.value.clients) {
          const was = session.clients.find(({ clientId }) => clientId === entry.clientId)?.placement;
          const isLost = was?.tableId === 'u' && (was.seatIndex ?? 0) >= seats;
          const from = was?.tableId as keyof typeof other | undefined;
          expect(entry.placement?.tableId).toBe(from === undefined || isLost ? was?.tableId : other[from]);
        }
        expect(after(moved.value, movesBack(swap.moves))).toEqual(after(session, []));
      }),
    );
  });
});

describe('what is offered where no seat is free', () => {
  const { session, offered } = room(
    { t: [4], u: [4], v: [4] },
    ...all('a', 't', 2),
    ...all('b', 't', 2, 2),
    ...all('c', 'u', 2),
    ...all('d', 'u', 2, 2),
    ...all('e', 'v', 2),
    ['x', null],
  );
  const kinds = (swaps: ReturnType<typeof offered>) =>
    swaps.map(({ kind, two }) => [kind, two.clientIds.join()]);

  it('to one guest the place of the other, at the own table too', () => {
    const [swap, ...more] = offered(['a0'], 'u', 3);
    expect(more).toEqual([]);
    expect(after(session, swap?.moves ?? [])).toEqual(expect.arrayContaining(['a0:u/3', 'd1:t/0', 'a1:t/1']));
    expect(kinds(offered(['a0'], 't', 1))).toEqual([['guests', 'a1']]);
  });

  it('to a party the seats of the party that sits there, then the whole table', () => {
    const swaps = offered(['a0', 'a1'], 'u', 3);
    expect(kinds(swaps)).toEqual([
      ['parties', 'd1,d0'],
      ['tables', 'c0,c1,d0,d1'],
    ]);
    expect(after(session, swaps[0]?.moves ?? [])).toEqual(
      expect.arrayContaining(['a0:u/2', 'a1:u/3', 'b0:t/2', 'c0:u/0', 'd0:t/0', 'd1:t/1']),
    );
  });

  it('nothing to whom has no place to give, on a free seat, on the own seat, or on a seat that was given twice', () => {
    expect(offered(['x'], 'u', 0)).toEqual([]);
    expect(offered(['a0', 'x'], 'u', 0)).toEqual([]);
    expect(offered(['a0'], 'v', 3)).toEqual([]);
    expect(offered(['a0'], 't', 0)).toEqual([]);
    expect(offered(['a0', 'a1'], 't', 2)).toEqual([]);
    const twice = room({ t: [2], u: [2] }, ['a', 't', 0], ['b', 'u', 0], ['c', 'u', 0]);
    expect(twice.offered(['a'], 'u', 0)).toEqual([]);
  });

  it('who drops a party on a table with several parties is offered that table, and on a table with one, that party', () => {
    const named = (swaps: ReturnType<typeof offered>) =>
      swaps.map(({ kind, one, two }) => [kind, one.isTable === true, two.isTable === true]);
    const full = room(
      { t: [3], u: [2], v: [2] },
      ...all('a', 't', 2),
      ['b', 't', 2],
      ['c', 'u', 0],
      ['d', 'u', 1],
      ...all('e', 'v', 2),
    );
    expect(named(full.offered(['a0', 'a1'], 'u'))).toEqual([['parties', false, true]]);
    expect(named(full.offered(['a0', 'a1'], 'v'))).toEqual([['parties', false, false]]);
    expect(named(offered(['a0', 'a1'], 'u', 3))[0]).toEqual(['parties', false, false]);
  });

  it('nobody changes places who has a seat that was given twice: they could not be put back', () => {
    const twice = room({ t: [4], u: [4], v: [4] }, ...all('a', 't', 2), ['b', 't', 1], ...all('c', 'u', 2), [
      'd',
      'v',
      0,
    ]);
    expect([tableSwap(twice.session, 't', 'u'), tableSwap(twice.session, 'u', 't')]).toEqual([null, null]);
    expect(tableSwap(twice.session, 'u', 'v')).not.toBeNull();
    expect(twice.offered(['a0', 'a1'], 'u', 0)).toEqual([]);
    expect(twice.offered(['b'], 'u', 0)).toEqual([]);
    expect(kinds(twice.offered(['a0'], 'u', 0))).toEqual([['guests', 'c0']]);
  });

  it('one party each at its table is the swap of the tables, and is offered once', () => {
    const two = room({ t: [3], u: [3] }, ...all('a', 't', 3), ...all('b', 'u', 3));
    expect(two.offered(['a0', 'a1', 'a2'], 'u').map(({ kind }) => kind)).toEqual(['tables']);
    expect(two.offered(['a0', 'a1', 'a2'], 'u', 1).map(({ kind }) => kind)).toEqual(['tables']);
  });
});
