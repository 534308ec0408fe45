import { describe, expect, it } from 'vitest';
import { parseDocument } from '../documents/index.ts';
import type { Session } from '../documents/session.ts';
import { checkRows, type ImportSettings } from './check.ts';
import type { EventFacts } from './facts.ts';
import type { Mapping } from './fields.ts';
import { summariseImport } from './summary.ts';
import { edited } from './table.ts';

function session(id: string, rest: Record<string, unknown>): Session {
  const parsed = parseDocument({ _id: id, type: 'session', date: 1, ...rest });
  if (!parsed.ok || parsed.value.type !== 'session') throw new Error(JSON.stringify(parsed));
  return parsed.value;
}
const table = (number: number, seats: number) => ({
  type: 'circle',
  number,
  position: { x: 0, y: 0 },
  seats,
});
const dinner = session('session_dinner', {
  title: 'Dinner',
  titleFrench: 'Dîner',
  plan: { state: { nextTableIndex: 3, tables: { t1: table(1, 8), t2: table(2, 2) } } },
  clients: [
    { clientId: 'client_a', placement: { tableId: 't1', seatIndex: 0 } },
    { clientId: 'client_gone', placement: { tableId: 't1', seatIndex: 1 } },
  ],
});
const ball = session('session_ball', { title: 'Ball' });
const past = session('session_past', { title: 'Past', status: 'archived' });
const event: EventFacts = {
  numbers: new Set(['A1']),
  sessions: [dinner, ball, past],
  gone: new Set(['client_gone']),
};
const settings: ImportSettings = {
  sessionIds: ['session_dinner'],
  language: 'fr',
  category: 'indiv',
  countryCode: '+41',
};

function check(mapping: Mapping, cells: string[][], change: Partial<ImportSettings> = {}) {
  const rows = cells.map((row, index) => ({ line: index + 2, cells: row }));
  return checkRows(rows, new Map(), mapping, { ...settings, ...change }, event);
}
const problems = (mapping: Mapping, cells: string[][], change?: Partial<ImportSettings>) =>
  check(mapping, cells, change).map((row) => row.problems);

describe('rows of an import', () => {
  it('have one line in every cell but the notes', () => {
    const [row] = check(
      ['forename', 'surname', 'company', 'notes'],
      [['Ada', 'King \n Noel', 'A\tB', 'a\nb']],
    );
    expect(row?.client).toMatchObject({ surname: 'King Noel', company: 'A B', notes: 'a\nb' });
  });

  it('say nothing with a dash, but in place of a name', () => {
    const [row, other] = check(
      ['forename', 'surname', 'company', 'email', 'table', 'number'],
      [
        ['Ada', 'King', '—', '-', '–', ''],
        ['Ada', '-', '- SA', '', '', '-'],
      ],
    );
    expect(row?.problems).toEqual({});
    expect(row?.client).toMatchObject({ company: '', email: '', registrations: [{ placement: null }] });
    expect(other?.client).toMatchObject({ surname: '-', company: '- SA', number: '' });
  });

  it('need names, and texts of their patterns', () => {
    expect(
      problems(
        ['forename', 'surname', 'company', 'email', 'phone'],
        [
          ['Ada', 'Lovelace', 'A & B', 'ada@example.com', '079 123 45 67'],
          ['', 'Lovelace', '', '', ''],
          ['A<b>', 'x'.repeat(201), '<b>', 'no mail', 'ask'],
        ],
      ),
    ).toEqual([
      {},
      { forename: 'required' },
      { forename: 'name', surname: 'tooLong', company: 'freename', email: 'email', phone: 'phone' },
    ]);
  });

  it('read fixed lists in both languages, and take the chosen values where the file says nothing', () => {
    const [first, second, third] = check(
      ['forename', 'surname', 'language', 'category', 'title'],
      [
        ['A', 'B', 'Anglais', 'Médias', 'Madame'],
        ['A', 'B', '', '', ''],
        ['A', 'B', 'Klingon', 'VIP', 'Baron'],
      ],
    );
    expect(first?.client).toMatchObject({ language: 'en', category: 'media', title: 'mrs' });
    expect(second?.client).toMatchObject({ language: 'fr', category: 'indiv', title: null });
    expect(third?.problems).toEqual({
      language: 'language_unknown',
      category: 'category_unknown',
      title: 'title_unknown',
    });
  });

  it('say nothing of a title by a degree: nobody is left out for it', () => {
    const titles = ['Dr', 'Prof. Dr.', 'Mme', 'Mme Dr', 'Frau Prof. Dr.', 'Dr Baron'];
    const rows = titles.map((title) => ['A', 'B', title]);
    const checked = check(['forename', 'surname', 'title'], rows);
    expect(checked.map(({ client, problems }) => client?.title ?? problems.title ?? null)).toEqual([
      ...[null, null, 'mrs', 'mrs', 'mrs', 'title_unknown'],
    ]);
  });

  it('have numbers unique within the event and among the imported rows [VALID-10]', () => {
    const mapping: Mapping = ['forename', 'surname', 'number'];
    expect(
      problems(mapping, [
        ['A', 'B', 'A1'],
        ['A', 'B', 'N1'],
        ['A', 'B', 'N1'],
        ['', 'B', 'N2'],
        ['A', 'B', 'N2'],
        ['A', 'B', ''],
        ['A', 'B', ''],
      ]),
    ).toEqual([
      { number: 'number_exists' },
      {},
      { number: 'number_exists' },
      // Not imported, so its number is free.
      { forename: 'required' },
      {},
      {},
      {},
    ]);
  });

  it('have whole seats from 1 to the seat count of a table of the plan [VALID-23]', () => {
    const mapping: Mapping = ['forename', 'surname', 'table', 'seat'];
    const seats = ['0', '3', '1.5', '-1', '1e0', 'two', '2'];
    expect(
      problems(
        mapping,
        seats.map((seat) => ['A', 'B', '2', seat]),
      ),
    ).toEqual([...seats.slice(0, -1).map(() => ({ seat: 'invalid_seat_number' })), {}]);
    expect(
      problems(mapping, [
        ['A', 'B', '9', ''],
        ['A', 'B', '', '1'],
        ['A', 'B', '2', ''],
      ]),
    ).toEqual([{ table: 'invalid_table_number' }, { seat: 'seat_without_table' }, {}]);
  });

  it('have seats that neither the session nor an earlier row uses; a deleted client uses none [VALID-24]', () => {
    const mapping: Mapping = ['forename', 'surname', 'table', 'seat'];
    const rows = check(mapping, [
      ['A', 'B', '1', '1'],
      ['A', 'B', '1', '2'],
      ['A', 'B', '1', '2'],
      ['', 'B', '1', '3'],
      ['A', 'B', '1', '3'],
    ]);
    expect(rows.map((row) => row.problems)).toEqual([
      { seat: 'occupied_seat_number' },
      {},
      { seat: 'occupied_seat_number' },
      { forename: 'required' },
      {},
    ]);
    expect(rows[1]?.client?.registrations).toEqual([
      { sessionId: 'session_dinner', placement: { tableId: 't1', seatIndex: 1, onTable: false } },
    ]);
  });

  it('have a table only where their session has a plan [VALID-25]', () => {
    const mapping: Mapping = ['forename', 'surname', 'table', 'session'];
    const rows = check(mapping, [
      ['A', 'B', '1', 'Ball'],
      ['A', 'B', '1', 'diner'],
    ]);
    expect(rows.map((row) => [row.hasPlan, row.problems])).toEqual([
      [false, {}],
      [true, {}],
    ]);
    expect(rows.map((row) => row.client?.registrations)).toEqual([
      [{ sessionId: 'session_ball', placement: null }],
      [{ sessionId: 'session_dinner', placement: { tableId: 't1', seatIndex: null, onTable: true } }],
    ]);
  });

  it('go into open sessions only, named by the row or chosen [IMPORT-04]', () => {
    const mapping: Mapping = ['forename', 'surname', 'session'];
    expect(
      problems(
        mapping,
        [
          ['A', 'B', 'Past'],
          ['A', 'B', 'Nowhere'],
          ['A', 'B', ''],
        ],
        { sessionIds: ['session_past'] },
      ),
    ).toEqual([{ session: 'session_archived' }, { session: 'session_unknown' }, { session: 'no_session' }]);
  });

  it('go into each of the sessions that the row names, as the list of all clients has them [IMPORT-04]', () => {
    const talk = session('session_talk', { title: 'Cars, and what then' });
    const rows = [
      ['A', 'B', 'Ball, Dîner'],
      ['A', 'B', 'Cars, and what then; Ball,Ball'],
      ['A', 'B', 'Dinner, Past'],
      ['A', 'B', 'Dinner, Nowhere'],
    ].map((cells, index) => ({ line: index + 2, cells }));
    const all = { ...event, sessions: [...event.sessions, talk] };
    const checked = checkRows(rows, new Map(), ['forename', 'surname', 'session'], settings, all);
    expect(checked.map(({ problems: found }) => found)).toEqual([
      {},
      {},
      { session: 'session_archived' },
      { session: 'session_unknown' },
    ]);
    expect(checked.map(({ client }) => client?.registrations.map(({ sessionId }) => sessionId))).toEqual([
      ['session_ball', 'session_dinner'],
      ['session_talk', 'session_ball'],
      undefined,
      undefined,
    ]);
  });

  it('are checked as corrected, and summed up', () => {
    const rows = [
      { line: 2, cells: ['', 'B', 'A1'] },
      { line: 3, cells: ['A', 'B', 'A1'] },
    ];
    const mapping: Mapping = ['forename', 'surname', 'number'];
    const before = checkRows(rows, new Map(), mapping, settings, event);
    expect(summariseImport(before)).toMatchObject({
      ready: [],
      skipped: 2,
      reasons: [
        { problem: 'number_exists', count: 2 },
        { problem: 'required', count: 1 },
      ],
    });
    const edits = edited(edited(new Map(), 2, 0, 'Ada'), 2, 2, 'N9');
    const after = summariseImport(checkRows(rows, edits, mapping, settings, event));
    expect(after.ready).toMatchObject([{ line: 2, forename: 'Ada', number: 'N9' }]);
    expect(after.skipped).toBe(1);
  });

  it('can be 5,000', () => {
    const cells = Array.from({ length: 5000 }, (_, index) => [
      `A${index}`,
      'B',
      `N${index}`,
      '2',
      'x@example.com',
    ]);
    const rows = check(['forename', 'surname', 'number', null, 'email'], cells);
    expect(rows.every(({ client }) => client !== null)).toBe(true);
  });
});
