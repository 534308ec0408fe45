import { describe, expect, it } from 'vitest';
import { newDocument } from '../documents/new.ts';
import { session as sessionSchema } from '../documents/session.ts';
import { checkRows, type ImportSettings, type KnownChoices } from './check.ts';
import type { Mapping } from './fields.ts';
import { knownPeople, likeWhom, type KnownChoice } from './known.ts';
import { leftRows } from './leftRows.ts';
import { knownRegistrations } from './orders.ts';
import { statusColumns, takes } from './rowFilter.ts';
import { summariseImport } from './summary.ts';
import { tableOf } from './table.ts';

const client = (id: string, forename: string, surname: string, more: object = {}) =>
  newDocument('client', { ...{ _id: `client_${id}`, forename, surname, metadata: {} }, ...more } as never);
const people = knownPeople([
  client('ada', 'Ada', 'Lovelace', { number: 'A-1', email: 'ada@example.org', phone: '+41221234567' }),
  client('leo', 'Léo', 'Müller', { number: 'A-2' }),
]);
const dinner = sessionSchema.parse({
  ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 1 },
  clients: [{ clientId: 'client_ada' }],
});
const settings: ImportSettings = {
  ...{ sessionIds: ['session_dinner'], language: 'en', category: 'indiv', countryCode: '' },
};
const MAPPING: Mapping = ['number', 'forename', 'surname', 'email', 'company', null];
const facts = { numbers: new Set(['A-1', 'A-2']), people, sessions: [dinner], gone: new Set<string>() };

function check(cells: string[][], choices: KnownChoices = new Map()) {
  const rows = cells.map((row, index) => ({ line: index + 2, cells: row }));
  return checkRows(rows, new Map(), MAPPING, settings, facts, choices);
}
const one = (cells: string[], choice?: KnownChoice) =>
  check([cells], choice === undefined ? undefined : new Map([[2, choice]]))[0];

describe('rows that look like somebody who is there', () => {
  it.each<[string, string[], string, string, KnownChoice]>([
    ['the number', ['A-1', 'A.', 'King', '', ''], 'client_ada', 'number', 'skip'],
    ['e-mail and name', ['', 'lovelace', 'ADA', 'ADA@example.org', ''], 'client_ada', 'email', 'skip'],
    // A couple with one address.
    ['the e-mail alone', ['', 'William', 'King', 'ada@example.org', ''], 'client_ada', 'email', 'add'],
    ['the name', ['', 'Leo', 'Muller', 'leo@example.org', ''], 'client_leo', 'name', 'skip'],
  ])('by %s', (_how, cells, clientId, likeness, choice) => {
    const known = one(cells)?.known;
    expect([known?.client._id, known?.likeness, known?.choice]).toEqual([clientId, likeness, choice]);
  });

  it('with two tickets are the same one each time, in whatever order they are read', () => {
    const ada = (id: string, number: string) =>
      client(id, 'Ada', 'Lovelace', { number, email: 'ada@example.org' });
    const both = [ada('b', 'A-1'), ada('a', 'A-2')];
    const row = { number: '', forename: 'Ada', surname: 'Lovelace' };
    for (const email of ['ada@example.org', ''])
      for (const order of [both, both.toReversed()])
        expect(likeWhom({ ...row, email }, knownPeople(order))?.client._id).toBe('client_b');
  });

  it('are not namesakes with another e-mail', () => {
    const row = one(['', 'Ada', 'Lovelace', 'other@example.org', '']);
    expect(row?.known).toBeNull();
    expect(row?.client).not.toBeNull();
  });

  it('are those of its e-mail and name before whose number is a place in another list', () => {
    const people = knownPeople([
      client('ada', 'Ada', 'Lovelace', { number: '1' }),
      client('leo', 'Léo', 'Müller', { number: '2' }),
    ]);
    const row = (cells: string[]) =>
      checkRows([{ line: 2, cells }], new Map(), MAPPING, settings, {
        ...{ people, numbers: new Set(['1', '2']), sessions: [dinner], gone: new Set<string>() },
      })[0];
    expect(row(['1', 'Ada', 'Lovelace', '', ''])?.known).toMatchObject({ likeness: 'number', sure: true });
    expect(row(['1', 'Leo', 'Muller', '', ''])?.known).toMatchObject({
      ...{ client: { _id: 'client_leo' }, likeness: 'name', choice: 'skip' },
    });
    // Nobody is left out unsaid for a number that counts.
    expect(row(['1', 'Zoé', 'Roth', '', ''])).toMatchObject({
      ...{ known: { choice: 'add' }, problems: { number: 'number_exists' } },
    });
  });

  it('sit on their own seats: the list of a session that comes again finds nothing occupied [VALID-24]', () => {
    const seated = sessionSchema.parse({
      ...dinner,
      clients: [{ clientId: 'client_ada', placement: { tableId: 't1', seatIndex: 0 } }],
      plan: {
        state: {
          nextTableIndex: 2,
          tables: { t1: { type: 'circle', number: 1, seats: 8, position: { x: 1, y: 1 } } },
        },
      },
    });
    const again = (choice?: KnownChoice) =>
      checkRows(
        [{ line: 2, cells: ['A-1', 'Ada', 'Lovelace', '1', '1'] }],
        new Map(),
        ['number', 'forename', 'surname', 'table', 'seat'],
        settings,
        { ...facts, sessions: [seated] },
        choice === undefined ? undefined : new Map([[2, choice]]),
      )[0];
    expect(again()?.problems).toEqual({});
    expect(again('update')?.problems).toEqual({});
    // Somebody else on it would be one too many.
    expect(again('add')?.problems).toMatchObject({ seat: 'occupied_seat_number' });
  });

  it('are skipped, added or made into an update of what the file says otherwise', () => {
    const cells = ['', 'Ada', 'Lovelace', 'ada@example.org', 'Analytical'];
    expect(one(cells)).toMatchObject({ client: null, update: null, problems: {} });
    expect(one(cells, 'add')?.client).toMatchObject({ surname: 'Lovelace' });
    expect(one(cells, 'update')?.update).toEqual({
      ...{ line: 2, clientId: 'client_ada', changes: { company: 'Analytical' } },
      // She is registered already, and keeps her place.
      registrations: [],
    });
    // Nothing is emptied by a cell that says nothing, and the ticket keeps its number.
    expect(one(['A-2', 'Léo', 'Müller', '', ''], 'update')?.update).toEqual({
      ...{ line: 2, clientId: 'client_leo', changes: {} },
      registrations: [{ sessionId: 'session_dinner', placement: null }],
    });
    // That her number is hers is no fault of a row of which nothing comes.
    expect(one(['A-1', 'Ada', 'Lovelace', '', ''])).toMatchObject({ client: null, problems: {} });
    expect(one(['A-1', 'Ada', 'Lovelace', '', ''], 'add')?.problems).toEqual({ number: 'number_exists' });
  });

  it('keep their forename and surname where the file has the same name in one', () => {
    const facts = {
      ...{ numbers: new Set<string>(), sessions: [dinner], gone: new Set<string>() },
      people: knownPeople([client('anne', 'Anne', 'Favre Bulle', { email: 'anne@example.org' })]),
    };
    const changes = (name: string) => {
      const rows = [{ line: 2, cells: [name, 'anne@example.org', 'Bulle SA'] }];
      const choices = new Map([[2, 'update' as const]]);
      const mapping: Mapping = ['fullName', 'email', 'company'];
      return checkRows(rows, new Map(), mapping, settings, facts, choices)[0]?.update?.changes;
    };
    expect(changes('Anne Favre Bulle')).toEqual({ company: 'Bulle SA' });
    expect(changes('FAVRE BULLE Anne')).toEqual({ company: 'Bulle SA' });
    // Another name is written as well as it can be read.
    expect(changes('Anne Favre')).toEqual({ company: 'Bulle SA', surname: 'Favre' });
    // What stands in columns of their own was set apart by somebody.
    expect(one(['', 'Lovelace', 'Ada', 'ada@example.org', ''], 'update')?.update?.changes).toEqual({
      ...{ forename: 'Lovelace', surname: 'Ada' },
    });
  });

  it('say where their registration is: of a party, whoever registered it', () => {
    const consumer = (id: string, forename: string, more: object = {}) =>
      newDocument('consumer', {
        _id: `consumer_${id}`,
        person: { forename, surname: 'Roth' },
        ...more,
      } as never);
    const of = (consumerId: string, email: string) => ({ consumerId: `consumer_${consumerId}`, email });
    const facts = {
      ...{ numbers: new Set<string>(), sessions: [dinner], gone: new Set<string>() },
      people: knownPeople([
        client('zoe', 'Zoé', 'Roth', of('party', 'zoe@example.org')),
        client('max', 'Max', 'Roth', of('party', 'max@example.org')),
        client('kim', 'Kim', 'Roth', of('renamed', 'kim@example.org')),
        client('eve', 'Eve', 'Roth', of('erased', 'eve@example.org')),
      ]),
      registrations: knownRegistrations([
        consumer('party', 'Zoé', { address: { street: 'Rue 1', zip: '1260', city: 'Nyon' } }),
        consumer('renamed', 'Kimberly'),
        consumer('erased', 'Eve', { erasedAt: 1 }),
      ]),
    };
    const mapping: Mapping = ['forename', 'surname', 'email', 'street', 'zip', 'city'];
    const row = (name: string, ...address: string[]) => {
      const cells = [name, 'Roth', `${name.toLowerCase().replace('é', 'e')}@example.org`, ...address];
      const choices = new Map([[2, 'update' as const]]);
      return checkRows([{ line: 2, cells }], new Map(), mapping, settings, facts, choices)[0];
    };
    const zoe = row('Zoé', 'Quai 2', '', 'Nyon');
    expect(zoe?.known).toMatchObject({ changes: { street: 'Quai 2' }, address: { street: 'Rue 1' } });
    expect(zoe?.update).toMatchObject({
      changes: {},
      address: { consumerId: 'consumer_party', changes: { street: 'Quai 2' } },
    });
    expect(summariseImport(zoe === undefined ? [] : [zoe]).changed).toEqual([{ field: 'street', count: 1 }]);
    expect(row('Max', 'Quai 2', '', 'Nyon')?.update?.address).toBeUndefined();
    // The only one of a registration is told by it.
    expect(row('Kim', 'Quai 2')?.update?.address?.changes).toEqual({ street: 'Quai 2' });
    expect(row('Eve', 'Quai 2')?.update?.address).toBeUndefined();
  });

  it('are summed up before anything is written', () => {
    const rows = check(
      [
        ['A-1', 'Ada', 'Lovelace', '', 'Analytical'],
        ['A-2', 'Léo', 'Muller', '', 'Arpège'],
        ['', 'Ada', 'Lovelace', '', ''],
        ['', 'Zoé', 'Roth', '', ''],
        ['', '', 'Nobody', '', ''],
      ],
      new Map([
        [2, 'update'],
        [3, 'update'],
      ]),
    );
    const { ready, updates, updated, changed, registered, skipped, known } = summariseImport(rows);
    expect([ready.length, updates.length, updated, registered, skipped, known]).toEqual([1, 2, 2, 1, 1, 1]);
    expect(changed).toEqual([
      { field: 'company', count: 2 },
      { field: 'surname', count: 1 },
    ]);
  });

  it('count once, in however many rows, and so does the address of a registration', () => {
    const [row] = check([['A-1', 'Ada', 'Lovelace', '', 'Analytical']], new Map([[2, 'update']]));
    if (row?.update == null) throw new Error('no update');
    const { update } = row;
    const summed = (...updates: Partial<typeof update>[]) => {
      const { updated, changed, registered } = summariseImport(
        updates.map((more) => ({ ...row, update: { ...update, registrations: [], ...more } })),
      );
      return { updated, registered, changed: changed.map(({ field, count }) => `${field} ${count}`) };
    };
    const registrations = [{ sessionId: 's', placement: null }];
    expect(summed({ registrations }, { registrations, changes: {} }, {})).toEqual({
      ...{ updated: 1, registered: 1, changed: ['company 1'] },
    });
    const moved = { changes: {}, address: { consumerId: 'consumer_party', changes: { street: 'Quai 2' } } };
    expect(summed(moved, { ...moved, clientId: 'client_namesake' })).toMatchObject({
      ...{ updated: 1, changed: ['street 1'] },
    });
    expect(summed(moved, { ...moved, clientId: 'client_namesake', registrations })).toMatchObject({
      ...{ updated: 1, registered: 1 },
    });
    expect(summed(moved, {}, { clientId: 'client_other' })).toMatchObject({ updated: 2 });
  });
});

describe('rows of one person in one file', () => {
  const twins = (cells: string[][], choices?: KnownChoices) =>
    check(cells, choices).map(({ twin, client }) => twin && [twin.line, twin.choice, client !== null]);
  const zoe = ['', 'Zoé', 'Roth', 'zoe@example.org', ''];

  it('are one guest where they say the same, unless somebody says otherwise', () => {
    const repeated = [zoe, ['', 'Max', 'Frei', '', ''], ['', 'zoe', 'ROTH', ' zoe@example.org ', ''], zoe];
    expect(twins(repeated)).toEqual([null, null, [2, 'add', true], [2, 'skip', false]]);
    expect(twins(repeated, new Map([[5, 'add']]))[3]).toEqual([2, 'add', true]);
    expect(twins(repeated, new Map([[4, 'skip']]))[2]).toEqual([2, 'skip', false]);
    // 'Update all' is about those who are there.
    expect(twins(repeated, new Map([[5, 'update']]))[3]).toEqual([2, 'skip', false]);
    const rows = check(repeated);
    expect(rows[2]?.twin?.differs).toEqual(['forename', 'surname']);
    expect(summariseImport(rows)).toMatchObject({ twice: 1, known: 0, skipped: 0 });
  });

  it('are two with numbers of their own, with other addresses, and where no address says more than the name', () => {
    expect(
      twins([
        ['T-1', ...zoe.slice(1)],
        ['T-2', ...zoe.slice(1)],
      ]),
    ).toEqual([null, null]);
    expect(twins([zoe, ['', 'Zoé', 'Roth', 'other@example.org', '']])).toEqual([null, null]);
    const guest = ['', 'Guest', 'Smith', '', ''];
    expect(twins([guest, guest])).toEqual([null, [2, 'add', true]]);
  });
});

describe('rows by what a column says of them', () => {
  const table = tableOf(
    [
      ['First name', 'Last name', 'Order status'],
      ['Ada', 'Byron', 'Paid '],
      ['Leo', 'Wolf', 'canceled'],
      ['Zoe', 'Roth', 'paid'],
      ['Max', 'Frei', 'paid', 'too', 'wide'],
      ['', 'Nameless', 'paid'],
    ],
    true,
  );
  const mapping: Mapping = ['forename', 'surname', null];

  it('are offered with their words, and left out where they are not chosen', () => {
    expect(statusColumns(table, mapping)).toEqual([
      {
        column: 2,
        values: [
          { key: 'paid', value: 'Paid', count: 3 },
          { key: 'canceled', value: 'canceled', count: 1 },
        ],
      },
    ]);
    // A column that is imported, or on which all rows agree, chooses nothing.
    expect(statusColumns(table, ['forename', 'surname', 'notes'])).toEqual([]);
    expect(statusColumns({ ...table, rows: table.rows.slice(0, 1) }, mapping)).toEqual([]);
    const filter = { column: 2, values: new Set(['paid']) };
    expect(table.rows.filter((row) => takes(filter, row)).map(({ cells }) => cells[0])).toEqual([
      ...['Ada', 'Zoe', ''],
    ]);
  });

  it('are all told with the reason where nothing comes of them', () => {
    const filter = { column: 2, values: new Set(['paid']) };
    const taken = table.rows.filter((row) => takes(filter, row));
    const checked = checkRows(taken, new Map(), mapping, settings, facts);
    const left = leftRows(table, checked, [filter], new Map([[6, { 1: 'Corrected' }]]));
    expect(left.map(({ line, cells, reasons }) => [line, cells.join(' '), ...reasons])).toEqual([
      [3, 'Leo Wolf canceled', 'unwanted'],
      [5, 'Max Frei paid too wide', 'width'],
      [6, ' Corrected paid', 'required'],
    ]);
  });
});
