import { describe, expect, it } from 'vitest';
import { checkRows } from './check.ts';
import { splitName } from './wholeName.ts';
import { matchHeaders } from './matching.ts';
import { tableOf } from './table.ts';

const settings = { sessionIds: ['session_a'], language: 'en', category: 'indiv', countryCode: '' } as const;
const open = { _id: 'session_a', type: 'session', title: 'A', date: 0, status: 'upcoming', clients: [] };
const facts = { numbers: new Set<string>(), sessions: [open as never], gone: new Set<string>() };

describe('a column of names', () => {
  it('takes a name alone for the whole name, and beside a forename for the surname', () => {
    expect(matchHeaders(['Name', 'E-mail'])).toEqual(['fullName', 'email']);
    for (const whole of ['Prénom Nom', 'Prénom, nom', 'Vorname Nachname', 'First and last name'])
      expect(matchHeaders([whole, 'E-mail'])).toEqual(['fullName', 'email']);
    expect(matchHeaders(['Vorname', 'Name'])).toEqual(['forename', 'surname']);
    expect(matchHeaders(['Nom', 'Prénom'])).toEqual(['surname', 'forename']);
    expect(matchHeaders(['Nom de famille', 'Prénom usuel'])).toEqual(['surname', 'forename']);
    expect(matchHeaders(['Prénom usuel', 'Prénom', 'Nom'])).toEqual([null, 'forename', 'surname']);
    expect(matchHeaders(['Preferred name', 'Last name'])).toEqual(['forename', 'surname']);
    expect(matchHeaders(['Preferred name', 'Full name'])).toEqual([null, 'fullName']);
  });

  it('is one of guests, where no other names anybody and it holds no numbers', () => {
    const rows = [
      ['Ada Lovelace', 'a@example.org'],
      ['Bo Li', 'b@example.org'],
    ];
    for (const heading of ['Attendee', 'Guest', 'Invité', 'Gast', 'Teilnehmer:in', 'Participants'])
      expect(matchHeaders([heading, 'E-mail'], rows)).toEqual(['fullName', 'email']);
    // Whom they bring, or how many.
    expect(matchHeaders(['Name', 'Guest'], rows)).toEqual(['fullName', null]);
    expect(matchHeaders(['Guests', 'E-mail'], [['2', 'a@example.org']])).toEqual([null, 'email']);
    expect(matchHeaders(['Attendee #', 'E-mail'], [['2', 'a@example.org']])).toEqual(['number', 'email']);
    // Below a title.
    const table = tableOf([['Gala', ''], ['Invité', 'Table'], ...rows], true);
    expect(table.headers).toEqual(['Invité', 'Table']);
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
  ['DUPONT Marie', 'Marie', 'DUPONT'],
  ['VAN DER BERG Jan', 'Jan', 'VAN DER BERG'],
  ['de la TOUR Charles-Henri', 'Charles-Henri', 'de la TOUR'],
  ['O’NEIL Sean Patrick', 'Sean Patrick', 'O’NEIL'],
  ['Marie DUPONT MOREAU', 'Marie', 'DUPONT MOREAU'],
  ['Marie de la TOUR', 'Marie', 'de la TOUR'],
  ['MARIE DUPONT', 'MARIE', 'DUPONT'],
  ['JP Morgan', 'JP', 'Morgan'],
  ['ANNA Maria ROSSI', 'ANNA Maria', 'ROSSI'],
  ['J. F. Kennedy', 'J. F.', 'Kennedy'],
])('%s is %s and %s', (whole, forename, surname) => {
  expect(splitName(whole)).toEqual({ forename, surname });
});
