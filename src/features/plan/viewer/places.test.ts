import { describe, expect, it } from 'vitest';
import type { Client } from '#domain/documents/client.ts';
import type { Plan, Session, SessionEntry } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { seatingOf } from '#domain/sessions/seating.ts';
import { placesOf, tableIdOf } from './places.ts';

const table = (type: 'circle' | 'rectangle', number: number, seats: number) => ({
  ...{ type, number, seats, position: { x: number * 20, y: 50 }, rotation: 0, scale: 1 },
});
const plan = {
  ratio: 1.6,
  state: { nextTableIndex: 2, tables: { round: table('circle', 1, 6), long: table('rectangle', 2, 4) } },
} as unknown as Plan;

/** Where each sits, or not; whose names begin alike registered together. */
function placesWith(where: Record<string, SessionEntry['placement']>, held: Plan | null = plan) {
  const entries = Object.entries(where).map(
    ([clientId, placement]) => ({ clientId, placement, updatedTime: 1 }) as SessionEntry,
  );
  const session = { clients: entries, plan: held } as unknown as Session;
  const clients = new Map(
    entries.map(({ clientId }) => [clientId, { consumerId: `consumer_${clientId[0]}` } as Client]),
  );
  const byId = new Map(entries.map((entry) => [entry.clientId, entry]));
  return placesOf(session, seatingOf(session), byId, clients);
}
const seat = (tableId: string, seatIndex: number) =>
  ({ kind: 'seat', seat: { tableId, seatIndex } }) as const;
const whole = (tableId: string) => ({ kind: 'table', tableId }) as const;

describe('who sits where', () => {
  it('is told of a guest by the plan as it is: a table that is gone, or a seat that it lost, is no place', () => {
    const places = placesWith({
      a1: placementAt('round', 5),
      a2: placementAt('long', null),
      b1: placementAt('gone', 0),
      b2: placementAt('long', 4),
      c1: null,
    });
    expect(places.placeOf('a1')).toEqual(placementAt('round', 5));
    expect(places.placeOf('a2')).toEqual(placementAt('long', null));
    expect(['b1', 'b2', 'c1', 'nobody'].map(places.placeOf)).toEqual([null, null, null, null]);
    expect(places.entryOf('b1')?.placement).toEqual(placementAt('gone', 0));
    expect(places.entryOf('nobody')).toBeUndefined();
    const to = placementAt('round', 0);
    expect(places.moveOf('a1', to)).toEqual({ clientId: 'a1', from: placementAt('round', 5), to });
    expect(places.moveOf('b1', to)).toEqual({ clientId: 'b1', from: null, to });
  });

  it('is told of a seat: who was placed there first, and nobody for who has the table as a whole', () => {
    const places = placesWith({
      a1: placementAt('round', 2),
      b1: placementAt('round', 2),
      c1: placementAt('long', null),
    });
    expect(places.sitting({ tableId: 'round', seatIndex: 2 })).toBe('a1');
    expect(places.sitting({ tableId: 'round', seatIndex: 3 })).toBeNull();
    expect(places.sitting({ tableId: 'long', seatIndex: 0 })).toBeNull();
  });

  it('without a plan is nowhere', () => {
    const places = placesWith({ a1: placementAt('round', 0) }, null);
    expect(places.placeOf('a1')).toBeNull();
    expect(places.tableAt(seat('round', 0))).toBeUndefined();
    expect(places.seatsFor(['a1'], whole('round'))).toBeNull();
  });
});

it('of a party come along those at the same table, or those who have no seat either, whoever was asked for first', () => {
  const places = placesWith({
    a1: placementAt('round', 0),
    a2: placementAt('long', 0),
    a3: placementAt('round', null),
    a4: null,
    a5: placementAt('gone', 1),
    b1: placementAt('round', 1),
  });
  expect(places.party('a3')).toEqual(['a3', 'a1']);
  expect(places.party('a2')).toEqual(['a2']);
  expect(places.party('a5')).toEqual(['a5', 'a4']);
  expect(places.party('nobody')).toEqual([]);
});

describe('the seats that people would get', () => {
  const places = placesWith({
    a1: placementAt('round', 0),
    a2: placementAt('round', 1),
    b1: placementAt('long', 1),
  });
  const indexes = (ids: string[], target: Parameters<typeof places.seatsFor>[1]) =>
    places.seatsFor(ids, target)?.map(({ seatIndex }) => seatIndex) ?? null;

  it('lie side by side from the seat on, at a round table also across its ends', () => {
    expect(indexes(['c1', 'c2'], seat('round', 5))).toEqual([5, 4]);
    expect(indexes(['c1', 'c2'], seat('long', 0))).toEqual([0, 2]);
    expect(indexes(['c1', 'c2', 'c3', 'c4'], whole('round'))).toEqual([2, 3, 4, 5]);
    expect(indexes(['c1', 'c2'], whole('long'))).toEqual([2, 3]);
    expect(places.seatsFor(['c1'], seat('long', 3))).toEqual([{ tableId: 'long', seatIndex: 3 }]);
  });

  it('are free for who sits there and is on the way', () => {
    expect(indexes(['a1', 'c1'], seat('round', 5))).toEqual([5, 0]);
    expect(indexes(['a1'], seat('round', 0))).toEqual([0]);
  });

  it('are none where somebody else sits on the one that was meant, where too few are free, and at no table', () => {
    expect(indexes(['c1'], seat('round', 0))).toBeNull();
    expect(indexes(['c1', 'c2', 'c3', 'c4'], whole('long'))).toBeNull();
    expect(indexes(['c1'], whole('gone'))).toBeNull();
  });
});

it('a target is a table’s, or that of its seat', () => {
  const places = placesWith({});
  expect([tableIdOf(seat('round', 3)), tableIdOf(whole('long'))]).toEqual(['round', 'long']);
  expect(places.tableAt(seat('round', 3))?.number).toBe(1);
});
