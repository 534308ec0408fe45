import { expect, it } from 'vitest';
import { newDocument } from '#domain/documents/new.ts';
import { createI18n } from '#i18n/index.ts';
import { placeText } from './placement.ts';

const table = (type: string, more: object) => ({ type, seats: 6, position: { x: 0, y: 0 }, ...more });
const session = newDocument('session', {
  ...{ _id: 'session_s', title: 'Concert', date: 1, metadata: {}, clients: [] },
  plan: {
    ratio: 1,
    state: {
      nextTableIndex: 4,
      tables: {
        a: table('circle', { number: 4, name: 'Lake' }),
        b: table('single', { number: 5, name: 'Balcon gauche' }),
        c: table('single', { number: 6 }),
        d: table('single', { name: 'Loge' }),
        e: table('rectangle', { number: 'Banc 2' }),
        f: table('single', { number: 'Banc 3' }),
        g: table('circle', { number: 'A1' }),
      },
    },
  },
} as never);
const at = (tableId: string, seatIndex: number | null) => ({
  ...{ clientId: 'client_a', checkInTime: null, updatedTime: 1 },
  placement: { tableId, seatIndex, onTable: seatIndex === null },
});

it.each([
  ['a', 2, 'Table 4, seat 3', 'Table 4, place 3'],
  ['b', 2, 'Balcon gauche, seat 3', 'Balcon gauche, place 3'],
  ['b', null, 'Balcon gauche', 'Balcon gauche'],
  ['c', 0, 'Row 6, seat 1', 'Rangée 6, place 1'],
  ['d', 0, 'Loge, seat 1', 'Loge, place 1'],
  ['e', 0, 'Banc 2, seat 1', 'Banc 2, place 1'],
  ['e', null, 'Banc 2', 'Banc 2'],
  ['f', 0, 'Banc 3, seat 1', 'Banc 3, place 1'],
  ['g', 0, 'Table A1, seat 1', 'Table A1, place 1'],
  ['gone', 0, '', ''],
])(
  'a row of seats is called by its name, a table by its number, with its own word where it has one: %s',
  async (tableId, seat, en, fr) => {
    const [english, french] = [await createI18n('en'), await createI18n('fr')];
    expect(placeText(session, at(tableId, seat) as never, english.t)).toBe(en);
    expect(placeText(session, at(tableId, seat) as never, french.t)).toBe(fr);
  },
);
