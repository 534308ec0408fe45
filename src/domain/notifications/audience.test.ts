import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newDocument } from '../documents/new.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Notif } from '../documents/notif.ts';
import { audienceOf, NO_PAST, runsFrom, type AudienceSource } from './audience.ts';
import type { Stock } from './stock.ts';
import { afterLook, wantedAttempts, type Resends } from './resends.ts';

const consumer = (id: string, more: Partial<Consumer> = {}): Consumer =>
  newDocument('consumer', {
    _id: `consumer_${id}`,
    status: 'registered',
    person: { email: `${id}@example.org`, phone: '+41 79 000 00 00', language: 'en' },
    ...more,
  });
const client = (id: string, consumerId: string, language: 'en' | 'fr' = 'en') =>
  newDocument('client', {
    _id: `client_${id}`,
    ...{ consumerId: `consumer_${consumerId}`, forename: 'A', surname: 'B', language },
  });
const byId = <T extends { _id: string }>(docs: T[]): Map<string, T> =>
  new Map(docs.map((doc) => [doc._id, doc]));
const stock: Stock = {
  services: { email: 'ready', sms: 'ready', whatsapp: 'ready' },
  invitations: new Set(['en']),
  invoices: new Set(['en/transfer']),
  whatsappTemplates: new Set(['whatsapptemplate_1']),
  optedOut: new Set(['no@example.org']),
};
const source = (consumers: Consumer[], more: Partial<AudienceSource> = {}): AudienceSource => ({
  ...{ consumers: byId(consumers), clients: new Map(), emptied: new Set(), sessions: [], stock },
  ...more,
});
const notif = (more: Partial<Notif> = {}): Notif =>
  newDocument('notif', {
    _id: 'notif_1',
    ...{ notifType: 'automatic', notifMethod: 'email', consumerStatus: null, contents: {} },
    ...more,
  });
const dueOf = (one: Notif, from: AudienceSource, past = NO_PAST) =>
  audienceOf(one, from, past, 1).due.map(({ consumerId, hold }) => [consumerId.slice(9), hold]);
const outOf = (one: Notif, from: AudienceSource, past = NO_PAST) =>
  audienceOf(one, from, past, 1).leftOut.map(({ consumerId, why }) => [consumerId.slice(9), why]);

describe('who gets a notification', () => {
  it('null means all, people without a guest included', () => {
    expect(dueOf(notif(), source([consumer('a'), consumer('b', { status: 'canceled' })]))).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  it('nobody whose guests were all deleted, but the message that it is cancelled; the others are named', () => {
    const people = source(
      [consumer('a', { status: 'canceled' }), consumer('b', { status: 'canceled' }), consumer('c')],
      { emptied: new Set(['consumer_a', 'consumer_c']) },
    );
    const canceled = notif({ consumerStatus: 'canceled' });
    expect([dueOf(canceled, people), outOf(canceled, people)]).toEqual([
      [
        ['a', null],
        ['b', null],
      ],
      [['c', 'other_status']],
    ]);
    const again = { attempts: () => 0, wanted: new Map([['consumer_c', 1]]) };
    expect([dueOf(notif(), people, again), outOf(notif(), people, again)]).toEqual([
      [['b', null]],
      [
        ['a', 'no_guests'],
        ['c', 'no_guests'],
      ],
    ]);
  });

  it('a reminder: to whom an invoice was issued so many days ago that is still open', () => {
    const DAY = 86_400_000;
    const invoice = (number: string, index: number, issuedAt: number) => ({
      ...{ kind: 'invoice' as const, index, number, issuedAt, currency: 'chf' as const, total: 100 },
    });
    const billed = (id: string, more: Partial<Consumer> = {}): Consumer =>
      consumer(id, {
        ...{ status: 'invoice_sent', invoiceIndex: 0, invoices: [invoice('G0001', 0, 0)] },
        registration: { amount: 100, currency: 'chf', rate: 100, vat: 0 },
        ...more,
      });
    const credit = { ...invoice('GC0001', 0, 0), kind: 'credit' as const, takesBack: 'G0001' };
    const from = source([
      consumer('never'),
      billed('open'),
      billed('paid', { status: 'invoice_paid' }),
      billed('partly', { settlement: { paid: 60, refunded: 0 } }),
      billed('wholly', { settlement: { paid: 100, refunded: 0 } }),
      billed('gone', { status: 'canceled' }),
      billed('taken', { invoices: [invoice('G0001', 0, 0), credit] }),
      billed('newer', { invoices: [invoice('G0001', 0, 0), invoice('G0002', 1, 5 * DAY)], invoiceIndex: 1 }),
    ]);
    const remindedAt = (at: number): string[] =>
      audienceOf(notif({ unpaidDays: 30 }), from, NO_PAST, at).due.map(({ consumerId }) =>
        consumerId.slice(9),
      );
    expect(remindedAt(30 * DAY - 1)).toEqual([]);
    expect(remindedAt(30 * DAY)).toEqual(['open', 'partly']);
    expect(remindedAt(35 * DAY)).toEqual(['open', 'partly', 'newer']);
    expect(outOf(notif({ unpaidDays: 30 }), from)).toContainEqual(['paid', 'nothing_open']);
  });

  it('of a status, a language, and a session of one of the guests', () => {
    const consumers = [
      consumer('a', { status: 'pending' }),
      consumer('b', { person: { email: 'b@x.y', language: 'fr' } }),
      consumer('c'),
      consumer('d'),
      consumer('e', { person: { email: 'e@x.y' } }),
    ];
    const clients = byId([
      { ...client('0', 'e'), number: 'G0002' },
      ...[client('1', 'c'), client('2', 'd')],
      { ...client('3', 'e', 'fr'), number: 'G0001' },
    ]);
    const sessions = [
      newDocument('session', {
        ...{ _id: 'session_1', title: 'A', date: 0 },
        clients: ['client_1', 'client_gone'].map((clientId) => ({
          clientId,
          checkInTime: null,
          updatedTime: 0,
        })),
      }),
    ];
    const picky = notif({ consumerStatus: 'registered', language: 'en', sessionIds: ['session_1'] });
    const from = source(consumers, { clients, sessions });
    expect(dueOf(picky, from)).toEqual([['c', null]]);
    expect(outOf(picky, from)).toEqual([
      ['a', 'other_status'],
      ['b', 'other_language'],
      ['d', 'other_session'],
      // Its language is its first guest's.
      ['e', 'other_language'],
    ]);
    expect(dueOf(notif({ sessionIds: [] }), from)).toEqual([]);
  });

  it.each<[string, Partial<Notif>, Partial<Consumer>, Partial<Stock>]>([
    ['disabled', {}, {}, { services: { email: 'disabled', sms: 'ready', whatsapp: 'ready' } }],
    ['misconfigured', {}, {}, { services: { email: 'misconfigured', sms: 'ready', whatsapp: 'ready' } }],
    ['missing_email', {}, { person: { phone: '+41791234567' } }, {}],
    ['missing_phone', { notifMethod: 'sms' }, { person: { email: 'a@b.c' } }, {}],
    ['missing_template', { notifMethod: 'whatsapp', contents: { templateId: 'whatsapptemplate_2' } }, {}, {}],
    ['missing_template', { contents: { attachInvoice: true } }, { paymentType: 'cash' }, {}],
    [
      'missing_template',
      { contents: { email: { attachInvitation: true } } },
      { person: { email: 'a@b.c', language: 'fr' } },
      {},
    ],
    ['opted_out', { purpose: 'news' }, { person: { email: 'No@example.org' } }, {}],
  ])('is meant, and held back: %s', (hold, change, person, has) => {
    const from = source([consumer('a', person)], { stock: { ...stock, ...has } });
    expect(dueOf(notif(change), from)).toEqual([['a', hold]]);
  });

  it('those who opted out of news still get what is about their registration', () => {
    expect(dueOf(notif(), source([consumer('a', { person: { email: 'no@example.org' } })]))).toEqual([
      ['a', null],
    ]);
  });

  it('on a device that may not read the services they are taken for ready', () => {
    expect(dueOf(notif(), source([consumer('a')], { stock: { ...stock, services: null } }))).toEqual([
      ['a', null],
    ]);
  });

  it('once each, whatever their status does afterwards; once more only who is asked for', () => {
    const from = source([consumer('a'), consumer('b', { status: 'pending' })]);
    const had = { attempts: () => 1, wanted: new Map() };
    expect(outOf(notif(), from, had)).toEqual([
      ['a', 'had_it'],
      ['b', 'had_it'],
    ]);
    const again = { attempts: () => 1, wanted: new Map([['consumer_b', 2]]) };
    // Whoever asks for somebody means them, whatever their status is; also when it is inactive.
    const inactive = notif({ notifType: 'inactive', consumerStatus: 'registered' });
    expect(audienceOf(inactive, from, again, null).due).toMatchObject([
      { consumerId: 'consumer_b', attempt: 2 },
    ]);
    expect(audienceOf({ ...inactive, notifType: 'deleted' }, from, again, 1).due).toEqual([]);
  });

  it('runs at its time; inactive and deleted ones never', () => {
    expect(runsFrom({ notifType: 'one-time', sendAt: 5 })).toBe(5);
    expect(runsFrom({ notifType: 'automatic' })).toBe(0);
    expect(runsFrom({ notifType: 'inactive', sendAt: 5 })).toBeNull();
    expect(runsFrom({ notifType: 'deleted' })).toBeNull();
  });
});

describe('who is to get it once more', () => {
  it('who is new in the list; being there already does nothing', () => {
    const once = afterLook({}, ['a'], () => 1);
    expect(once).toEqual({ a: { seen: 1, attempt: 2 } });
    expect(afterLook(once, ['a'], () => 2)).toBe(once);
    // Out and in again, and there twice.
    const out = afterLook(once, [], () => 2);
    expect(afterLook(out, ['a'], () => 2)).toEqual({ a: { seen: 1, attempt: 3 } });
    expect(afterLook(once, ['a', 'a'], () => 2)).toEqual({ a: { seen: 2, attempt: 3 } });
  });

  it('who never got it gets it for the first time', () => {
    expect(wantedAttempts(afterLook({}, ['a'], () => 0)).get('a')).toBe(1);
  });

  it('whose message is still on its way does not get another one, now or later', () => {
    const once = afterLook({}, ['a'], () => 1);
    // Another process has noted it, and its row is not there yet.
    const early = afterLook(once, ['a', 'a'], () => 1);
    expect(early).toEqual({ a: { seen: 2, attempt: 2 } });
    const isOpen = (): boolean => true;
    const twice = afterLook(once, ['a', 'a'], () => 2, isOpen);
    expect(twice).toEqual({ a: { seen: 2, attempt: 2 } });
    expect(afterLook(twice, ['a', 'a'], () => 2)).toBe(twice);
    expect(afterLook(twice, ['a', 'a', 'a'], () => 2)).toEqual({ a: { seen: 3, attempt: 3 } });
    expect(afterLook({}, ['a'], () => 1, isOpen)).toEqual({ a: { seen: 1, attempt: 0 } });
  });

  it('any number of looks at the same lists asks for the same', () => {
    const lists = fc.array(fc.array(fc.constantFrom('a', 'b', '__proto__'), { maxLength: 4 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(lists, (all) => {
        let once: Resends = {};
        let often: Resends = {};
        for (const list of all) {
          once = afterLook(once, list, () => 0);
          for (let look = 0; look < 3; look++) often = afterLook(often, list, () => 0);
        }
        expect(often).toEqual(once);
      }),
    );
  });
});
