import { describe, expect, it } from 'vitest';
import { LANGUAGES, PAYMENT_TYPES, RATES } from '../config.ts';
import { centralEvents, eventDate, eventStatus } from './event.ts';
import { parseDocument } from './index.ts';
import { noonOf } from './session.ts';
import { ownUser, user } from './user.ts';

function parsed(doc: Record<string, unknown>): Record<string, unknown> {
  const result = parseDocument(doc);
  if (!result.ok) throw new Error(`${result.error.field}: ${result.error.detail}`);
  return result.value;
}
const field = (doc: Record<string, unknown>): string | null => {
  const result = parseDocument(doc);
  return result.ok ? null : result.error.field;
};

const session = { _id: 'session_s1', type: 'session', title: 'Gala', date: 1_780_000_000_000 };
const event = { _id: 'event', type: 'event', id: 'e1', title: 'Gala', dbName: 'event-e1' };
const client = { _id: 'client_c1', type: 'client', forename: 'Ada', surname: 'Lovelace' };

describe('sessions', () => {
  it('have their fields and defaults; status is upcoming unless chosen [DOC-15, DOC-17, SESSION-09, PLAN-28]', () => {
    expect(parsed(session)).toEqual({
      ...session,
      status: 'upcoming',
      autoSave: false,
      autoSaveDelay: 60,
      clients: [],
      removedClients: {},
      files: [],
      metadata: {},
    });
    const full = {
      ...session,
      ...{ titleFrench: 'Gala', timeStart: '18:00', timeEnd: '23:00', status: 'archived', autoSave: true },
      ...{
        autoSaveDelay: 5,
        files: ['file_f'],
        plan: { ratio: 2, state: { nextTableIndex: 1, tables: {} } },
      },
      ...{ clients: [], removedClients: {}, metadata: { updatedAt: 1 } },
      _attachments: { background: { content_type: 'image/png', stub: true } },
    };
    expect(parsed(full)).toEqual(full);
    expect(field({ ...session, status: 'cancelled' })).toBe('status');
  });

  it('are on noon of today unless chosen otherwise [DOC-16]', () => {
    const noon = new Date(noonOf(Date.now()));
    expect([noon.getHours(), noon.getMinutes(), noon.getSeconds(), noon.getMilliseconds()]).toEqual([
      12, 0, 0, 0,
    ]);
    expect(noon.toDateString()).toBe(new Date().toDateString());
  });

  it('read time_start, time_end and title_fr; the newer spelling wins [DOC-18]', () => {
    const old = parsed({ ...session, time_start: '18:00', time_end: '20:00', title_fr: 'Soirée' });
    expect(old).toMatchObject({ timeStart: '18:00', timeEnd: '20:00', titleFrench: 'Soirée' });
    expect(old).not.toHaveProperty('time_start');
    expect(parsed({ ...session, time_start: '18:00', timeStart: '19:00' })).toMatchObject({
      timeStart: '19:00',
    });
  });

  it('list registrations with check-in, placement and product [DOC-19]', () => {
    const entry = {
      clientId: 'client_c1',
      checkInTime: 5,
      placement: { tableId: 't1', seatIndex: 2, onTable: true, tableList: [] },
      product: { kind: 'adult', optionId: 'o1' },
      updatedTime: 4,
    };
    expect(parsed({ ...session, clients: [entry] })['clients']).toEqual([entry]);
    expect(parsed({ ...session, clients: [{ clientId: 'c' }] })['clients']).toEqual([
      { clientId: 'c', checkInTime: null, updatedTime: 0 },
    ]);
    expect(field({ ...session, clients: [{ ...entry, product: { kind: 'dog' } }] })).toBe(
      'clients.0.product.kind',
    );
  });
});

describe('events', () => {
  it('have their fields [DOC-23]', () => {
    const full = {
      ...event,
      ...{
        titleFrench: 'Gala',
        company: 'Foyer',
        location: 'Geneva',
        date: 5,
        paymentTypes: ['card', 'none'],
      },
      ...{
        invoicePrefix: 'G',
        invoiceNextIndex: 3,
        adminContact: true,
        pictureSize: { width: 10, height: 20 },
      },
      ...{ metadata: {}, _attachments: { picture: { content_type: 'image/png', stub: true } } },
    };
    expect(parsed(full)).toEqual(full);
    expect(parsed({ ...event, title_fr: 'Le gala' })['titleFrench']).toBe('Le gala');
    expect(field({ ...event, paymentTypes: ['shells'] })).toBe('paymentTypes.0');
  });

  it("take the earliest session's date [EVENT-15]", () => {
    expect(eventDate([{ date: 3 }, { date: 1 }, { date: 2 }])).toBe(1);
    expect(eventDate([])).toBeNull();
  });

  it("take their status from their sessions' [DOC-23, SESSION-09]", () => {
    expect(eventStatus([{ status: 'archived' }, { status: 'ongoing' }])).toBe('ongoing');
    expect(eventStatus([{ status: 'archived' }, { status: 'archived' }])).toBe('archived');
    expect(eventStatus([{ status: 'archived' }, { status: 'upcoming' }])).toBe('upcoming');
    expect(eventStatus([])).toBe('upcoming');
  });

  it('are listed in central with dbName, title and the authorised users [SYNC-04, DOC-33]', () => {
    const listed = { id: 'e1', dbName: 'event-e1', title: 'Gala', authorized: ['u1', 'u2'] };
    const doc = centralEvents.parse({ _id: 'events', events: [listed] });
    expect(doc.events[0]).toMatchObject(listed);
    expect(
      centralEvents.safeParse({ _id: 'events', events: [{ ...listed, authorized: 'u1' }] }).success,
    ).toBe(false);
  });

  it('need a title, sessions a title and a date [VALID-26]', () => {
    for (const title of [undefined, '', '   ']) {
      expect(field({ ...event, title })).toBe('title');
      expect(field({ ...session, title })).toBe('title');
    }
    expect(field({ ...session, date: undefined })).toBe('date');
    expect(field({ ...session, date: 'tomorrow' })).toBe('date');
  });
});

describe('people', () => {
  it('clients have their fields [DOC-01]', () => {
    const full = {
      ...client,
      ...{ title: 'mrs', company: 'Analytical', category: 'media', language: 'en', email: 'ada@example.org' },
      ...{ phone: '+41 22 123 45 67', notes: 'vegan', number: 'G0001-01', covid: true, indications: ['a'] },
      ...{ consumerId: 'consumer_k', adminContact: { email: 'a@b.ch' }, status: 'old', deletedAt: null },
      metadata: { author: { id: 'u', name: 'Ann' }, session_s1: 'kept' },
    };
    expect(parsed(full)).toEqual(full);
    expect(parsed(client)).toEqual({ ...client, category: 'indiv', language: 'fr', metadata: {} });
  });

  it.each([
    ['title', ['mr', 'mrs', 'other'], 'dr'],
    ['category', ['company', 'barter', 'indiv', 'media', 'ooc', 'org', 'other', 'sponsor'], 'vip'],
    ['language', ['en', 'fr'], 'de'],
  ])('%s of a client is one of %j [DOC-02, DOC-03, DOC-04]', (name, values, other) => {
    for (const value of values) expect(field({ ...client, [name]: value })).toBeNull();
    expect(field({ ...client, [name]: other })).toBe(name);
  });

  it('a consumer is the registration and billing record that clients name [CONSUMER-01]', () => {
    const full = {
      ...{ _id: 'consumer_k', type: 'consumer', date: 5, invoiceIndex: 3, notifMethod: 'sms' },
      ...{ paymentType: 'card', status: 'invoice_paid', notifs: { n1: [{ ok: true, date: 4 }] } },
      address: { name: 'Ada', street: 'Rue 1', city: 'Genève', zip: '1204', country: 'Suisse' },
      registration: { amount: 12_500, currency: 'eur', rate: 75, rateName: 'Early', vat: 810 },
      metadata: {},
    };
    expect(parsed(full)).toEqual(full);
    expect(field({ ...full, registration: { amount: 12.5 } })).toBe('registration.amount');
    expect(parseDocument({ ...full, registration: { amount: 1, extras: [] } }).ok).toBe(true);
    expect(field({ ...full, registration: { amount: 1, extras: ['book'] } })).toBe('registration.extras');
    expect(field({ ...full, registration: { amount: 1, vat: 8.1 } })).toBe('registration.vat');
    expect(field({ ...full, status: 'lost' })).toBe('status');
    for (const _id of ['client_1', 'client_2']) {
      expect(parsed({ ...client, _id, consumerId: full._id })['consumerId']).toBe(full._id);
    }
  });
});

describe('patterns apply to their fields', () => {
  const consumer = { _id: 'consumer_k', type: 'consumer' };

  it('name: forename, surname, zip, country, invoice prefix [VALID-02]', () => {
    expect(field({ ...client, forename: 'A<b>' })).toBe('forename');
    expect(field({ ...client, surname: 'x@y' })).toBe('surname');
    expect(field({ ...event, invoicePrefix: '#!' })).toBe('invoicePrefix');
    expect(field({ ...consumer, address: { zip: '<>' } })).toBe('address.zip');
    expect(field({ ...consumer, address: { country: '§' } })).toBe('address.country');
    expect(field({ ...consumer, address: { zip: '1204', country: "Côte d'Ivoire" } })).toBeNull();
  });

  it('freename: company, address name, street, city, titles [VALID-03]', () => {
    expect(field({ ...client, company: 'A\u0000' })).toBe('company');
    for (const key of ['name', 'street', 'city']) {
      expect(field({ ...consumer, address: { [key]: '<b>' } })).toBe(`address.${key}`);
    }
    expect(field({ ...event, title: '<script>' })).toBe('title');
    expect(field({ ...session, title: '<b>' })).toBe('title');
    expect(field({ ...session, title: 'Gala & ball: 2026 (#1)!' })).toBeNull();
  });

  it('text: notes and event location may have several lines [VALID-04]', () => {
    expect(field({ ...client, notes: 'allergic\nto <nuts>' })).toBeNull();
    expect(field({ ...client, notes: 'bell\u0007' })).toBe('notes');
    expect(field({ ...event, location: 'bell\u0007' })).toBe('location');
  });

  it('e-mail and phone have their own [VALID-06]', () => {
    expect(field({ ...client, email: 'ada@example.org', phone: '+41 22 123 45 67' })).toBeNull();
    expect(field({ ...client, email: '', phone: '' })).toBeNull();
    expect(field({ ...client, email: 'ada' })).toBe('email');
    expect(field({ ...client, phone: '022 123' })).toBe('phone');
  });
});

describe('users and logins', () => {
  it('have their fields; the password is none of the document [DOC-31]', () => {
    const doc = {
      _id: 'u1',
      type: 'user',
      username: 'ada',
      role: 'member',
      email: 'a@b.ch',
      phone: '+41221234567',
    };
    expect(user.parse(doc)).toEqual({ ...doc, metadata: {} });
    expect(user.safeParse({ ...doc, role: 'queen' }).success).toBe(false);
  });

  it('what a login tells of its user has no password [DOC-32]', () => {
    expect(Object.keys(ownUser.shape)).not.toContain('password');
  });
});

it('languages, rates and payment types come from one configuration [API-26]', () => {
  expect([LANGUAGES, PAYMENT_TYPES, RATES]).toEqual([
    ['en', 'fr'],
    ['card', 'cash', 'none', 'other', 'transfer'],
    [100, 75, 50, 25, 0],
  ]);
});

it('ids and types must agree, and unknown ids are refused', () => {
  expect(field({ ...client, _id: 'session_x' })).toBe('type');
  expect(field({ ...client, _id: 'wizard_x' })).toBe('_id');
  expect(field({ ...client, _id: '_design/x' })).toBe('_id');
});
