import { describe, expect, it } from 'vitest';
import { guessDelimiter } from './delimiter.ts';
import { decodeText } from './encoding.ts';
import { remap } from './fields.ts';
import { matchHeaders } from './matching.ts';
import { internationalPhone } from './phone.ts';
import { cellText, columnsLeft, mappingOf, tableOf, withSessions, type ImportTable } from './table.ts';

const bytes = (...values: number[]) => new Uint8Array(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the encoding of a file', () => {
  it('is UTF-8 with or without a mark, which is no part of the text', () => {
    expect(decodeText(utf8('Prénom'))).toEqual({ text: 'Prénom', encoding: 'utf-8' });
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, ...utf8('Prénom')))).toEqual({
      text: 'Prénom',
      encoding: 'utf-8',
    });
  });
  it('is Windows-1252 where it is no UTF-8, as Excel writes French', () => {
    // Prénom;Œuvre – 5 €
    const excel = bytes(0x50, 0x72, 0xe9, 0x6e, 0x6f, 0x6d, 0x3b, 0x8c, 0x75, 0x20, 0x96, 0x20, 0x80);
    expect(decodeText(excel)).toEqual({ text: 'Prénom;Œu – €', encoding: 'windows-1252' });
  });
  it('is UTF-16 with its mark, as Excel writes "Unicode text"', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0x41, 0, 0xe9, 0)).text).toBe('Aé');
    expect(decodeText(bytes(0xfe, 0xff, 0, 0x41)).encoding).toBe('utf-16be');
  });
});

describe('the separator [IMPORT-01]', () => {
  it.each([
    ['Prénom;Nom\nAda;Lovelace', ';'],
    ['Forename,Surname\nAda,Lovelace', ','],
    ['Nom;Entreprise\nAda;"Lovelace, Sons, Daughters, Co"\nB;C', ';'],
    ['Name,Notes\n"a;b;c;d","x;y;z"\n"e;f",g', ','],
    ['Nom;Montant\nAda;1,50\nBob;2,50', ';'],
    ['a;b;c\r1;2;3\r', ';'],
    ['one column', ','],
    ['', ','],
    ['\n\n;;\nNom;Prénom\n', ';'],
    ['Prénom\tNom\nAda\tLovelace, Countess; of', '\t'],
    ['Nom;Notes\nAda;"a\tb"', ';'],
  ] as const)('of %j is %s', (text, wanted) => expect(guessDelimiter(text)).toBe(wanted));
});

describe('headers', () => {
  it('may have words around what is known: which number, whose telephone', () => {
    const written = [
      ...['N° de téléphone', 'Tél. privé', 'Handy-Nr.', 'Numéro de portable', 'Telefon geschäftlich'],
      ...['Work phone', 'Phone 2', 'Telefonnummer privat'],
    ];
    for (const heading of written) expect(matchHeaders(['Prénom', heading])).toEqual(['forename', 'phone']);
    for (const heading of ['E-mail professionnel', 'E-Mail privat', 'Email 1'])
      expect(matchHeaders(['Prénom', heading])).toEqual(['forename', 'email']);
    expect(matchHeaders(['Prénom', 'Nom', 'N° commande'])).toEqual(['forename', 'surname', 'party']);
    // The plain name is the better known one, and a word more may say something else.
    expect(matchHeaders(['Tél. privé', 'Téléphone'])).toEqual([null, 'phone']);
    for (const heading of ['Table 2', 'Nationalité', 'Notes 2', 'Prénom privé', 'Phone verified'])
      expect(matchHeaders([heading])).toEqual([null]);
  });
  it('are known in English and French, whatever case, accents and punctuation', () => {
    expect(
      matchHeaders(['N° client', 'PRÉNOM ', 'nom', 'E-mail', 'Tél. portable', 'N° de table', 'Place']),
    ).toEqual(['number', 'forename', 'surname', 'email', 'phone', 'table', 'seat']);
    expect(matchHeaders(['Client number', 'First name', 'LAST_NAME', 'Company', 'Table', 'Seat'])).toEqual([
      'number',
      'forename',
      'surname',
      'company',
      'table',
      'seat',
    ]);
    expect(matchHeaders(['Numéro', 'Civilité', 'Langue', 'Catégorie', 'NPA', 'Localité', 'Siège'])).toEqual([
      // A seat without a table is no place.
      ...['number', 'title', 'language', 'category', 'zip', 'city', null],
    ]);
  });
  it('give a field to one column: the better name, then the first', () => {
    expect(matchHeaders(['Name', 'Nom de famille', 'Prénom', 'Prénom'])).toEqual([
      null,
      'surname',
      'forename',
      null,
    ]);
    expect(matchHeaders(['Name', 'Vorname', 'Nachname'])).toEqual([null, 'forename', 'surname']);
    expect(matchHeaders(['Nom', 'Prénom', 'Nom de famille'])).toEqual([null, 'forename', 'surname']);
    expect(remap(['surname', null], 1, 'surname')).toEqual([null, 'surname']);
    expect(remap(['surname', 'email'], 0, null)).toEqual([null, 'email']);
  });
  it('number tickets also where rows were copied twice, and by their own codes where such a copy was changed', () => {
    const head = ['First name', 'Last name', 'ID', 'Pseudonymization ID'];
    const rows = Array.from({ length: 30 }, (_, at) => ['Guest', `No ${at}`, `T${at}`, `P${at}`]);
    const twice = [...rows, ...rows.slice(0, 3)].map((row) => row.slice(0, 3));
    expect(matchHeaders(head.slice(0, 3), twice)).toEqual(['forename', 'surname', 'number']);
    const changed = [...rows, ['Guest', 'No 3 again', 'T3', 'P3']];
    expect(matchHeaders(head, changed)).toEqual(['forename', 'surname', null, 'number']);
    // An order's is of several.
    const orders = rows.map(([forename = '', surname = ''], at) => [
      forename,
      surname,
      `T${at % 9}`,
      `P${at % 9}`,
    ]);
    expect(matchHeaders(head, orders).slice(2)).not.toContain('number');
  });
  it.each<[string, string, string[], boolean]>([
    ['codes', 'Commande', ['A1', 'A1', 'XK-204', '10234'], true],
    ['words', 'Inscription', ['confirmée', 'annulée', 'confirmée'], false],
    ['words beside a code', 'Booking', ['A1', 'A1', 'none', 'none'], false],
    ['how many they are', 'Party', ['2', '2', '12', '4x', '4x'], false],
    ['days', 'Réservation', ['12.09.2026', '12.09.2026', '2026-09-13', '2026-09-13T18:00'], false],
    ['hours', 'Reservation', ['19:30', '19:30', '20h', '7.30'], false],
    ['amounts', 'Order', ['120.50', '120.50', '80,00'], false],
    ['what was ordered', 'Order', ['2 menus', '2 menus', 'Table 4'], false],
    ['a hall', 'Order', Array.from({ length: 21 }, () => 'A1'), false],
    ['a long table', 'Order', Array.from({ length: 20 }, () => 'A1'), true],
    // Where the heading says that they are codes they may be words, and as many as there are.
    ['a company by its code', 'Order code', Array.from({ length: 21 }, () => 'ACME'), true],
  ])('tell orders by %s below %s', (_what, heading, cells, isParty) => {
    const rows = cells.map((cell, at) => [cell, `Guest ${at} Frei`]);
    expect(matchHeaders([heading, 'Full name'], rows)).toEqual([isParty ? 'party' : null, 'fullName']);
  });
  it('tell orders by a column of codes before one that has a word for a heading', () => {
    const rows = [
      ['A1', 'X1', 'T1'],
      ['A1', 'X1', 'T2'],
      ['A1', 'X2', 'T3'],
    ];
    expect(matchHeaders(['Order', 'Booking ID', 'Ticket code'], rows)).toEqual([null, 'party', 'number']);
    const own = rows.map(([order = '', , ticket = ''], at) => [order, `X${at}`, ticket]);
    expect(matchHeaders(['Order', 'Booking ID', 'Ticket code'], own)).toEqual([null, 'party', 'number']);
  });
  it.each<[string, string, string[], string | null]>([
    ['rows', 'N°', ['1', '2', '3', '4'], null],
    ['rows, one struck out, in another order', 'Nr.', ['4.', '2.', '1.', '5.'], null],
    ['rows', 'Order ID', ['1', '2', '3', '4'], null],
    ['rows, from 0', 'ID', ['0', '1', '2', '3'], null],
    ['guests, by numbers that do not begin at 1', 'N°', ['101', '102', '103', '104'], 'number'],
    ['guests, by codes', 'N°', ['A1', '2', '3', '4'], 'number'],
    ['badges', 'Badge', ['1', '2', '3', '4'], 'number'],
    ['orders of several', 'Order ID', ['1', '1', '2', '3'], 'party'],
  ])('tell what counts %s below %s', (_what, heading, cells, field) => {
    const rows = cells.map((cell, at) => [cell, `Guest ${at} Frei`]);
    expect(matchHeaders([heading, 'Full name'], rows)).toEqual([field, 'fullName']);
  });
});

describe('rows', () => {
  it('of another width than the header are dropped and listed by their row; empty ones are skipped [VALID-22]', () => {
    const grid = [
      [''],
      ['Nom', 'Prénom'],
      ['Lovelace', ' Ada '],
      ['', ' '],
      ['Hopper'],
      ['Turing', 'Alan', '?'],
    ];
    expect(tableOf(grid, true)).toMatchObject({
      headers: ['Nom', 'Prénom'],
      rows: [{ line: 3, cells: ['Lovelace', 'Ada'] }],
      dropped: [
        { line: 5, cells: ['Hopper'] },
        { line: 6, cells: ['Turing', 'Alan', '?'] },
      ],
    });
  });
  it('begin below a title, where the names of the columns are', () => {
    const grid = [
      ['Guests of the gala', '', ''],
      ['', '', ''],
      ['Nom', 'Prénom', 'E-mail'],
      ['Hopper', 'Grace', ''],
    ];
    expect(tableOf(grid, true)).toMatchObject({ headers: ['Nom', 'Prénom', 'E-mail'], rows: [{ line: 4 }] });
    // A header that nobody knows stays one, and the first row is the first where there is none.
    expect(
      tableOf(
        [
          ['x', 'y'],
          ['Ada', 'Lovelace'],
        ],
        true,
      ).headers,
    ).toEqual(['x', 'y']);
    expect(tableOf(grid, false).rows.map(({ line }) => line)).toEqual([1, 3, 4]);
  });
  it('have a header again where a list was put below another, in capitals too', () => {
    const grid = [
      ['Prénom', 'Nom'],
      ['Ada', 'Byron'],
      ['PRENOM', 'NOM '],
      ['Grace', 'Hopper'],
    ];
    expect(tableOf(grid, true)).toMatchObject({ rows: [{ line: 2 }, { line: 4 }], aside: { again: 1 } });
  });
  it('have an address without what mail programs put around it', () => {
    for (const text of [
      'Ada Byron <ada@a.org>',
      '"Byron, Ada" < ada@a.org >',
      'mailto:ada@a.org',
      'ada@a.org',
    ])
      expect(cellText(text, 'email')).toBe('ada@a.org');
    for (const text of ['ada@a.org, bob@b.org', 'ada', 'Ada <ada>', '<a@b.org> <c@d.org>'])
      expect(cellText(text, 'email')).toBe(text);
  });
  it('say which column is that of sessions, by their titles alone, and which are of no use', () => {
    const titles = new Set(['diner', 'cocktail']);
    const mapped = (table: ImportTable) => withSessions(mappingOf(table), table, titles);
    const grid = [
      ['Nom', 'Prénom', 'Soirée', 'Remarque interne', 'Vide'],
      ['Hopper', 'Grace', 'Dîner', 'VIP', ''],
      ['Roux', 'Léo', '', '', ''],
      ['Blanc', 'Zoé', 'cocktail', '', ''],
    ];
    const table = tableOf(grid, true);
    expect(mapped(table)).toEqual(['surname', 'forename', 'session', null, null]);
    expect(columnsLeft(table, mapped(table))).toEqual([3]);
    expect(mapped(tableOf(grid, false)).includes('session')).toBe(false);
    const other = tableOf([...grid, ['Frei', 'Max', 'Brunch', '', '']], true);
    expect(columnsLeft(other, mapped(other))).toEqual([2, 3]);
    const named = tableOf(
      [
        ['Session', 'Soirée'],
        ['?', 'Dîner'],
      ],
      true,
    );
    expect(mapped(named)).toEqual(['session', null]);
  });
  it('include the first one where there is no header, and none where there is nothing else', () => {
    expect(tableOf([['a', 'b']], false).rows).toHaveLength(1);
    expect(tableOf([['a', 'b']], true)).toMatchObject({ headers: ['a', 'b'], rows: [], dropped: [] });
    expect(tableOf([], true).headers).toEqual([]);
  });
});

it.each([
  ['079 123 45 67', '+41791234567'],
  ['0041 79 123 45 67', '+41791234567'],
  ['791234567', '+41791234567'],
  ['41791234567', '+41791234567'],
  ['+33 (0)6 12 34 56 78', '+33 6 12 34 56 78'],
  ['tél. 079 123 45 67', '+41791234567'],
  ['Mobile: +41 79 123 45 67', '+41 79 123 45 67'],
  ['\u202A+41\u00A079 123\u201145\u201167\u202C', '+41 79 123-45-67'],
  ['ask Ada', 'ask Ada'],
])('phone %s becomes %s', (text, wanted) => expect(internationalPhone(text, '+41')).toBe(wanted));
