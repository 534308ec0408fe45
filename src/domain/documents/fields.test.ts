import { describe, expect, it } from 'vitest';
import { checkinId, entryChangeId, paymentId } from '../ids.ts';
import { DOCUMENTS, parseDocument } from './index.ts';
import { servicesDocument } from './services.ts';
import { userDocument } from './user.ts';

/*
 * Every field of every type, with a value of its own: each is then replaced by a value of a wrong type, and must be
 * refused with its name. A schema's field that is missing here fails the test, so no field comes without its judgement.
 */
const metadata = { author: { id: 'u1', name: 'ada' }, createdAt: 1, updatedAt: 2 };
const merging = { metadata: { ...metadata, registers: { upTo: 2, rest: 1, times: { status: 2 } } } };
const attachments = { file: { content_type: 'application/pdf' } };
const base = (_id: string, type: string) => ({
  _id,
  _rev: '1-a',
  _attachments: attachments,
  type,
  metadata,
  schemaVersion: 1,
});
const address = { name: 'Ada', street: 'Rue 1', city: 'Genève', zip: '1204', country: 'Suisse' };
const payment = { stripeCustomerId: 'cus_1', stripePaymentId: 'pi_1' };
const price = { amount: 100, amountGross: 108, enabled: true };
const mail = {
  subject: 'Hello',
  body: { font: 'serif', html: '<p>Hello</p>', text: 'Hello' },
  attachInvoice: true,
  attachInvitation: true,
};
const ref = {
  ...{ x: 1, y: 2, width: 3, height: 4, pageIndex: 0, variableKey: 'number' },
  ...{ id: 'b1', size: 12, weight: 'bold', color: '#102030', align: 'right' },
};
const template = { language: 'en', paymentType: 'card', refs: [ref] };
const {
  metadata: _unsigned,
  _attachments: _none,
  ...checkinBase
} = base(checkinId('session_s', 5, 'devabc'), 'checkin');
const {
  metadata: _unsignedNote,
  _attachments: _noneOfNote,
  ...paymentBase
} = base(paymentId('consumer_c', 5, 'devabc'), 'payment');
const {
  metadata: _unsignedToo,
  _attachments: _noneToo,
  ...entrychangeBase
} = base(entryChangeId('session_s', 5, 'devabc'), 'entrychange');

const WHOLE: Record<keyof typeof DOCUMENTS, Record<string, unknown>> = {
  event: {
    ...base('event', 'event'),
    ...{
      id: 'e1',
      title: 'Gala',
      titleFrench: 'Gala',
      company: 'Foyer',
      location: 'Here',
      contact: 'gala@foyer.example',
      dbName: 'event-e1',
    },
    ...{
      date: 5,
      paymentTypes: ['card'],
      payMinutes: 45,
      timeZone: 'Europe/Zurich',
      example: true,
      invoicePrefix: 'G',
      invoiceNextIndex: 3,
      adminContact: true,
    },
    ...{ doorShows: ['diet', 'notes', 'owed'], embedOrigins: ['https://gala.example:8443'] },
    ...{ pictureSize: { width: 1, height: 2 }, authorized: ['u1'], status: 'ongoing' },
    transfer: { iban: 'CH93', name: 'Foyer', street: 'Rue 1', zip: '1204', city: 'Genève', country: 'CH' },
  },
  session: {
    ...base('session_s', 'session'),
    ...{
      title: 'Dinner',
      titleFrench: 'Dîner',
      date: 5,
      timeStart: '18:00',
      timeEnd: '23:00',
      status: 'ongoing',
    },
    detailTimes: { upTo: 2, rest: 1, times: { status: 2 } },
    ...{ autoSave: true, autoSaveDelay: 5, files: ['file_f'], removedClients: { client_b: 3 }, capacity: 10 },
    clients: [
      {
        ...{
          clientId: 'client_a',
          checkInTime: 4,
          updatedTime: 3,
          product: { kind: 'adult', optionId: 'o' },
        },
        placement: { tableId: 't', seatIndex: 1, onTable: true, tableList: ['t'] },
        at: { in: 1, placement: 3, product: 2 },
      },
    ],
    lateRegisters: {
      client_b: {
        placement: { time: 4, value: { tableId: 't' } },
        product: { time: 4, value: { optionId: 'o' } },
      },
    },
    plan: {
      ratio: 1.5,
      categories: [{ name: 'Premium', color: '#c0392b' }],
      state: {
        nextTableIndex: 2,
        tables: {
          t: {
            ...{
              type: 'circle',
              number: '1',
              name: 'Swan',
              group: 'A',
              position: { x: 1, y: 2 },
              rotation: 3,
            },
            ...{ scale: 1, seats: 8, color: '#ffffff', category: 'A', locked: true },
            seatProps: [{ position: { x: 1, y: 2 }, scale: 1, category: 'B' }],
            ...{ note1: 'a', note2: 'b', note3: 'c', image: { fileIndex: 0, width: 1, height: 1 } },
          },
        },
      },
    },
    archivedAt: 5,
    metadata: { ...metadata, detailsAt: 2, planAt: 2 },
  },
  client: {
    ...base('client_a', 'client'),
    ...merging,
    ...{ title: 'mrs', forename: 'Ada', surname: 'L', company: 'C', category: 'indiv', language: 'en' },
    ...{
      email: 'a@b.ch',
      phone: '+41221234567',
      notes: 'n',
      diet: 'vegan',
      number: '7',
      covid: true,
      indications: ['a'],
    },
    ...{
      consumerId: 'consumer_c',
      adminContact: { email: 'a@b.ch' },
      status: 'old',
      deletedAt: 5,
      erasedAt: 6,
      canceled: true,
      formerNumbers: ['5'],
    },
  },
  consumer: {
    ...base('consumer_c', 'consumer'),
    ...merging,
    ...{ date: 5, invoiceIndex: 1, notifMethod: 'sms', paymentType: 'card', status: 'registered' },
    ...{ address, addressSec: address, form: 'form_f', payment, signature: 'data:image/png;base64,AA==' },
    settlement: { paid: 100, refunded: 50 },
    ...{ invoiceWanted: true, invoiceCorrects: 0 },
    invoices: [
      {
        ...{ kind: 'credit', index: 0, number: 'GC0001', takesBack: 'G0001', issuedAt: 1, currency: 'chf' },
        ...{ total: -100, lacks: 'missing_template', reference: 'RF18539007547034' },
      },
    ],
    taken: [{ id: 'payment_c_1', kind: 'cash', amount: 5, cancels: 'payment_c_0', byTransfer: false }],
    transfers: [{ id: 'T', day: '2027-05-03', amount: 5 }],
    cards: [
      {
        ...{ id: 'P', paid: 5, refunded: 0, disputed: true, paymentId: 'pi_1', customerId: 'cus_1' },
        currency: 'chf',
        disputes: [{ id: 'dp_1', amount: 5, outcome: 'lost' }],
      },
    ],
    hold: { until: 5, over: true },
    statusBefore: 'invoice_sent',
    linkVersion: 1,
    standsIn: true,
    orderCode: 'A7BCD',
    erasedAt: 6,
    notifs: { notif_n: [{ ok: true, error: 'e', errorCode: '21211', date: 1, message: 'm', url: 'u' }] },
    person: {
      ...{ title: 'mr', forename: 'A', surname: 'B', company: 'C', email: 'a@b.ch', phone: '+41221234567' },
      language: 'fr',
    },
    registration: {
      ...{
        amount: 100,
        currency: 'chf',
        date: 1,
        extras: { book: 2 },
        answers: { q: 'Bus' },
        formId: 'form_f',
        rate: 75,
      },
      ...{
        submissionDigest: 'abc',
        rateName: 'Early',
        vat: 810,
        payment,
        signature: 'data:image/png;base64,AA==',
      },
    },
  },
  form: {
    ...base('form_f', 'form'),
    ...{
      accessId: 'abcdefgh',
      hadAccessId: 'hgfedcba',
      counterpartId: 'form_g',
      replaces: 'form_h',
      name: 'Form',
      language: 'en',
    },
    ...{ joins: 'form_i', termsOf: 'form_h' },
    ...{
      currency: 'chf',
      enabled: true,
      vat: 810,
      notes: 'n',
      information: 'i',
      information2: 'j',
      helpInfo: 'h',
    },
    ...{ helpAdminContact: 'a', messages: { card: 'thanks' }, mandatory: { addr: true, addrSec: true } },
    ...{
      required: { info: true, addr: true, addrSec: true, account: true },
      children: true,
      guestsMay: { cancel: true, names: false },
      ...{ opensAt: 1, closesAt: 2, code: 'ball' },
      ...{ keepMonths: 12, noticeUrl: 'https://gala.example/privacy' },
    },
    ...{ alerts: [{ value: 'soon', enabled: true }], options: [{ id: 'o', name: 'Menu', clientCount: 1 }] },
    questions: [
      { id: 'q', kind: 'choice', label: 'How', choices: ['Bus'], mandatory: true },
      { id: 'r', kind: 'text', label: 'Where', mandatory: false, showIf: { questionId: 'q', is: 'Bus' } },
    ],
    extras: [{ id: 'x', name: 'Book', amount: 5, amountGross: 6, enabled: true, maxCount: 2 }],
    ...{ amounts: { session_s: { o: { adult: price } } }, maxClientCountPerSession: 10 },
  },
  file: { ...base('file_f', 'file'), name: 'Programme' },
  notif: {
    ...base('notif_n', 'notif'),
    ...{
      notifType: 'automatic',
      notifMethod: 'email',
      consumerStatus: 'registered',
      language: 'en',
      date: 1,
    },
    ...{ consumerStatusNew: 'notice_sent', sendAt: 2, count: 3, purpose: 'news', attachments: ['file_f'] },
    unpaidDays: 30,
    ...{ sessionIds: ['session_s'], resendConsumerIds: ['consumer_c'] },
    contents: {
      ...{
        ...mail,
        message: 'm',
        templateId: 't',
        variables: { 1: 'x' },
        email: mail,
        sms: { message: 'm' },
      },
      whatsapp: { templateId: 't', variables: { 1: 'Dear {{forename}}' } },
    },
  },
  invitationtemplate: { ...base('invitationtemplate_t', 'invitationtemplate'), ...template },
  invoicetemplate: { ...base('invoicetemplate_t', 'invoicetemplate'), ...template },
  whatsapptemplate: {
    ...base('whatsapptemplate_t', 'whatsapptemplate'),
    ...{ date: 1, message: ['Hello'], contentSid: 'HX1' },
  },
  checkin: {
    ...checkinBase,
    ...{ sessionId: 'session_s', clientId: 'client_a', action: 'in', time: 5, method: 'list' },
    ...{ device: { id: 'd', name: 'Door' }, author: { id: 'u1', name: 'ada' } },
    // Of `seen` alone, which cancels nothing.
    ...{ cancels: `${checkinBase._id}a`, double: undefined },
  },
  payment: {
    ...paymentBase,
    ...{ consumerId: 'consumer_c', kind: 'cash', amount: -500, currency: 'chf', time: 5 },
    ...{ device: { id: 'd', name: 'Desk' }, author: { id: 'u1', name: 'ada' } },
    ...{ cancels: `${paymentBase._id}a`, day: '2027-05-03' },
  },
  entrychange: {
    ...entrychangeBase,
    ...{
      sessionId: 'session_s',
      time: 5,
      device: { id: 'd', name: 'Desk' },
      author: { id: 'u1', name: 'ada' },
    },
    rows: [
      {
        ...{ clientId: 'client_a', in: true, product: { kind: 'adult', optionId: 'o' } },
        placement: { tableId: 't', seatIndex: 1, onTable: true, tableList: ['t'] },
        from: { in: false, placement: { tableId: 't' }, product: { kind: 'child', optionId: 'p' } },
      },
    ],
  },
};
/** Fields that only the database or the envelope judges: their own tests are the gateway's. */
const ENVELOPE = new Set(['_id', '_rev', '_attachments', 'type', 'schemaVersion']);

const twilio = { sid: 's', token: 't', number: '+41221234567' };
const OTHERS = {
  user: {
    schema: userDocument.schema,
    doc: {
      ...{ _id: 'u1', type: 'user', username: 'ada', role: 'member', email: 'a@b.ch', phone: '+41221234567' },
      ...{ door: { eventId: 'gala', until: 1 }, hub: { until: 1 } },
      metadata,
    },
  },
  services: {
    schema: servicesDocument.schema,
    doc: {
      ...{ _id: 'e1', payments: { key: 'k', secret: 's' }, sms: twilio, whatsapp: twilio, metadata },
      email: {
        ...{
          email: 'a@b.ch',
          name: 'Foyer',
          host: 'mail.example.ch',
          port: 465,
          secure: true,
          perMinute: 60,
        },
        ...{ username: 'u', password: 'p' },
      },
    },
  },
};

type Path = string[];

/** Every value within a document, groups too, with its path. */
function* values(value: unknown, path: Path = []): Generator<{ path: Path; value: unknown }> {
  if (path.length > 0) yield { path, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) yield* values(child, [...path, name]);
}

/** No field takes both a value and what this makes of it. */
function wrong(value: unknown): unknown {
  if (typeof value === 'string') return [1];
  if (typeof value === 'number') return '5';
  return typeof value === 'boolean' ? 'yes' : 5;
}

function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      String(index) === name ? replaced(item, rest, by) : (item as unknown),
    );
  }
  const fields = value as Record<string, unknown>;
  return { ...fields, [name]: replaced(fields[name], rest, by) };
}

const cases = (doc: object) =>
  [...values(doc)]
    .filter(({ path: [first = ''] }) => !ENVELOPE.has(first))
    .map((found) => [found.path.join('.'), found] as const);

describe.each(Object.entries(WHOLE))('every field of %s [VALID-04] [VALID-05]', (type, doc) => {
  const fieldOf = (changed: object): string | null => {
    const result = parseDocument(changed as Record<string, unknown>);
    return result.ok ? null : result.error.field;
  };

  it('is in this test', () => {
    expect(fieldOf(doc)).toBeNull();
    expect(Object.keys(doc).toSorted()).toEqual(
      Object.keys(DOCUMENTS[type as 'event'].schema.shape).toSorted(),
    );
  });

  it.each(cases(doc))('%s is refused by its name where its type is wrong', (name, { path, value }) => {
    const field = fieldOf(replaced(doc, path, wrong(value)) as object);
    // What may have one of several forms is named as a whole.
    expect(field).not.toBeNull();
    expect(name === field || name.startsWith(`${field}.`)).toBe(true);
    expect(field?.split('.')[0]).toBe(path[0]);
  });

  it('is kept where a newer version wrote it, but for what is written once', () => {
    const field = fieldOf({ ...doc, ofTomorrow: { deep: [1] } });
    const isOnce = ['checkin', 'entrychange', 'payment'].includes(type);
    expect(field).toBe(isOnce ? 'ofTomorrow' : null);
  });
});

describe.each(Object.entries(OTHERS))('every field of %s', (_type, { schema, doc }) => {
  it('is in this test', () => {
    expect(schema.safeParse(doc).success).toBe(true);
    const mine = Object.keys(schema.shape).filter((name) => !ENVELOPE.has(name));
    expect(Object.keys(doc)).toEqual(expect.arrayContaining(mine));
  });

  it.each(cases(doc))('%s is refused by its name where its type is wrong', (_name, { path, value }) => {
    const result = schema.safeParse(replaced(doc, path, wrong(value)));
    expect(result.error?.issues[0]?.path[0]).toBe(path[0]);
  });
});

describe('text patterns', () => {
  const bell = 'ring\u0007';
  const fieldOf = (type: keyof typeof WHOLE, path: string): string | null => {
    const result = parseDocument(replaced(WHOLE[type], path.split('.'), bell) as Record<string, unknown>);
    return result.ok ? null : result.error.field;
  };

  it.each<[keyof typeof WHOLE, string]>([
    ['client', 'notes'],
    ['event', 'location'],
    ['session', 'plan.state.tables.t.note1'],
    ['form', 'options.0.name'],
    ['form', 'extras.0.name'],
    ['file', 'name'],
  ])('text is judged on %s %s [VALID-04]', (type, path) => {
    expect(fieldOf(type, path)).toBe(path);
  });

  it.each<[keyof typeof WHOLE, string]>([
    ['form', 'notes'],
    ['form', 'information'],
    ['form', 'information2'],
    ['form', 'helpInfo'],
    ['form', 'helpAdminContact'],
    ['form', 'messages.card'],
    ['form', 'alerts.0.value'],
    ['notif', 'contents.email.body.text'],
    ['notif', 'contents.message'],
  ])('long text is judged on %s %s [VALID-05]', (type, path) => {
    expect(fieldOf(type, path)).toBe(path);
  });
});
