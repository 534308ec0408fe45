import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan, PlanTable, Session } from '../documents/session.ts';
import { session as sessionSchema } from '../documents/session.ts';
import { neighbouringSeats, partiesOf, partyOf, proposeSeats } from '../clients/parties.ts';
import { judgePlacement, placementAt } from './placement.ts';
import {
  fillingPercent,
  fillingRate,
  freeSeats,
  moveClients,
  movesBack,
  seatingOf,
  seatKey,
  type SeatMove,
} from './seating.ts';

const table = (seats: number, type: PlanTable['type'] = 'circle'): PlanTable => ({
  ...{ type, seats, number: 1, position: { x: 20, y: 20 }, rotation: 0, scale: 1 },
});
const planOf = (...tables: PlanTable[]): Plan => ({
  ratio: 1.6,
  state: {
    nextTableIndex: tables.length,
    tables: Object.fromEntries(tables.map((one, index) => [`t${index}`, one])),
  },
});
const stamp = { author: { id: 'u', name: 'u' }, time: 100 };
type Place = [clientId: string, tableId?: string, seatIndex?: number | null];
const sessionOf = (plan: Plan | null, ...places: Place[]): Session =>
  sessionSchema.parse({
    ...{ _id: 'session_a', type: 'session', title: 'A', date: 1, plan },
    clients: places.map(([clientId, tableId, seatIndex = null], at) => ({
      clientId,
      updatedTime: at,
      placement: tableId === undefined ? null : placementAt(tableId, seatIndex),
    })),
  });
const move = (clientId: string, from: SeatMove['from'], to: SeatMove['to']): SeatMove => ({
  clientId,
  from,
  to,
});
const placeOf = (session: Session, clientId: string) =>
  session.clients.find((entry) => entry.clientId === clientId)?.placement ?? null;

describe('moves', () => {
  const plan = planOf(table(3), table(2));
  const session = sessionOf(plan, ['a', 't0', 0], ['b', 't0', 1], ['c']);

  it('an unplaced client takes a free seat, moves, and leaves it [PLAN-16, PLAN-17, PLAN-19]', () => {
    const seated = moveClients(session, [move('c', null, placementAt('t1', 0))], stamp);
    expect(seated.ok && placeOf(seated.value, 'c')).toEqual({ tableId: 't1', seatIndex: 0, onTable: false });
    const moved = moveClients(session, [move('a', placementAt('t0', 0), placementAt('t1', 1))], stamp);
    expect(moved.ok && placeOf(moved.value, 'a')).toMatchObject({ tableId: 't1', seatIndex: 1 });
    const removed = moveClients(session, [move('a', placementAt('t0', 0), null)], stamp);
    expect(removed.ok && placeOf(removed.value, 'a')).toBeNull();
  });

  it('two placements swap in one act, and back [PLAN-18]', () => {
    const [one, two] = [placementAt('t0', 0), placementAt('t0', 1)];
    const moves = [move('a', one, two), move('b', two, one)];
    const swapped = moveClients(session, moves, stamp);
    expect(swapped.ok && [placeOf(swapped.value, 'a'), placeOf(swapped.value, 'b')]).toEqual([two, one]);
    const back = swapped.ok ? moveClients(swapped.value, movesBack(moves), stamp) : swapped;
    expect(back.ok && [placeOf(back.value, 'a'), placeOf(back.value, 'b')]).toEqual([one, two]);
  });

  it('an occupied seat is refused, also when two of the moves want it [PLAN-25]', () => {
    const refused = { ok: false, error: { code: 'occupied_seat_number', clientId: 'c' } };
    expect(moveClients(session, [move('c', null, placementAt('t0', 0))], stamp)).toEqual(refused);
    const twice = [
      move('a', placementAt('t0', 0), placementAt('t1', 0)),
      move('c', null, placementAt('t1', 0)),
    ];
    expect(moveClients(session, twice, stamp)).toEqual(refused);
  });

  it('a table as a whole can be given, to several [PLAN-20]', () => {
    const moves = [
      move('c', null, placementAt('t0', null)),
      move('a', placementAt('t0', 0), placementAt('t0', null)),
    ];
    const given = moveClients(session, moves, stamp);
    expect(given.ok && placeOf(given.value, 'c')).toEqual({ tableId: 't0', onTable: true });
    expect(given.ok && seatingOf(given.value).onTable.get('t0')?.length).toBe(2);
  });

  it('what was decided on an older picture is refused; tableList stays', () => {
    const late = moveClients(session, [move('a', null, placementAt('t1', 0))], stamp);
    expect(late).toMatchObject({ error: { code: 'place_changed', clientId: 'a' } });
    const gone = moveClients(session, [move('z', null, placementAt('t1', 0))], stamp);
    expect(gone).toMatchObject({ error: { code: 'not_registered' } });
    const listed: Session = {
      ...session,
      clients: [
        {
          clientId: 'a',
          checkInTime: null,
          updatedTime: 1,
          placement: { tableId: 't0', seatIndex: 0, tableList: [1] },
        },
      ],
    };
    const removed = moveClients(listed, [move('a', placementAt('t0', 0), null)], stamp);
    expect(removed.ok && placeOf(removed.value, 'a')).toEqual({ tableList: [1] });
  });
});

describe('who holds no seat', () => {
  const session = sessionOf(planOf(table(3)), ['gone', 't0', 0], ['b', 't0', 1], ['c']);
  const holdsSeat = (clientId: string): boolean => clientId !== 'gone';

  it('leaves theirs free, and their entry stays where and as it is', () => {
    const seated = moveClients(session, [move('c', null, placementAt('t0', 0))], stamp, holdsSeat);
    expect(seated.ok && placeOf(seated.value, 'c')).toEqual(placementAt('t0', 0));
    expect(seated.ok && seated.value.clients[0]).toEqual(session.clients[0]);
    const third = { ...session, clients: [...session.clients, ...sessionOf(null, ['d']).clients] };
    const both = ['c', 'd'].map((id) => move(id, null, placementAt('t0', 0)));
    expect(moveClients(third, both, stamp, holdsSeat)).toMatchObject({
      error: { code: 'occupied_seat_number', clientId: 'd' },
    });
    expect(judgePlacement(session, placementAt('t0', 0), 'c', holdsSeat).ok).toBe(true);
    expect(judgePlacement(session, placementAt('t0', 1), 'c', holdsSeat).ok).toBe(false);
  });

  it('is given none', () => {
    const away = [move('gone', placementAt('t0', 0), placementAt('t0', 2))];
    expect(moveClients(session, away, stamp, holdsSeat)).toMatchObject({
      error: { code: 'not_registered', clientId: 'gone' },
    });
  });
});

describe('seats at a glance', () => {
  it('filling rate: placed clients over total seats [PLAN-27]', () => {
    const seating = seatingOf(sessionOf(planOf(table(3), table(5)), ['a', 't0', 0], ['b', 't1'], ['c']));
    expect([seating.placed, seating.seats, fillingRate(seating)]).toEqual([2, 8, 0.25]);
    expect(fillingRate(seatingOf(sessionOf(null, ['a'])))).toBe(0);
  });

  it('the rate passes 100 % only when there are more people than seats, and says where [PLAN-27]', () => {
    const full = seatingOf(sessionOf(planOf(table(2), table(1)), ['a', 't0'], ['b', 't0'], ['c', 't1', 0]));
    expect([fillingRate(full), full.overfull]).toEqual([1, []]);
    const over = seatingOf(
      sessionOf(planOf(table(2), table(3)), ['a', 't0'], ['b', 't0', 0], ['c', 't0', 1], ['d', 't1', 2]),
    );
    // One table is too full while the plan as a whole is not.
    expect([fillingRate(over), over.overfull]).toEqual([0.8, ['t0']]);
    const twice = seatingOf(sessionOf(planOf(table(1)), ['a', 't0', 0], ['b', 't0', 0]));
    expect([fillingRate(twice), fillingPercent(twice), twice.overfull]).toEqual([2, 200, ['t0']]);
  });

  it('percents are rounded, but never to empty, full or too full [PLAN-27]', () => {
    const percent = (placed: number, seats: number) => fillingPercent({ placed, seats });
    expect([percent(3, 8), percent(1, 3), percent(0, 5), percent(5, 5), percent(0, 0)]).toEqual([
      38, 33, 0, 100, 0,
    ]);
    expect([percent(1, 900), percent(899, 900), percent(901, 900), percent(13, 10)]).toEqual([
      1, 99, 101, 130,
    ]);
  });

  it('whoever is at a table without a seat needs a chair too', () => {
    const seating = seatingOf(sessionOf(planOf(table(3)), ['a', 't0'], ['b', 't0', 1], ['c']));
    expect(freeSeats(seating, 't0', 3)).toBe(1);
    expect(freeSeats(seatingOf(sessionOf(planOf(table(1)), ['a', 't0'], ['b', 't0'])), 't0', 1)).toBe(0);
  });

  it('two clients on one seat are a conflict; one choice ends it and unseats only whom it names', () => {
    const session = sessionOf(planOf(table(3)), ['b', 't0', 1], ['a', 't0', 1], ['c', 't0', 0]);
    const [conflict] = seatingOf(session).conflicts;
    expect(conflict).toEqual({ tableId: 't0', seatIndex: 1, clientIds: ['b', 'a'] });
    const ended = moveClients(session, [move('a', placementAt('t0', 1), null)], stamp);
    const after = ended.ok ? seatingOf(ended.value) : null;
    expect(after?.conflicts).toEqual([]);
    expect(after?.unplaced.map(({ clientId }) => clientId)).toEqual(['a']);
  });

  it('a place that the plan lost counts as none', () => {
    const seating = seatingOf(sessionOf(planOf(table(1)), ['a', 't0', 4], ['b', 'gone', 0]));
    expect(seating.unplaced).toHaveLength(2);
    expect(seating.placed).toBe(0);
  });
});

const clients = new Map([
  ['a', { consumerId: 'one', company: null }],
  ['b', { consumerId: 'one', company: 'Arpège' }],
  ['c', { consumerId: 'one', company: null }],
  ['d', { consumerId: null, company: 'Arpège' }],
  ['e', { consumerId: null, company: 'Arpège' }],
]);

describe('parties', () => {
  it('who registered together belongs together, a company does not', () => {
    const session = sessionOf(null, ['a'], ['b'], ['c'], ['d'], ['e']);
    expect(partiesOf(session.clients, clients).map((party) => party.map(({ clientId }) => clientId))).toEqual(
      [['a', 'b', 'c'], ['d'], ['e']],
    );
    expect(partyOf(session, clients, 'c').map(({ clientId }) => clientId)).toEqual(['c', 'a', 'b']);
  });

  it.each<[string, PlanTable['type'], number[], number, number | null, number[] | null]>([
    ['from the seat that was pointed at', 'circle', [0, 1, 2, 3, 4], 2, 3, [3, 4]],
    ['around a round table', 'circle', [0, 1, 5], 3, 5, [5, 0, 1]],
    ['not across the ends of a long one', 'rectangle', [0, 1, 2, 5], 3, null, [0, 1, 2]],
    ['backwards where that is closer', 'circle', [2, 3, 4], 3, 4, [4, 3, 2]],
    ['over a gap when there is no run', 'rectangle', [0, 1, 3], 3, null, [0, 1, 3]],
    ['none when the table has too few', 'circle', [0], 2, null, null],
  ])('neighbouring seats: %s', (_, type, free, count, near, expected) => {
    expect(neighbouringSeats(table(6, type), (index) => free.includes(index), count, near)).toEqual(expected);
  });
});

describe('proposal', () => {
  const scene = fc
    .record({
      tables: fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 5 }),
      people: fc.array(
        fc.record({
          consumer: fc.nat({ max: 6 }),
          place: fc.option(fc.nat({ max: 30 })),
        }),
        { maxLength: 20 },
      ),
    })
    .map(({ tables, people }) => {
      const plan = planOf(...tables.map((seats) => table(seats)));
      const seats = tables.flatMap((count, at) =>
        Array.from({ length: count }, (_, index): [string, number] => [`t${at}`, index]),
      );
      const places = people.map(({ place }, at): Place => {
        const seat = place === null ? undefined : seats[place];
        return seat === undefined ? [`c${at}`] : [`c${at}`, ...seat];
      });
      const known = new Map(
        people.map(({ consumer }, at) => [`c${at}`, { consumerId: consumer < 4 ? `o${consumer}` : null }]),
      );
      return { session: sessionOf(plan, ...places), known };
    });

  it('nobody twice, no occupied seat, nobody moved who sits, all who fit', () => {
    fc.assert(
      fc.property(scene, ({ session, known }) => {
        const before = seatingOf(session);
        const { moves, left } = proposeSeats(session, known);
        expect(new Set(moves.map(({ clientId }) => clientId)).size).toBe(moves.length);
        const waiting = new Set(before.unplaced.map(({ clientId }) => clientId));
        for (const { clientId, to } of moves) {
          expect(waiting.has(clientId)).toBe(true);
          const key = seatKey({ tableId: String(to?.tableId), seatIndex: to?.seatIndex ?? -1 });
          expect(before.bySeat.has(key)).toBe(false);
        }
        expect(moves.length + left).toBe(before.unplaced.length);
        expect(moves.length).toBe(Math.min(before.unplaced.length, before.seats - before.bySeat.size));
        if (moves.length === 0) return;
        const after = moveClients(session, moves, stamp);
        expect(after.ok && seatingOf(after.value).conflicts).toEqual(before.conflicts);
      }),
    );
  });

  it('a party that a table has room for sits together', () => {
    fc.assert(
      fc.property(scene, ({ session, known }) => {
        const [first] = partiesOf(session.clients, known);
        const before = seatingOf(session);
        const isNew = first?.every(({ placement }) => placement === null) === true;
        const free = Object.entries(session.plan?.state.tables ?? {}).map(
          ([tableId, { seats }]) =>
            Array.from({ length: seats }, (_, seatIndex) => seatKey({ tableId, seatIndex })).filter(
              (key) => !before.bySeat.has(key),
            ).length,
        );
        // The largest party chooses first: what it needs is what the tables have.
        if (first === undefined || !isNew || Math.max(...free) < first.length) return;
        const ids = new Set(first.map(({ clientId }) => clientId));
        const tables = proposeSeats(session, known).moves.filter(({ clientId }) => ids.has(clientId));
        expect(tables).toHaveLength(first.length);
        expect(new Set(tables.map(({ to }) => to?.tableId)).size).toBe(1);
      }),
    );
  });

  it('joins those of a party who sit already, and says what it did', () => {
    const session = sessionOf(planOf(table(4), table(4)), ['a', 't1', 2], ['b'], ['c'], ['d']);
    const proposal = proposeSeats(session, clients);
    const at = (clientId: string) => proposal.moves.find((one) => one.clientId === clientId)?.to?.tableId;
    expect([at('b'), at('c')]).toEqual(['t1', 't1']);
    expect(proposal).toMatchObject({ together: 1, parties: 1, left: 0 });
  });
});
