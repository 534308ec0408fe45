import { describe, expect, it } from 'vitest';
import { client } from '#domain/documents/client.ts';
import { sessionEntry } from '#domain/documents/session.ts';
import { newTable } from '#domain/plan/editor/templates.ts';
import { listingsOf, signsOf } from './listings.ts';

const plan = {
  ratio: 1.6,
  state: {
    nextTableIndex: 3,
    tables: {
      0: newTable('circle', 5, { x: 1, y: 1 }, 10),
      1: { ...newTable('circle', 4, { x: 1, y: 1 }, 2), name: 'Lac' },
      2: newTable('circle', 4, { x: 1, y: 1 }, 3),
    },
  },
};
const person = (id: string, surname: string, company: string | null = null) =>
  client.parse({ _id: id, type: 'client', forename: 'A', surname, company });
const clients = new Map([person('a', 'Roux', 'Arpège'), person('b', 'Blanc')].map((one) => [one._id, one]));
const entry = (clientId: string, tableId: string | number, seatIndex: number | null) =>
  sessionEntry.parse({ clientId, placement: { tableId, seatIndex } });
const words = {
  ...{ table: (label: string) => `Table ${label}`, row: (label: string) => `Row ${label}`, unknown: '?' },
  whole: { table: 'whole table', row: 'whole row' },
  name: ({ surname }: { surname: string }) => surname,
  compare: new Intl.Collator('en', { numeric: true }).compare,
};

describe('who sits where', () => {
  it('is by the numbers of tables, then of seats; empty tables are left out', () => {
    const entries = [entry('b', '0', 4), entry('a', 0, 1), entry('gone', '1', null), entry('a', '9', 0)];
    expect(listingsOf(plan, entries, clients, words)).toEqual([
      {
        ...{ tableId: '1', title: 'Table 2 · Lac', aside: '1 / 4' },
        rows: [{ place: '–', name: '?', note: 'whole table' }],
      },
      {
        ...{ tableId: '0', title: 'Table 10', aside: '2 / 5' },
        rows: [
          { place: '2', name: 'Roux', note: 'Arpège' },
          { place: '5', name: 'Blanc', note: '' },
        ],
      },
    ]);
  });

  it('has what the kitchen must know below the guest, where there is something', () => {
    const remark = ({ _id }: { _id: string }) => (_id === 'b' ? 'No nuts' : '');
    const [listing] = listingsOf(plan, [entry('a', 0, 1), entry('b', 0, 4)], clients, { ...words, remark });
    expect(listing?.rows).toEqual([
      { place: '2', name: 'Roux', note: 'Arpège' },
      { place: '5', name: 'Blanc', note: '', remark: 'No nuts' },
    ]);
  });

  it('is not at a table where seats stand in a row', () => {
    const row = newTable('single', 6, { x: 1, y: 1 }, 7);
    const hall = { ...plan, state: { ...plan.state, tables: { r: row, b: { ...row, name: 'Balcon' } } } };
    const placed = listingsOf(hall, [entry('b', 'r', null), entry('b', 'b', 0)], clients, words);
    expect(placed).toMatchObject([
      { title: 'Row 7', aside: '1 / 6', rows: [{ place: '–', name: 'Blanc', note: 'whole row' }] },
      { title: 'Balcon', aside: '1 / 6', rows: [{ place: '1', name: 'Blanc', note: '' }] },
    ]);
    const signs = signsOf(hall, placed, { ...words, word: { table: 'Table', row: 'Row' } });
    expect(signs).toEqual([
      { word: 'Row', label: '7', name: '', people: ['Blanc'] },
      { word: '', label: 'Balcon', name: '', people: ['Blanc'] },
    ]);
  });

  it('is at one of two tables that have the same name, and on its own sign', () => {
    const vip = { ...newTable('circle', 5, { x: 1, y: 1 }, 1), number: null, name: 'VIP' };
    const hall = { ...plan, state: { ...plan.state, tables: { v: vip, w: vip } } };
    const placed = listingsOf(hall, [entry('a', 'v', 0), entry('b', 'w', 0)], clients, words);
    const signs = signsOf(hall, placed, { ...words, word: { table: 'Table', row: 'Row' } });
    expect(signs.map(({ people }) => people)).toEqual([['Roux'], ['Blanc']]);
  });

  it('is at a table by its own word, where its number has one', () => {
    const bench = newTable('rectangle', 6, { x: 1, y: 1 }, 1);
    const hall = { ...plan, state: { ...plan.state, tables: { b: { ...bench, number: 'Banc 2' } } } };
    const placed = listingsOf(hall, [entry('b', 'b', 0)], clients, words);
    expect(placed.map(({ title }) => title)).toEqual(['Banc 2']);
    const signs = signsOf(hall, placed, { ...words, word: { table: 'Table', row: 'Row' } });
    expect(signs).toEqual([{ word: '', label: 'Banc 2', name: '', people: ['Blanc'] }]);
  });
});
