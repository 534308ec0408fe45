import { describe, expect, it } from 'vitest';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import { registrationFacts } from './facts.ts';
import { copiesOf } from './values.ts';
import { TEMPLATE_VARIABLES, type TemplateKind } from './variables.ts';

const noon = (day: string): number => Date.parse(`${day}T12:00:00+02:00`);
const OPTIONS = { now: noon('2026-05-02') };

const client = (id: string, fields: Partial<Client>): Client =>
  newDocument('client', {
    _id: `client_${id}`,
    forename: 'Ada',
    surname: 'Lovelace',
    consumerId: 'consumer_1',
    ...fields,
  });
const clients = [
  client('b', { number: 'G7-10', forename: 'Zoé', surname: 'Müller', title: 'mrs' }),
  client('a', { number: 'G7-02', title: 'other', company: 'Analytical' }),
  client('x', { consumerId: 'consumer_2', number: 'G8-01' }),
];
const consumer: Consumer = newDocument('consumer', {
  _id: 'consumer_1',
  paymentType: 'transfer',
  invoiceIndex: 41,
  person: { title: 'mr', forename: 'Charles', surname: 'Babbage', company: 'Engines Ltd' },
  address: { name: 'Engines Ltd', street: 'Rue du Lac 1', zip: '1820', city: 'Montreux', country: 'Suisse' },
  addressSec: null,
  registration: { amount: 123_450, currency: 'chf', vat: 810, rate: 75, rateName: 'Club' },
});
const session = (id: string, title: string, titleFrench: string, day: string, ids: string[]) =>
  newDocument('session', {
    ...{ _id: `session_${id}`, title, titleFrench, date: noon(day), timeStart: '19:00', timeEnd: '23:30' },
    clients: ids.map((clientId) => ({ clientId, checkInTime: null, updatedTime: 0 })),
  });
const source = {
  event: { title: 'Gala', titleFrench: 'Gala', invoicePrefix: 'GALA-', timeZone: 'Europe/Zurich' },
  consumers: new Map([['consumer_1', consumer]]),
  clients: new Map(clients.map((one) => [one._id, one])),
  sessions: [
    session('2', 'Dinner', 'Dîner', '2026-06-13', ['client_a', 'client_b', 'client_x']),
    session('1', 'Talk', 'Exposé', '2026-06-12', ['client_b']),
    session('3', 'Other', 'Autre', '2026-06-11', ['client_x']),
  ],
};
const facts = registrationFacts(source, { consumerId: 'consumer_1' });
const copies = (kind: TemplateKind, language: 'en' | 'fr') =>
  copiesOf(kind, facts, DOCUMENT_WORDS[language], OPTIONS).map((texts) =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, text.replaceAll(/[\u00a0\u202f]/g, ' ')]),
    ),
  );

describe('the texts of documents', () => {
  it('the first of a month is the first in French', () => {
    const onFirst = registrationFacts(
      { ...source, sessions: [session('4', 'Ball', 'Bal', '2027-05-01', ['client_b'])] },
      { consumerId: 'consumer_1' },
    );
    const dated = (language: 'en' | 'fr') =>
      copiesOf('invoice', onFirst, DOCUMENT_WORDS[language], OPTIONS)[0]?.dates_sessions;
    expect([dated('fr'), dated('en')]).toEqual(['1er mai 2027', 'May 1, 2027']);
  });

  it('an invoice has all variables in English [TPL-26]', () => {
    const [texts, ...others] = copies('invoice', 'en');
    expect(others).toEqual([]);
    expect(texts).toMatchObject({
      title: 'Mr',
      forename: 'Charles',
      surname: 'Babbage',
      fullname: 'Charles Babbage',
      dear: 'Dear Mr Babbage',
      company: 'Engines Ltd',
      address: 'Engines Ltd\nRue du Lac 1\n1820 Montreux\nSuisse',
      address_sec: 'Engines Ltd\nRue du Lac 1\n1820 Montreux\nSuisse',
      sessions: 'Talk\nDinner',
      dates_sessions: 'June 12, 2026\nJune 13, 2026',
      horaires_sessions: '19:00 – 23:30\n19:00 – 23:30',
      amount: 'CHF 1,334.49',
      amount_excl: 'CHF 1,234.50',
      amount_vat: 'CHF 99.99',
      vat: '8.1%',
      rate: '25% off · Club',
      document_date: 'May 2, 2026',
    });
  });

  it('an invoice has all variables in French [TPL-26]', () => {
    expect(copies('invoice', 'fr')[0]).toMatchObject({
      title: 'M.',
      dear: 'Cher Monsieur Babbage',
      sessions: 'Exposé\nDîner',
      dates_sessions: '12 juin 2026\n13 juin 2026',
      amount: '1 334.49 CHF',
      vat: '8,1 %',
      rate: 'Rabais de 25 % · Club',
      document_date: '2 mai 2026',
    });
  });

  it('the invoice number is the prefix and the index + 1 in four digits; none before it is given [TPL-32]', () => {
    expect(copies('invoice', 'en')[0]?.['invoice_id']).toBe('GALA-0042');
    const [draft] = copiesOf(
      'invoice',
      { ...facts, consumer: { ...consumer, invoiceIndex: null } },
      DOCUMENT_WORDS.en,
      OPTIONS,
    );
    expect(draft?.invoice_id).toBe('');
  });

  it('an invitation has a copy for each client, by number, with number, code and own sessions [TPL-27]', () => {
    const made = copies('invitation', 'fr');
    expect(
      made.map(({ fullname, number, qr_code, sessions_client, dates_sessions, dear, company, title }) => ({
        ...{ fullname, number, qr_code, sessions_client, dates_sessions, dear, company, title },
      })),
    ).toEqual([
      {
        ...{ fullname: 'Ada Lovelace', number: 'G7-02', qr_code: 'G7-02', sessions_client: 'Dîner' },
        ...{ dates_sessions: '13 juin 2026', dear: 'Bonjour Ada Lovelace', company: 'Analytical', title: '' },
      },
      {
        ...{ fullname: 'Zoé Müller', number: 'G7-10', qr_code: 'G7-10', sessions_client: 'Exposé\nDîner' },
        ...{
          dates_sessions: '12 juin 2026\n13 juin 2026',
          dear: 'Chère Madame Müller',
          company: '',
          title: 'Mme',
        },
      },
    ]);
  });

  it('days and hours of an invitation go with the sessions that are on it: beside those of the registration they are all theirs', () => {
    const told = (...variables: string[]) => {
      const boxes = variables.map((variableKey) => ({ variableKey }));
      const [first] = copiesOf('invitation', facts, DOCUMENT_WORDS.en, { ...OPTIONS, boxes });
      return { of: first?.fullname, days: first?.dates_sessions, hours: first?.horaires_sessions };
    };
    const own = { of: 'Ada Lovelace', days: 'June 13, 2026', hours: '19:00 – 23:30' };
    expect(told('sessions', 'dates_sessions')).toEqual({
      ...{ of: 'Ada Lovelace', days: 'June 12, 2026\nJune 13, 2026' },
      hours: '19:00 – 23:30\n19:00 – 23:30',
    });
    expect(told('sessions_client', 'dates_sessions')).toEqual(own);
    expect(told('sessions_client', 'sessions', 'dates_sessions')).toEqual(own);
    expect(told('dates_sessions')).toEqual(own);
  });

  it('every variable that is offered has a text, and nothing else', () => {
    for (const kind of ['invitation', 'invoice'] as const) {
      const [texts] = copies(kind, 'en');
      for (const variable of TEMPLATE_VARIABLES[kind]) expect(texts).toHaveProperty(variable);
    }
    expect(TEMPLATE_VARIABLES.invoice).not.toContain('qr_code');
  });

  it('a client without a registration has an invitation too', () => {
    const alone = registrationFacts(source, { clientId: 'client_x' });
    const [texts] = copiesOf('invitation', alone, DOCUMENT_WORDS.en, OPTIONS);
    expect(texts).toMatchObject({
      number: 'G8-01',
      amount: '',
      address: '',
      sessions_client: 'Other\nDinner',
    });
  });
});
