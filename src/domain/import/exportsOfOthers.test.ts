import { describe, expect, it } from 'vitest';
import { checkRows } from './check.ts';
import { matchHeaders, splitName } from './fields.ts';
import { tableOf } from './table.ts';

/** The head of each program's export, and a line of it. */
const EXPORTS: Record<string, [head: string, line: string]> = {
  pretix: [
    'Order code;Status;Product;Attendee name;Attendee name: Given name;Attendee name: Family name;Attendee email;Company',
    'A7BCD;Paid;Standard;Ada Lovelace;Ada;Lovelace;ada@example.org;Engines',
  ],
  'pretix, the name in one column': [
    'Order code;Attendee name;Product;Attendee email;Company',
    'A7BCD;Ada Lovelace;Standard;ada@example.org;Engines',
  ],
  Indico: [
    'ID;Name;First Name;Last Name;Email Address;Affiliation;Registration state',
    '12;Lovelace, Ada;Ada;Lovelace;ada@example.org;Engines;Completed',
  ],
  Eventbrite: [
    'Order #;First Name;Last Name;Email;Attendee #;Ticket Type;Attendee Status;Company;Job Title',
    '991;Ada;Lovelace;ada@example.org;12;Standard;Attending;Engines;Countess',
  ],
  Tito: [
    'Ticket;Ticket Full Name;Ticket First Name;Ticket Last Name;Ticket Email;Ticket Company Name;Ticket Reference',
    'Standard;Ada Lovelace;Ada;Lovelace;ada@example.org;Engines;ABCD-1',
  ],
  'Hi.Events': [
    'ID;First Name;Last Name;Email;Status;Ticket Name;Public ID;Company',
    '7;Ada;Lovelace;ada@example.org;ACTIVE;Standard;A-XYZ;Engines',
  ],
  'Google contacts': [
    'First Name;Middle Name;Last Name;Organization Name;E-mail 1 - Label;E-mail 1 - Value;Phone 1 - Value',
    'Ada;King;Lovelace;Engines;Work;ada@example.org;+41791234567',
  ],
  'Outlook contacts': [
    'Title;First Name;Last Name;Company;E-mail Address;Mobile Phone;Business Street',
    ';Ada;Lovelace;Engines;ada@example.org;+41791234567;Main Street 1',
  ],
  'Outlook contacts in German': [
    'Anrede;Vorname;Nachname;Firma;E-Mail-Adresse;Mobiltelefon',
    ';Ada;Lovelace;Engines;ada@example.org;+41791234567',
  ],
};

const settings = { sessionIds: ['session_a'], language: 'en', category: 'indiv', countryCode: '' } as const;
const open = { _id: 'session_a', type: 'session', title: 'A', date: 0, status: 'upcoming', clients: [] };
const facts = { numbers: new Set<string>(), sessions: [open as never], gone: new Set<string>() };

describe('exports of other programs map themselves', () => {
  it.each(Object.entries(EXPORTS))('%s', (_name, [head, line]) => {
    const table = tableOf([head.split(';'), line.split(';')], true);
    const [row] = checkRows(table.rows, new Map(), matchHeaders(table.headers), settings, facts);
    expect(row?.client).toMatchObject({
      ...{ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org', company: 'Engines' },
    });
  });

  it('takes a name alone for the whole name, and beside a forename for the surname', () => {
    expect(matchHeaders(['Name', 'E-mail'])).toEqual(['fullName', 'email']);
    expect(matchHeaders(['Vorname', 'Name'])).toEqual(['forename', 'surname']);
    expect(matchHeaders(['Nom', 'Prénom'])).toEqual(['surname', 'forename']);
  });

  it('says at the whole name when it is one word only', () => {
    const table = tableOf(
      [
        ['Name', 'E-mail'],
        ['Ada', ''],
      ],
      true,
    );
    const [row] = checkRows(table.rows, new Map(), matchHeaders(table.headers), settings, facts);
    expect(row).toMatchObject({ client: null, problems: { fullName: 'required' } });
  });
});

it.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['Lovelace, Ada', 'Ada', 'Lovelace'],
  ['Anna Maria  Rossi', 'Anna Maria', 'Rossi'],
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['Charles de La Tour', 'Charles', 'de La Tour'],
  ['Van Morrison', 'Van', 'Morrison'],
  ['Madonna', 'Madonna', ''],
])('%s is %s and %s', (whole, forename, surname) => {
  expect(splitName(whole)).toEqual({ forename, surname });
});
