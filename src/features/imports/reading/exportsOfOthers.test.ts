import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { checkRows, type CheckedRow } from '#domain/import/check.ts';
import { tableProblems } from '#domain/import/readProblems.ts';
import { filtersAtFirst, statusColumns, takes } from '#domain/import/rowFilter.ts';
import { mappingOf, tableOf, type ImportTable } from '#domain/import/table.ts';
import { readTable } from './readTable.ts';

/*
 * Files as other programs write them: their headings, encodings, separators and habits were taken from the programs'
 * sources, or from what reads their files; the people are made up.
 */

const settings = {
  sessionIds: ['session_a'],
  language: 'en',
  category: 'indiv',
  countryCode: '+41',
} as const;
const open = { _id: 'session_a', type: 'session', title: 'A', date: 0, status: 'upcoming', clients: [] };
const facts = { numbers: new Set<string>(), sessions: [open as never], gone: new Set<string>() };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const windows = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const BOM = '\ufeff';

function workbook(sheets: Record<string, unknown[][]>): Uint8Array {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

/** A record by its headings: what it does not name is empty. */
function record(headings: readonly string[], values: Record<string, string>, quote = false): string[] {
  const line = headings.map((heading) => values[heading] ?? '');
  return quote ? line.map((cell) => (cell === '' ? '' : `"${cell}"`)) : line;
}

interface Imported {
  table: ImportTable;
  rows: CheckedRow[];
}

/** More of the same, with numbers of their own: lists are long, and a single word may be a slip. */
const more = <T>(one: (at: number) => T): T[] => [1, 2, 3, 4].map(one);

async function imported(bytes: Uint8Array, sheet?: string): Promise<Imported> {
  const { grid, problems } = await readTable(bytes, sheet === undefined ? {} : { sheet });
  const table = tableOf(grid, true);
  expect([...problems, ...tableProblems(table)]).toEqual([]);
  expect(table.dropped).toEqual([]);
  return { table, rows: checkRows(table.rows, new Map(), mappingOf(table), settings, facts) };
}

/** What the first rows become, and nothing is wrong with any. */
function clientsOf({ rows }: Imported, first = rows.length) {
  expect(rows.map(({ problems }) => problems)).toEqual(rows.map(() => ({})));
  return rows.slice(0, first).map(({ client }) => client);
}

describe('pretix', () => {
  const POSITIONS = [
    ...['Event slug', 'Order code', 'Position ID', 'Status', 'Email', 'Phone number', 'Order date'],
    ...['Order time', 'Product', 'Variation', 'Price', 'Tax rate', 'Tax rule', 'Tax value', 'Attendee name'],
    ...['Attendee name: Given name', 'Attendee name: Family name', 'Attendee email', 'Company', 'Address'],
    ...['ZIP code', 'City', 'Country', 'State', 'Voucher', 'Pseudonymization ID', 'Seat ID', 'Seat name'],
    ...['Seat zone', 'Seat row', 'Seat number', 'Order comment', 'Follow-up date', 'Dietary requirements'],
    ...['Company', 'Invoice address name', 'Invoice address name: Given name'],
    ...['Invoice address name: Family name', 'Address', 'ZIP code', 'City', 'Country', 'State', 'VAT ID'],
    ...['Sales channel', 'Order locale', 'E-mail address verified', 'Payment providers'],
  ];
  const position = (values: Record<string, string>): string[] =>
    record(POSITIONS, {
      ...{ 'Event slug': 'gala', Status: 'Paid', Email: 'buyer@example.org', 'Seat number': '7' },
      ...{ Product: 'Standard', Price: '90.00', 'Order locale': 'de-informal', ...values },
    });
  const lines = [
    position({
      ...{ 'Order code': 'A7BCD', 'Position ID': '1', 'Attendee name': 'Ada Lovelace' },
      ...{ 'Attendee name: Given name': 'Ada', 'Attendee name: Family name': 'Lovelace' },
      ...{ 'Attendee email': 'ada@example.org', 'Phone number': '+41791234567', Company: 'Engines' },
      ...{ 'Pseudonymization ID': 'QWERT', 'Dietary requirements': 'vegan', Address: 'Main Street 1' },
    }),
    position({
      ...{ 'Order code': 'A7BCD', 'Position ID': '2', 'Attendee name': 'Jan van der Berg' },
      ...{ 'Attendee name: Given name': 'Jan', 'Attendee name: Family name': 'van der Berg' },
      ...{ 'Attendee email': 'jan@example.org', 'Pseudonymization ID': 'ZUIOP', Status: 'Canceled' },
    }),
  ];

  it('positions of orders: the guest and not the buyer, a number of the ticket and not of the order', async () => {
    const file = [POSITIONS, ...lines].map((line) => line.map((cell) => `"${cell}"`).join(';')).join('\r\n');
    const read = await imported(utf8(file));
    expect(clientsOf(read)).toMatchObject([
      {
        ...{ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', company: 'Engines' },
        ...{ number: 'QWERT', phone: '+41791234567', diet: 'vegan', language: 'en' },
        address: { street: 'Main Street 1' },
        party: 'A7BCD',
      },
      { forename: 'Jan', surname: 'van der Berg', number: 'ZUIOP', party: 'A7BCD' },
    ]);
    const [status] = statusColumns(read.table, mappingOf(read.table));
    const paid = { column: status?.column ?? -1, values: new Set(['paid']) };
    expect(read.table.rows.map((row) => takes(paid, row))).toEqual([true, false]);
  });

  it('one ticket to an order keeps its code; without addresses of guests there is the one of the order', async () => {
    const single = [lines[0], lines[1]].map((line, at) =>
      (line ?? []).map((cell, column) => {
        const heading = POSITIONS[column];
        if (heading === 'Order code') return `ORD${at}`;
        return heading === 'Attendee email' ? '' : cell;
      }),
    );
    const read = await imported(
      workbook({ Orders: [['Order code']], 'Order positions': [POSITIONS, ...single] }),
      'Order positions',
    );
    expect(clientsOf(read)).toMatchObject([
      { number: 'ORD0', email: 'buyer@example.org' },
      { number: 'ORD1', email: 'buyer@example.org' },
    ]);
  });

  it.each([
    [
      'French',
      [
        'Code de commande',
        'Statut',
        'E-Mail',
        'Produit',
        'Nom du participant',
        'Adresse mail du participant',
        'Société',
        'Code Postal',
        'Ville',
      ],
      [
        'A7BCD',
        'Payée',
        'buyer@example.org',
        'Standard',
        'Ada Lovelace',
        'ada@example.org',
        'Engines',
        '1000',
        'Lausanne',
      ],
    ],
    [
      'German',
      [
        'Bestellnummer',
        'Status',
        'E-Mail',
        'Produkt',
        'Name Teilnehmer*in',
        'E-Mail Teilnehmer*in',
        'Firma',
        'Postleitzahl',
        'Stadt',
      ],
      [
        'A7BCD',
        'bezahlt',
        'buyer@example.org',
        'Standard',
        'Ada Lovelace',
        'ada@example.org',
        'Engines',
        '1000',
        'Lausanne',
      ],
    ],
  ])('in %s, the name in one column', async (_language, head, line) => {
    const read = await imported(workbook({ Positions: [head, line] }));
    expect(clientsOf(read)).toMatchObject([
      {
        ...{ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', company: 'Engines' },
        ...{ number: 'A7BCD', address: { zip: '1000', city: 'Lausanne' } },
      },
    ]);
  });
});

it('Indico: its titles and dates stay out, and the sign that it takes from phones comes back', async () => {
  const head =
    'ID,Name,Email Address,First Name,Last Name,Affiliation,Title,Phone Number,Country,Registration date,Registration state,Checked in';
  const file = [
    head,
    '1,Ada Lovelace,ada@example.org,Ada,Lovelace,Engines,Dr,41791234567,Switzerland,2026-03-01 10:00:00,Completed,No',
    '2,Jan van der Berg,jan@example.org,Jan,van der Berg,,Prof,,Netherlands,2026-03-02 10:00:00,Withdrawn,No',
    ...more((at) => `1${at},Bo Li,,Bo,Li,,Prof,,,2026-03-02 10:0${at}:00,Completed,No`),
  ];
  const read = await imported(utf8(`${BOM}${file.join('\r\n')}\r\n`));
  expect(clientsOf(read, 2)).toMatchObject([
    {
      ...{ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', company: 'Engines', number: '1' },
      ...{ phone: '+41791234567', title: null, address: { country: 'Switzerland' } },
    },
    { forename: 'Jan', surname: 'van der Berg', number: '2' },
  ]);
  const states = statusColumns(read.table, mappingOf(read.table)).map(
    ({ column }) => read.table.headers[column],
  );
  expect(states).toEqual(['Registration state']);
});

it('Indico: of degrees and titles that we have among each other nobody is left out', async () => {
  const titles = ['Dr', 'Prof', 'Mr', 'Ms', 'Dr', 'Prof'];
  const lines = titles.map((title, at) => `${at},Ada${at},Lovelace,${title}`);
  const read = await imported(utf8(['ID,First Name,Last Name,Title', ...lines].join('\n')));
  expect(clientsOf(read).map((client) => client?.title)).toEqual([null, null, 'mr', 'mrs', null, null]);
});

it('Eventbrite: its attendee’s number, its address, and no category of its groups', async () => {
  const head = [
    ...['Order #', 'Order Date', 'First Name', 'Last Name', 'Email', 'Quantity', 'Price Tier', 'Ticket Type'],
    ...['Attendee #', 'Group', 'Order Type', 'Currency', 'Total Paid', 'Fees Paid', 'Eventbrite Fees'],
    ...['Eventbrite Payment Processing', 'Attendee Status', 'Home Address 1', 'Home Address 2', 'Home City'],
    ...['Home State', 'Home Zip', 'Home Country', 'Cell Phone', 'Job Title', 'Company'],
    'If you have any dietary requirements, please let us know here.',
  ];
  const line = (values: Record<string, string>): string =>
    record(
      head,
      { 'Order #': '991', Group: 'Friends', 'Attendee Status': 'Attending', ...values },
      true,
    ).join(',');
  const read = await imported(
    utf8(
      [
        head.map((cell) => `"${cell}"`).join(','),
        line({
          ...{ 'First Name': 'Ada', 'Last Name': 'Lovelace', Email: 'ada@example.org', 'Attendee #': '12' },
          ...{ 'Home Address 1': 'Main Street 1', 'Home City': 'London', 'Home Zip': 'W1' },
          ...{ [head.at(-1) ?? '']: 'no nuts', 'Cell Phone': '+44 20 7946 0000', Company: 'Engines' },
        }),
        line({
          'First Name': 'Max',
          'Last Name': 'Frei',
          'Attendee #': '13',
          'Attendee Status': 'Not Attending',
        }),
      ].join('\n'),
    ),
  );
  expect(clientsOf(read)).toMatchObject([
    {
      ...{ forename: 'Ada', surname: 'Lovelace', number: '12', category: 'indiv', diet: 'no nuts' },
      ...{ phone: '+44 20 7946 0000', address: { street: 'Main Street 1', city: 'London', zip: 'W1' } },
    },
    { forename: 'Max', number: '13' },
  ]);
  expect(statusColumns(read.table, mappingOf(read.table))[0]?.values.map(({ value }) => value)).toEqual([
    'Attending',
    'Not Attending',
  ]);
});

it('Tito: the ticket’s reference and not its place in the list; whose ticket is not assigned has no name', async () => {
  const head = [
    ...['Number', 'Ticket Created Date', 'Ticket', 'Ticket Full Name', 'Ticket First Name'],
    ...['Ticket Last Name', 'Ticket Email', 'Ticket Company Name', 'Ticket Phone Number', 'Event'],
    ...['Void Status', 'Price', 'Ticket Reference', 'Tags', 'Unique Ticket URL', 'Order Reference'],
    ...['Order Name', 'Order Email', 'Order Company Name', 'Order Phone Number'],
    'What kind of food restrictions do you have?',
  ];
  const ada = {
    ...{ Number: '1', Ticket: 'Standard', 'Ticket Full Name': 'Ada Lovelace', 'Ticket First Name': 'Ada' },
    ...{ 'Ticket Last Name': 'Lovelace', 'Ticket Email': 'ada@example.org', 'Ticket Reference': 'AB3D-1' },
    ...{ 'Ticket Company Name': 'Engines', 'Order Name': 'Buyer', 'Order Email': 'buyer@example.org' },
    'What kind of food restrictions do you have?': 'Vegan',
  };
  const free = { Number: '2', Ticket: 'Standard', 'Ticket Reference': 'AB3D-2', 'Order Name': 'Buyer' };
  const file = [head, record(head, ada), record(head, { ...free, 'Void Status': 'true' })];
  const { rows, table } = await imported(utf8(file.map((line) => line.join(',')).join('\n')));
  expect(rows[0]?.client).toMatchObject({
    ...{ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', company: 'Engines' },
    ...{ number: 'AB3D-1', diet: 'Vegan' },
  });
  expect(rows[1]?.problems).toEqual({ forename: 'required', surname: 'required' });
  expect(statusColumns(table, mappingOf(table)).map(({ column }) => head[column])).toEqual(['Void Status']);
});

it('Hi.Events: what its tickets carry', async () => {
  const head = [
    ...['ID', 'First Name', 'Last Name', 'Email', 'Status', 'Is Checked In', 'Checked In At', 'Ticket ID'],
    ...['Event ID', 'Public ID', 'Short ID', 'Created Date', 'Last Updated Date', 'Allergies?'],
  ];
  const lines = [
    [
      701,
      'Ada',
      'Lovelace',
      'ada@example.org',
      'ACTIVE',
      'No',
      '',
      3,
      1,
      'A-F00D12',
      'a_xYz1',
      '2026-03-01 10:00:00',
      '2026-03-01 10:00:00',
      'Nuts',
    ],
    [
      702,
      'Max',
      'Frei',
      'max@example.org',
      'CANCELLED',
      'No',
      '',
      3,
      1,
      'A-F00D13',
      'a_xYz2',
      '2026-03-01 10:00:00',
      '2026-03-01 10:00:00',
      '',
    ],
  ];
  const read = await imported(workbook({ Worksheet: [head, ...lines] }));
  expect(clientsOf(read)).toMatchObject([
    { forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', number: 'A-F00D12', diet: 'Nuts' },
    { forename: 'Max', number: 'A-F00D13' },
  ]);
  expect(statusColumns(read.table, mappingOf(read.table)).map(({ column }) => head[column])).toEqual([
    'Status',
  ]);
});

it('alf.io: languages and categories that we do not have stay out', async () => {
  const head =
    'ID,Category,Event,Status,OriginalPrice,PaidPrice,Discount,VAT,ReservationID,Full Name,First Name,Last Name,E-Mail,Locked,Language,Confirmation,Billing Address,Country Code,Promo Code,Payment ID,phone,company';
  const rows = [
    '3b1c9a52-0d4e-4c61-9b0e-4b5f9f1d2a31,Early bird,gala,ACQUIRED,90,90,0,0,1F2E3D4C,Ada Lovelace,Ada,Lovelace,ada@example.org,false,de,2026-03-01,"Main Street 1",CH,,,"\t+41791234567",Engines',
    '3b1c9a52-0d4e-4c61-9b0e-4b5f9f1d2a32,Early bird,gala,CANCELLED,90,90,0,0,1F2E3D4C,Max Frei,Max,Frei,max@example.org,false,it,2026-03-01,,CH,,,,',
    ...more(
      (at) => `3b1c9a52-${at},Standard,gala,ACQUIRED,90,90,0,0,1F2E3D4${at},Bo Li,Bo,Li,,false,it,,,CH,,,,`,
    ),
  ];
  const read = await imported(utf8(`${BOM}${[head, ...rows].join('\n')}\n`));
  expect(clientsOf(read, 2)).toMatchObject([
    {
      ...{ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', company: 'Engines' },
      ...{ phone: '+41791234567', language: 'en', category: 'indiv' },
      ...{
        number: '3b1c9a52-0d4e-4c61-9b0e-4b5f9f1d2a31',
        address: { street: 'Main Street 1', country: 'CH' },
      },
    },
    { forename: 'Max', surname: 'Frei' },
  ]);
});

it.each<[string, string, string[]]>([
  [
    'Hi.Events',
    'ID;Vorname;Nachname;E-Mail;Status;Eingecheckt;Produkt-ID;Produktname;Öffentliche ID;Kurz-ID;Erstellungsdatum;Notizen',
    [
      '1',
      'Ada',
      'Lovelace',
      'ada@example.org',
      'ACTIVE',
      'No',
      '3',
      'Standard',
      'A-F00D12',
      'a_x',
      '',
      'Loge',
    ],
  ],
  [
    'Hi.Events',
    'ID;Prénom;Nom;E-mail;Statut;Enregistré;ID du produit;Nom du produit;ID public;ID court;Date de création;Notes',
    [
      '1',
      'Ada',
      'Lovelace',
      'ada@example.org',
      'ACTIVE',
      'No',
      '3',
      'Standard',
      'A-F00D12',
      'a_x',
      '',
      'Loge',
    ],
  ],
])('%s under headings of the organiser’s language: %s', async (_program, head, line) => {
  const read = await imported(utf8(`${head}\n${line.join(';')}\n`));
  expect(clientsOf(read)).toMatchObject([
    {
      ...{ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', number: 'A-F00D12' },
      notes: 'Loge',
    },
  ]);
});

it.each<[string, string]>([
  [
    'German',
    'ID;Name;E-Mail-Adresse;Vorname;Nachname;Zugehörigkeit;Titel;Adresse;Telefonnummer;Registration state',
  ],
  [
    'French',
    'ID;Name;Adresse électronique;Prénom;Nom;Affiliation;Titre;Adresse;Numéro de téléphone;Registration state',
  ],
])('Indico with a form in %s', async (_language, head) => {
  const line = '7;Ada Lovelace;ada@example.org;Ada;Lovelace;Engines;Dr;Main Street 1;41791234567;Completed';
  // Four titles that we do not have: the column is another program's.
  const read = await imported(utf8([head, line, ...more((at) => line.replace('7', `1${at}`))].join('\n')));
  expect(clientsOf(read, 1)).toMatchObject([
    {
      ...{ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', company: 'Engines', number: '7' },
      ...{ phone: '+41791234567', title: null, address: { street: 'Main Street 1' } },
    },
  ]);
});

describe('Google contacts', () => {
  const several = '+41 79 123 45 67 ::: +41 21 555 00 00';
  it('the form of today', async () => {
    const head =
      'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address';
    const line = `Ada,,Lovelace,,,,Dr.,,,,Engines,Countess,,,"met in
London",,* myContacts,* Work,ada@example.org,Home,countess@example.org,Mobile,${several},Home,"Main Street 1
London",Main Street 1,London,,,W1,GB,`;
    expect(clientsOf(await imported(utf8(`${BOM}${head}\n${line}\n`)))).toMatchObject([
      {
        ...{ forename: 'Ada', surname: 'Lovelace', company: 'Engines', email: 'ada@example.org' },
        ...{ phone: '+41 79 123 45 67', notes: 'met in\nLondon', title: null },
        address: { street: 'Main Street 1', zip: 'W1', city: 'London', country: 'GB' },
      },
    ]);
  });
  it('the form of before', async () => {
    const head =
      'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Type,Organization 1 - Name';
    const line = `Ada Lovelace,Ada,,Lovelace${','.repeat(25)}* myContacts,* Work,ada@example.org ::: a@example.org,Mobile,${several},,Engines`;
    expect(clientsOf(await imported(utf8(`${head}\n${line}\n`)))).toMatchObject([
      {
        ...{ forename: 'Ada', surname: 'Lovelace', company: 'Engines', email: 'ada@example.org' },
        phone: '+41 79 123 45 67',
      },
    ]);
  });
});

describe('Outlook contacts, as Windows writes them', () => {
  const ENGLISH = [
    ...['Title', 'First Name', 'Middle Name', 'Last Name', 'Suffix', 'Company', 'Department', 'Job Title'],
    ...['Business Street', 'Business Street 2', 'Business City', 'Business State', 'Business Postal Code'],
    ...['Business Country/Region', 'Home Street', 'Home City', 'Home Postal Code', 'Home Country/Region'],
    ...[
      'Business Fax',
      'Business Phone',
      'Company Main Phone',
      'Home Phone',
      'Mobile Phone',
      'Primary Phone',
    ],
    ...['Categories', 'E-mail Address', 'E-mail Type', 'E-mail Display Name', 'E-mail 2 Address', 'Gender'],
    ...['Language', 'Location', "Manager's Name", 'Notes', 'Priority', 'Private', 'Sensitivity', 'Web Page'],
  ];
  const FRENCH = [
    ...[
      'Titre',
      'Prénom',
      'Deuxième prénom',
      'Nom',
      'Suffixe',
      'Société',
      'Service',
      'Titre',
      'Rue (bureau)',
    ],
    ...['Rue (bureau) 2', 'Ville (bureau)', 'Dép/Région (bureau)', 'Code postal (bureau)'],
    ...['Pays/Région (bureau)', 'Rue (domicile)', 'Ville (domicile)', 'Code postal (domicile)'],
    ...['Pays/Région (domicile)', 'Télécopie (bureau)', 'Téléphone (bureau)', 'Téléphone société'],
    ...['Téléphone (domicile)', 'Tél. mobile', 'Catégories', 'Adresse de messagerie', 'Type de messagerie'],
    ...[
      "Nom complet de l'adresse de messagerie",
      'Emplacement',
      'Langue',
      'Notes',
      'Priorité',
      'Privé',
      'Sexe',
    ],
  ];
  const GERMAN = [
    ...['Anrede', 'Vorname', 'Weitere Vornamen', 'Nachname', 'Suffix', 'Firma', 'Abteilung', 'Position'],
    ...['Straße geschäftlich', 'Straße geschäftlich 2', 'Ort geschäftlich', 'Region geschäftlich'],
    ...['Postleitzahl geschäftlich', 'Land/Region geschäftlich', 'Straße privat', 'Ort privat'],
    ...['Postleitzahl privat', 'Land/Region privat', 'Fax geschäftlich', 'Telefon geschäftlich'],
    ...['Telefon Firma', 'Telefon privat', 'Mobiltelefon', 'E-Mail-Adresse', 'E-Mail-Typ', 'Notizen', 'Ort'],
    ...['Priorität', 'Privat', 'Sprache'],
  ];
  const person = {
    ...{ forename: 'Zoé', surname: 'Müller', company: 'Käserei', email: 'zoe@example.org', title: 'mrs' },
    ...{ phone: '+41791234567', notes: 'Loge n° 3' },
    address: { street: 'Rue Haute 1', zip: '1000', city: 'Lausanne', country: 'Suisse' },
  };

  it.each([
    [
      'English',
      ENGLISH,
      {
        ...{
          Title: 'Ms.',
          'First Name': 'Zoé',
          'Last Name': 'Müller',
          Company: 'Käserei',
          Notes: 'Loge n° 3',
        },
        ...{ 'Business Street': 'Rue Haute 1', 'Business City': 'Lausanne', 'Business Postal Code': '1000' },
        ...{ 'Business Country/Region': 'Suisse', 'Mobile Phone': '079 123 45 67', Location: 'Paris' },
        ...{ 'E-mail Address': 'zoe@example.org', 'Job Title': 'CEO', Categories: 'VIP' },
      },
    ],
    [
      'French',
      FRENCH,
      {
        ...{ Prénom: 'Zoé', Nom: 'Müller', Société: 'Käserei', 'Tél. mobile': '079 123 45 67' },
        // Nothing stands in the columns of the office.
        ...{ 'Rue (domicile)': 'Rue Haute 1', 'Ville (domicile)': 'Lausanne', Notes: 'Loge n° 3' },
        ...{ 'Code postal (domicile)': '1000', 'Pays/Région (domicile)': 'Suisse', Titre: 'Mme' },
        ...{ 'Adresse de messagerie': 'zoe@example.org', Emplacement: 'Paris', Catégories: 'VIP' },
      },
    ],
    [
      'German',
      GERMAN,
      {
        ...{ Anrede: 'Frau', Vorname: 'Zoé', Nachname: 'Müller', Firma: 'Käserei', Notizen: 'Loge n° 3' },
        ...{ 'Straße geschäftlich': 'Rue Haute 1', 'Ort geschäftlich': 'Lausanne', Ort: 'Zürich' },
        ...{ 'Postleitzahl geschäftlich': '1000', 'Land/Region geschäftlich': 'Suisse' },
        ...{ Mobiltelefon: '079 123 45 67', 'E-Mail-Adresse': 'zoe@example.org', Position: 'Chefin' },
      },
    ],
  ])('in %s', async (_language, head, values) => {
    const lines = [head, record(head, values as Record<string, string>)];
    const file = lines
      .map((line) => line.map((cell) => (cell === '' ? '' : `"${cell}"`)).join(','))
      .join('\r\n');
    expect(clientsOf(await imported(windows(`${file}\r\n`)))).toMatchObject([person]);
  });
});

it.each([
  [
    'Eventbrite in French',
    'N° de commande;Prénom;Nom de famille;Adresse e-mail;Statut du participant;Entreprise',
  ],
  ['Eventbrite in German', 'Bestellnr.;Vorname;Nachname;E-Mail;Teilnehmerstatus;Unternehmen'],
  ['Indico in French', "Référence;Prénom;Nom de famille;Adresse e-mail;État de l'inscription;Affiliation"],
  ['Indico in German', 'ID;Vorname;Nachname;E-Mail-Adresse;Registrierungsstatus;Zugehörigkeit'],
])('%s: rows are chosen by how they stand, the company is known', async (_program, head) => {
  const line = (at: number, state: string): string =>
    `A${at};Guest${at};Frei;guest${at}@example.org;${state};Engines`;
  const { table, rows } = await imported(
    utf8([head, line(1, 'angemeldet'), line(2, 'storniert')].join('\n')),
  );
  expect(rows.map(({ client }) => client?.company)).toEqual(['Engines', 'Engines']);
  expect(statusColumns(table, mappingOf(table)).map(({ column }) => column)).toEqual([4]);
  expect(filtersAtFirst(table, mappingOf(table)).map(({ values }) => [...values])).toEqual([['angemeldet']]);
});

describe('who ordered together', () => {
  const guest = (order: string, at: number): string[] => [order, `Guest${at}`, 'Frei'];
  it.each([
    ...[
      'Order code',
      'Order ID',
      'Order no.',
      'Order Reference',
      'Order #',
      'Code de commande',
      'N° de commande',
    ],
    ...[
      'Nº de commande',
      'Bestellnr.',
      'Bestellnummer',
      'Bestellung',
      'Commande',
      'Booking reference',
      'Registration ID',
    ],
  ])('%s, where several rows have the same', async (heading) => {
    const lines = [guest('A1', 1), guest('A1', 2), guest('B2', 3), guest('', 4), guest('', 5)];
    const file = [[heading, 'First name', 'Last name'], ...lines].map((line) => line.join(';')).join('\n');
    const clients = clientsOf(await imported(utf8(file)));
    expect(clients.map((client) => client?.party)).toEqual(['A1', 'A1', 'B2', undefined, undefined]);
    // Two guests of one order have no number of their own by it.
    expect(clients.map((client) => client?.number)).toEqual(['', '', '', '', '']);
  });
  it('nobody, where each row has its own', async () => {
    const lines = [guest('A1', 1), guest('B2', 2)];
    const file = [['Order code', 'First name', 'Last name'], ...lines]
      .map((line) => line.join(';'))
      .join('\n');
    expect(clientsOf(await imported(utf8(file)))).toMatchObject([{ number: 'A1' }, { number: 'B2' }]);
  });
  it('the order of each is known where tickets have numbers of their own, and what is no code says nothing', async () => {
    const lines = ['A1;T1;yes;Guest1;Frei', 'B2;T2;no;Guest2;Frei'];
    const file = ['Order #;Ticket code;Booking;First name;Last name', ...lines].join('\n');
    expect(mappingOf((await imported(utf8(file))).table)).toEqual([
      ...['party', 'number', null, 'forename', 'surname'],
    ]);
  });
  it('nobody by a word that repeats: the order that each has of its own comes first', async () => {
    const lines = ['A1;T1;yes;Guest1;Frei', 'B2;T2;no;Guest2;Frei', 'C3;T3;yes;Guest3;Frei'];
    const file = ['Order #;Ticket code;Booking;First name;Last name', ...lines].join('\n');
    expect(mappingOf((await imported(utf8(file))).table)).toEqual([
      ...['party', 'number', null, 'forename', 'surname'],
    ]);
  });
  it('nobody by what became of them: rows are chosen by that', async () => {
    const states = ['confirmée', 'annulée', 'confirmée'];
    const lines = states.map((state, at) => [state, `Guest${at}`, 'Frei']);
    const file = [['Inscription', 'Prénom', 'Nom'], ...lines].map((line) => line.join(';')).join('\n');
    const { table, rows } = await imported(utf8(file));
    expect(rows.map(({ client }) => client?.party)).toEqual([undefined, undefined, undefined]);
    expect(statusColumns(table, mappingOf(table))).toEqual([
      {
        column: 0,
        values: [
          { key: 'confirmee', value: 'confirmée', count: 2 },
          { key: 'annulee', value: 'annulée', count: 1 },
        ],
      },
    ]);
  });
});

describe('rows that the file calls cancelled are left out at first', () => {
  it.each([
    ['Status', ['Paid', 'Pending', 'Canceled', 'Expired'], ['paid', 'pending']],
    ['Statut', ['Payée', 'Annulée'], ['payee']],
    ['Status', ['bezahlt', 'storniert'], ['bezahlt']],
    ['Attendee Status', ['Attending', 'Not Attending', 'Deleted'], ['attending']],
    ['Registration state', ['Completed', 'Withdrawn', 'Unpaid'], ['completed', 'unpaid']],
    ['Void Status', ['false', 'true'], ['false']],
    ['Status', ['ACTIVE', 'CANCELLED', 'AWAITING_PAYMENT'], ['active', 'awaiting_payment']],
    // Of something else: whoever wants that for a filter chooses it.
    ['Membership Status', ['Active', 'Expired'], null],
    // Says of nobody that they do not come.
    ['Paid', ['yes', 'no'], null],
    // Nobody would be left: who wants this file wants them.
    ['Status', ['Canceled', 'Expired'], null],
  ])('%s: %j', async (heading, words, taken) => {
    const lines = words.map((word, at) => `Guest${at},Frei,${word}`);
    const { table } = await imported(utf8([`First name,Last name,${heading}`, ...lines].join('\n')));
    const filters = filtersAtFirst(table, mappingOf(table));
    expect(filters.map(({ values }) => [...values])).toEqual(taken === null ? [] : [taken]);
  });
});
