import { expect, it } from 'vitest';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import { session as sessionSchema } from '../documents/session.ts';
import { checkRows, type ImportSettings, type KnownChoices } from './check.ts';
import type { Mapping } from './fields.ts';
import { knownPeople, type KnownChoice } from './known.ts';
import { doubledOrders, knownRegistrations, numbersAreOrders } from './orders.ts';
import { summariseImport } from './summary.ts';

/* A second file of the program that sold the tickets: its orders are known. */

const guest = (id: string, forename: string, consumer: string, more: object = {}) =>
  newDocument('client', {
    ...{ _id: `client_${id}`, forename, surname: 'Frei', consumerId: `consumer_${consumer}`, metadata: {} },
    ...more,
  } as never);
const registration = (id: string, more: Partial<Consumer> = {}): Consumer =>
  newDocument('consumer', { _id: `consumer_${id}`, metadata: {}, ...more });
const facts = {
  numbers: new Set(['C3']),
  people: knownPeople([
    guest('ada', 'Ada', 'a', { email: 'ada@example.org' }),
    guest('bo', 'Bo', 'b', { email: 'bo@example.org' }),
    guest('cy', 'Cy', 'c', { number: 'C3', email: 'cy@example.org' }),
    guest('di', 'Di', 'd', { email: 'di@example.org' }),
  ]),
  registrations: knownRegistrations([
    registration('b2', { orderCode: '7' }),
    // Made on a device that was apart: heard of first, and not meant.
    registration('z', { orderCode: 'A1' }),
    registration('a', { orderCode: 'A1' }),
    registration('b'),
    registration('c'),
    registration('d', { orderCode: 'D4', status: 'canceled' }),
  ]),
  sessions: [sessionSchema.parse({ _id: 'session_s', type: 'session', title: 'S', date: 1, clients: [] })],
  gone: new Set<string>(),
};
const settings: ImportSettings = {
  ...{ sessionIds: ['session_s'], language: 'en', category: 'indiv', countryCode: '' },
};
const BY_ORDER: Mapping = ['party', 'forename', 'surname', 'email'];
const BY_NUMBER: Mapping = ['number', 'forename', 'surname', 'email'];

function joined(
  cells: string[][],
  mapping: Mapping,
  more: Partial<ImportSettings> = {},
  choices?: KnownChoices,
) {
  const rows = cells.map(([order = '', forename = '', email = ''], index) => {
    return { line: index + 2, cells: [order, forename, 'Frei', email] };
  });
  return checkRows(rows, new Map(), mapping, { ...settings, ...more }, facts, choices);
}
const told = (rows: ReturnType<typeof joined>) =>
  rows.map(({ client, known, problems }) => {
    const what = client === null ? (known?.choice ?? 'none') : [client.joins ?? 'new', client.number];
    return Object.keys(problems).length > 0 && what !== 'skip' ? problems : what;
  });

it('of an order that is known, or of which somebody in the file is there, is of that registration', () => {
  const rows = joined(
    [
      ['A1', 'Zoe', ''],
      // Bo came before orders were noted.
      ['B2', 'Max', ''],
      ['B2', 'Bo', 'bo@example.org'],
      // What was cancelled is over.
      ['D4', 'Pia', ''],
      ['E5', 'Uli', ''],
      ['E5', 'Ute', ''],
      ['', 'Kim', ''],
      // A place in another list.
      ['7', 'Leo', ''],
    ],
    BY_ORDER,
  );
  expect(told(rows)).toEqual([
    ...[['consumer_a', ''], ['consumer_b', ''], 'skip'],
    ...[
      ['new', ''],
      ['new', ''],
      ['new', ''],
      ['new', ''],
      ['new', ''],
    ],
  ]);
  const { parties, joining } = summariseImport(rows);
  expect([parties, joining]).toEqual([4, 2]);
});

it('of an order is of the registration of whoever is there, and of no namesake', () => {
  const mailed = [
    ['B2', 'Bo', 'bo@example.org'],
    ['B2', 'Max', ''],
  ];
  const named = [
    ['B2', 'Bo', ''],
    ['B2', 'Max', ''],
  ];
  const shared = [
    ['B2', 'Ben', 'bo@example.org'],
    ['B2', 'Max', ''],
  ];
  const anew = ['new', ''];
  const chosen = (cells: string[][], choice?: KnownChoice) =>
    told(joined(cells, BY_ORDER, {}, choice && new Map([[2, choice]])));
  expect(chosen(mailed)).toEqual(['skip', ['consumer_b', '']]);
  expect(chosen(mailed, 'update')).toEqual(['update', ['consumer_b', '']]);
  // Added: two people, with one address or one name.
  expect(chosen(mailed, 'add')).toEqual([anew, anew]);
  expect(chosen(named, 'add')).toEqual([anew, anew]);
  expect(chosen(shared)).toEqual([anew, anew]);
  // A name alone is the same person where somebody says so.
  expect(chosen(named)).toEqual(['skip', anew]);
  expect(chosen(named, 'update')).toEqual(['update', ['consumer_b', '']]);
  expect(chosen(shared, 'skip')).toEqual(['skip', anew]);
  expect(chosen(shared, 'update')).toEqual(['update', ['consumer_b', '']]);
  // An order that is known brings its own together, whoever is called like them.
  expect(chosen([['A1', 'Bo', '']], 'add')).toEqual([['consumer_a', '']]);
});

it('of an order that numbers its only guest, is another guest of it', () => {
  const isOrders = { numbersAreOrders: numbersAreOrders(['Order code', '', '', ''], BY_NUMBER) };
  expect(isOrders.numbersAreOrders).toBe(true);
  expect(numbersAreOrders(['Ticket code', '', '', ''], BY_NUMBER)).toBe(false);
  const lines = [
    ['C3', 'Cy', 'new@example.org'],
    ['C3', 'Zoe', 'zoe@example.org'],
    ['A1', 'Max', ''],
    ['F6', 'Uli', ''],
    ['F6', 'Ute', ''],
  ];
  const rows = joined(lines, BY_NUMBER, isOrders);
  expect(told(rows)).toEqual([
    ...['skip', ['consumer_c', ''], ['consumer_a', ''], ['new', 'F6']],
    { number: 'number_exists' },
  ]);
  expect(rows[1]?.known).toMatchObject({ likeness: 'number', sure: false, choice: 'add' });
  // Whoever sees that it is the same person under another name says so.
  const [, updated] = joined(lines, BY_NUMBER, isOrders, new Map([[3, 'update']]));
  expect(updated?.update).toMatchObject({ clientId: 'client_cy', changes: { forename: 'Zoe' } });
  // A number of the guest's own is no order.
  expect(told(joined(lines.slice(1, 2), BY_NUMBER))).toEqual(['skip']);
});

it('that two devices imported apart is told, and its first registration is the lowest id on every device', () => {
  const both = [registration('z', { orderCode: 'A1' }), registration('a', { orderCode: 'A1' })];
  const others = [
    registration('d', { orderCode: 'D4' }),
    registration('e', { orderCode: 'D4', status: 'canceled' }),
    // Places in two lists.
    registration('f', { orderCode: '7' }),
    registration('g', { orderCode: '7' }),
    registration('h'),
    registration('i'),
  ];
  for (const all of [both, both.toReversed()]) {
    expect(doubledOrders([...all, ...others])).toEqual([
      { code: 'A1', consumerIds: ['consumer_a', 'consumer_z'] },
    ]);
    expect(knownRegistrations(all).byOrder.get('A1')).toBe('consumer_a');
  }
});

it('that is longer than any order says so', () => {
  const [row] = joined([['X'.repeat(201), 'Zoe', '']], BY_ORDER);
  expect(row?.problems).toEqual({ party: 'tooLong' });
});
