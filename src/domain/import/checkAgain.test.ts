import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newDocument } from '../documents/new.ts';
import { session as sessionSchema } from '../documents/session.ts';
import { checkRows, importCheck, type ImportSettings, type KnownChoices } from './check.ts';
import type { EventFacts } from './facts.ts';
import type { Mapping } from './fields.ts';
import { knownPeople } from './known.ts';
import { knownRegistrations } from './orders.ts';
import { edited, type Edits, type TableRow } from './table.ts';

/* A file is checked again after each edit and choice. */

const client = (id: string, forename: string, surname: string, more: object) =>
  newDocument('client', { ...{ _id: `client_${id}`, forename, surname, metadata: {} }, ...more } as never);
const table = (number: number) => ({ type: 'circle', number, position: { x: 0, y: 0 }, seats: 2 });
const dinner = sessionSchema.parse({
  ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 1 },
  plan: { state: { nextTableIndex: 3, tables: { t1: table(1), t2: table(2) } } },
  clients: [{ clientId: 'client_ada', placement: { tableId: 't1', seatIndex: 0 } }],
});
const ball = sessionSchema.parse({ _id: 'session_ball', type: 'session', title: 'Ball', date: 1 });
const people = [
  client('ada', 'Ada', 'King', { number: 'N1', email: 'a@x.org', consumerId: 'consumer_a' }),
  client('leo', 'Léo', 'Noel', { number: 'N2' }),
];
const facts: EventFacts = {
  numbers: new Set(['N1', 'N2']),
  people: knownPeople(people),
  registrations: knownRegistrations([
    newDocument('consumer', { _id: 'consumer_a', metadata: {}, orderCode: 'ORD-9' } as never),
  ]),
  sessions: [dinner, ball],
  gone: new Set(),
};
const settings: ImportSettings = {
  ...{
    sessionIds: ['session_dinner', 'session_ball'],
    language: 'en',
    category: 'indiv',
    countryCode: '+41',
  },
};
const MAPPING = [
  ...(['number', 'forename', 'surname', 'email', 'party', 'session', 'table', 'seat'] as const),
] satisfies Mapping;
const most = (...texts: string[]): string[] => Array.from({ length: 12 }, () => texts).flat();
/** So few of each that rows meet one another and those who are there; seldom something that keeps the row out by itself. */
const TEXTS: readonly (readonly string[])[] = [
  [...most('', 'N1', 'N3', 'N4'), 'N2', 'ORD-9', 'x'.repeat(101)],
  [...most('Ada', 'Leo'), ''],
  [...most('King', 'Noel', 'Byron'), '<b>'],
  [...most('', 'a@x.org', 'b@x.org'), 'none'],
  ['', '', '7', 'ORD-9'],
  [...most('', 'Ball', 'Dinner'), 'Nowhere'],
  [...most('1', '2', '2'), '', '9'],
  [...most('1', '2', '2'), '', '3'],
];
const ROWS = 8;
const anyCells = fc.tuple(...TEXTS.map((texts) => fc.constantFrom(...texts)));
const anyLine = fc.integer({ min: 2, max: ROWS + 1 });
const anyStep = fc.oneof(
  fc.tuple(anyLine, fc.integer({ min: 0, max: TEXTS.length - 1 }), fc.nat()).map(([line, column, at]) => {
    const texts = TEXTS[column] ?? [''];
    return { line, column, text: texts[at % texts.length] ?? '' };
  }),
  fc.record({ line: anyLine, choice: fc.constantFrom('skip', 'add', 'update') }),
  // As a filter does: rows are left out, and come again.
  fc.record({ without: fc.uniqueArray(anyLine) }),
);

it('says of all rows after any edits and choices what a check of the whole file says', () => {
  fc.assert(
    fc.property(
      fc.array(anyCells, { minLength: ROWS, maxLength: ROWS }),
      fc.array(anyStep, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      (cells, steps, numbersAreOrders) => {
        const all = cells.map((row, index) => ({ line: index + 2, cells: row }));
        const own = { ...settings, numbersAreOrders };
        const check = importCheck(MAPPING, own, facts);
        let [rows, edits, choices]: [TableRow[], Edits, KnownChoices] = [all, new Map(), new Map()];
        for (const step of steps) {
          if ('choice' in step) choices = new Map(choices).set(step.line, step.choice);
          else if ('text' in step) edits = edited(edits, step.line, step.column, step.text);
          else rows = all.filter(({ line }) => !step.without.includes(line));
          check.all(rows, edits, choices);
        }
        const whole = checkRows(rows, edits, MAPPING, own, facts, choices);
        expect(check.all(rows, edits, choices)).toEqual(whole);
      },
    ),
  );
});

it('reads the one row of 2,000 that was edited, and none for a choice', () => {
  const read: number[] = [];
  const rows = Array.from({ length: 2000 }, (_, index): TableRow => {
    const line = index + 2;
    const cells = ['', 'Ada', `Number${line}`, `guest${line}@example.org`, '', '', '', ''];
    return {
      line,
      get cells() {
        read.push(line);
        return cells;
      },
    };
  });
  const check = importCheck(MAPPING, settings, facts);
  const asked = (edits: Edits, choices?: KnownChoices) => {
    read.length = 0;
    const checked = check.all(rows, edits, choices);
    return { lines: [...new Set(read)], checked };
  };
  expect(check.unread(rows, new Map())).toHaveLength(2000);
  expect(asked(new Map()).lines).toHaveLength(2000);
  const once = edited(new Map(), 1711, 3, 'wrong');
  expect(check.unread(rows, once).map(({ line }) => line)).toEqual([1711]);
  const { lines, checked } = asked(once);
  expect(lines).toEqual([1711]);
  expect(checked[1709]?.problems).toEqual({ email: 'email' });
  // It repeats the row above now: what follows for both is found without reading either again.
  const twice = edited(edited(once, 1711, 2, 'Number1710'), 1711, 3, 'guest1710@example.org');
  const repeated = asked(twice);
  expect(repeated.lines).toEqual([1711]);
  expect(repeated.checked[1709]?.twin).toMatchObject({ line: 1710, choice: 'skip' });
  const chosen = asked(twice, new Map([[1711, 'add']]));
  expect(chosen.lines).toEqual([]);
  expect(chosen.checked[1709]?.client).not.toBeNull();
});
