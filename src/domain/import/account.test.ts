import { describe, expect, it } from 'vitest';
import { newDocument } from '../documents/new.ts';
import { session as sessionSchema } from '../documents/session.ts';
import { checkRows, type ImportSettings } from './check.ts';
import { knownPeople, type KnownChoice } from './known.ts';
import { leftRows } from './leftRows.ts';
import { takes, type RowFilter } from './rowFilter.ts';
import { summariseImport } from './summary.ts';
import { mappingOf, tableOf } from './table.ts';

const settings: ImportSettings = {
  ...{ sessionIds: ['session_dinner'], language: 'en', category: 'indiv', countryCode: '' },
};
const ada = newDocument('client', {
  ...{ _id: 'client_ada', forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', metadata: {} },
} as never);
const dinner = sessionSchema.parse({
  ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 1 },
  clients: [{ clientId: 'client_ada' }],
});
const HEAD = ['First name', 'Last name', 'E-mail', 'Order status'];
const file = [
  ['Our guests', '', '', ''],
  ['', '', '', ''],
  HEAD,
  ['Zoé', 'Roth', 'zoe@example.org', 'paid'],
  ['', ' ', '', ''],
  ['Ada', 'Lovelace', 'ada@example.org', 'paid'],
  // Lists that were put below each other.
  HEAD.map((cell) => ` ${cell} `),
  ['Max', 'Frei', 'no address', 'paid'],
  ['Zoé', 'Roth', 'zoe@example.org', 'paid'],
  ['Leo', 'Keel', 'leo@example.org', 'canceled'],
  ['', 'Nobody', 'nowhere', 'paid'],
  ['Eva', 'Wide', 'eva@example.org', 'paid', 'more'],
  ['Tom', 'Short'],
  ['Bea', 'Last', 'bea@example.org', 'paid'],
  ['', '', '', ''],
  [''],
];

describe('every row of a file', () => {
  it('is told: one of the header, of a guest, of another width, or about nobody; blank ends are none', () => {
    const { rows, dropped, aside } = tableOf(file, true);
    expect(rows.map(({ line }) => line)).toEqual([4, 6, 8, 9, 10, 11, 14]);
    expect(dropped.map(({ line }) => line)).toEqual([12, 13]);
    expect(aside).toEqual({ above: 1, again: 1, empty: 2 });
    expect(1 + rows.length + dropped.length + aside.above + aside.again + aside.empty).toBe(14);
    // Without a header there is nothing above it, and none is said again.
    const all = tableOf(file, false);
    expect(all.aside).toEqual({ above: 0, again: 0, empty: 2 });
    expect(all.rows.length + all.dropped.length + 2).toBe(14);
  });

  it.each<[KnownChoice, number]>([
    ['skip', 1],
    ['add', 0],
    ['update', 1],
  ])('is imported or left for a reason, with the one who is there to %s', (choice, known) => {
    const table = tableOf(file, true);
    const mapping = mappingOf(table);
    const filters: RowFilter[] = [{ column: 3, values: new Set(['paid']) }];
    const wanted = table.rows.filter((row) => filters.every((one) => takes(one, row)));
    const facts = { numbers: new Set<string>(), sessions: [dinner], gone: new Set<string>() };
    const people = knownPeople([ada]);
    const choices = new Map([[6, choice]]);
    const checked = checkRows(wanted, new Map(), mapping, settings, { ...facts, people }, choices);
    const sum = summariseImport(checked);
    const left = leftRows(table, checked, filters, new Map());
    const unwanted = table.rows.length - wanted.length;
    expect([sum.known, sum.twice, sum.skipped, unwanted, table.dropped.length]).toEqual([known, 1, 2, 1, 2]);
    expect(left).toHaveLength(sum.known + sum.twice + sum.skipped + unwanted + table.dropped.length);
    expect(sum.ready.length + sum.updates.length + left.length).toBe(
      table.rows.length + table.dropped.length,
    );
  });
});
