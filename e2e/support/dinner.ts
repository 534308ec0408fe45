import type { Plan } from '#domain/documents/session.ts';
import { client } from '#domain/documents/client.ts';
import { newDocument } from '#domain/documents/new.ts';
import { session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import type { World } from './world.ts';

const round = (number: number, x: number, y: number, more: object = {}) => ({
  ...{ type: 'circle' as const, number, seats: 8, rotation: 0, scale: 2, position: { x, y } },
  ...more,
});
export const SMALL: Plan = {
  ratio: 1.6,
  state: {
    nextTableIndex: 4,
    tables: {
      // Large enough that what is free is read below its number.
      t1: round(1, 40, 40, { scale: 2.4 }),
      t2: round(2, 110, 40, { seats: 2 }),
      // A row of seats is called by its name.
      t3: { ...round(3, 40, 80, { seats: 6 }), type: 'single', name: 'Balcon' },
    },
  },
};
/** 75 tables for 600. */
export const HALL: Plan = {
  ratio: 1.6,
  state: {
    nextTableIndex: 75,
    tables: Object.fromEntries(
      Array.from({ length: 75 }, (_, at) => [
        `t${at + 1}`,
        round(at + 1, 8 + (at % 15) * 10.2, 20 + Math.floor(at / 15) * 15, { scale: 0.9 }),
      ]),
    ),
  },
};

/** Three at table 1 and one there without a seat, two fill table 2, one on the balcony; Otto and Noé nowhere. */
const PEOPLE = [
  ['Ada', 'Lovelace', 'Arpège', 'one', 'vip', ['t1', 0]],
  ['Léo', 'Müller', 'Arpège', 'two', 'vip', ['t1', 1]],
  ['Ines', 'Rochat', 'Lac SA', 'two', 'guest', ['t1', 2]],
  ['Zoé', 'Blanc', 'Lac SA', 'three', 'guest', ['t1', null]],
  ['Max', 'Weber', 'Arpège', 'three', 'guest', ['t2', 0]],
  ['Mia', 'Roth', null, null, null, ['t2', 1]],
  ['Lia', 'Keller', null, null, null, ['t3', 2]],
  ['Otto', 'Anders', 'Arpège', null, null, null],
  ['Noé', 'Zbinden', 'Arpège', 'four', null, null],
  ['Eva', 'Zbinden', null, 'four', null, null],
] as const;
const STATUS = { one: 'invoice_paid', two: 'pending', three: 'pending', four: 'pending' } as const;

export async function dinner(world: World, plan: Plan) {
  const guests = PEOPLE.map(([forename, surname, company, consumerId], at) =>
    client.parse({
      ...{ _id: `client_floor${at}`, type: 'client', forename, surname, company, number: `F-${at}` },
      consumerId: consumerId === null ? null : `consumer_floor_${consumerId}`,
    }),
  );
  const consumers = Object.entries(STATUS).map(([id, status]) =>
    newDocument('consumer', { _id: `consumer_floor_${id}`, status, metadata: {} } as never),
  );
  const entries = PEOPLE.map(([, , , , optionId, place], at) => ({
    ...{ clientId: `client_floor${at}`, updatedTime: 1, product: optionId === null ? null : { optionId } },
    placement: place === null ? null : placementAt(place[0], place[1]),
  }));
  const doc = session.parse({
    ...{ _id: 'session_floor', type: 'session', title: 'Dinner', titleFrench: 'Dîner', date: Date.now() },
    ...{ status: 'ongoing', plan, clients: entries },
  });
  const member = await world.person('member');
  const all = [...guests, ...consumers, doc];
  const event = await world.event({ sessions: [], clients: 0, for: [member], extra: all });
  const placed = async () => {
    const [stored] = await world.sessions(event);
    return new Map(stored?.clients.map(({ clientId, placement }) => [clientId, placement ?? null]));
  };
  return { member, event, placed };
}
