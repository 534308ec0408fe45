import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeOfId } from '#domain/ids.ts';
import { update } from '../storage/documents.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { sessionDoc } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import { DeskAddresses } from './addresses.ts';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };
const price = (amount: number, more: object = {}) => ({ amount, enabled: true, ...more });
const formDoc = (id: string, accessId: string | null, more: object = {}) => ({
  ...{ _id: `form_${id}`, type: 'form', accessId, name: 'For the team', notes: 'secret', language: 'en' },
  ...{ currency: 'chf', vat: 810, enabled: true, children: true, metadata: META },
  options: [
    { id: 'menu', name: 'Menu', clientCount: 1 },
    { id: 'table', name: 'Table of ten', clientCount: 10 },
  ],
  extras: [{ id: 'park', name: 'Parking', amount: 463, amountGross: 500, enabled: true, maxCount: 2 }],
  alerts: [
    { value: 'Doors at seven', enabled: true },
    { value: 'Not yet', enabled: false },
  ],
  amounts: {
    session_s: {
      menu: { adult: price(2313, { amountGross: 2500 }), child: price(1000, { enabled: false }) },
      table: { adult: price(20_000) },
    },
  },
  ...more,
});
let count = 0;
const fresh = () => `submission-${String(++count).padStart(8, '0')}`;
const guest = (surname: string, more: object = {}) => ({
  ...{ forename: 'Ada', surname },
  sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }],
  ...more,
});
const submission = (more: object = {}) => ({
  submissionId: fresh(),
  language: 'en',
  person: { forename: 'Ada', surname: 'Byron', email: 'ada@example.org' },
  paymentType: 'none',
  clients: [guest('Byron')],
  ...more,
});
interface Answer {
  success: boolean;
  numbers: string[];
  token: string;
  consumerId: string;
  [field: string]: unknown;
}

describe.each(storages('memory', 'couchdb'))('the public desk on %s', (storage) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ storage, worker: true, config: { trustProxy: ['127.0.0.0/8'] } });
  });
  afterAll(() => server.close());

  let events = 0;
  /** An event with a session and a form at an address. */
  async function event(
    form: object = {},
    session: object = {},
  ): Promise<{ db: Database; at: string; send: (body: object) => Promise<Answer>; eventId: string }> {
    const { eventId, dbName } = await server.event();
    const db = await server.storage.open(dbName);
    const accessId = `dkbcdf${String(++events).padStart(2, '0')}`;
    await db.bulkDocs([sessionDoc('s', session), formDoc('f', accessId, form)] as never);
    await server.worker?.idle();
    const at = `/api/desk/${accessId}`;
    // Each event's guests from a network of their own: one may send so many and no more.
    const headers = { 'x-forwarded-for': `198.51.100.${events}` };
    const send = async (body: object) =>
      (await server.call<Answer>('POST', `${at}/registrations`, { body, headers })).body;
    return { db, at, send, eventId };
  }
  async function of(db: Database, type: string): Promise<AnyDoc[]> {
    const { rows } = await db.allDocs({ startkey: `${type}_`, endkey: `${type}_\ufff0`, include_docs: true });
    return rows.map(({ doc }) => doc as unknown as AnyDoc);
  }

  it('tells what a form offers, and nothing that is the team’s [API-25] [DOC-26]', async () => {
    const { at } = await event({}, { capacity: 12 });
    const { status, body } = await server.call(`GET`, `${at}?lang=en`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ ok: true, success: true, currency: 'chf', vat: 810 },
      form: { formId: 'form_f', alerts: ['Doors at seven'], hasTerms: false, paymentTypes: ['none'] },
      sessions: [{ id: 'session_s', title: 'Dinner', left: 12 }],
    });
    expect(body['form']).toMatchObject({
      amounts: { session_s: { menu: { adult: { amount: 2313, amountGross: 2500 } } } },
    });
    expect(JSON.stringify(body)).not.toMatch(/secret|For the team|Not yet|child":/);
  });

  it('names the time zone whose clocks its days and hours are of, also to a guest', async () => {
    const { db, at, send } = await event();
    await update(db, 'event', (stored) => ({ ...stored, timeZone: 'Pacific/Auckland' }));
    const inZone = { timeZone: 'Pacific/Auckland' };
    expect((await server.call('GET', at)).body).toMatchObject({ event: inZone });
    const { token } = await send(submission());
    expect((await server.call('GET', `/api/desk/registrations/${token}`)).body).toMatchObject({
      event: inZone,
    });
  });

  it('takes many who come together with their guests, also where nothing limits them', async () => {
    const { db, send } = await event();
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        send(submission({ clients: ['A', 'B', 'C'].map((name) => guest(`${name}${index}`)) })),
      ),
    );
    expect(answers.filter(({ success }) => !success)).toEqual([]);
    expect(new Set(answers.flatMap(({ numbers }) => numbers)).size).toBe(360);
    expect(await of(db, 'client')).toHaveLength(360);
  });

  it('knows no address that no form has, and none whose form is switched off', async () => {
    const { db, at } = await event();
    expect((await server.call('GET', '/api/desk/zzzzzzzz')).status).toBe(404);
    await db.put({ ...(await db.get('form_f')), enabled: false });
    expect((await server.call('GET', at)).status).toBe(404);
    expect((await server.call('POST', `${at}/registrations`, { body: submission() })).body).toEqual({
      ...{ ok: true, success: false, reason: 'closed' },
    });
  });

  it('registers a party: client, consumer and entries, with numbers, and prices that are round with VAT', async () => {
    const { db, send } = await event();
    const body = submission({
      clients: [guest('Byron'), guest('Lovelace')],
      extras: [{ id: 'park', count: 1 }],
    });
    const answer = await send(body);
    // 2 × 25.00 + 5.00 with 8.1 % VAT.
    expect(answer).toMatchObject({ ok: true, success: true, amount: 5088, amountVat: 412, currency: 'chf' });
    const [consumer] = await of(db, 'consumer');
    expect(consumer).toMatchObject({
      ...{ _id: answer.consumerId, status: 'registered', paymentType: 'none' },
      person: { email: 'ada@example.org', language: 'en' },
      registration: { amount: 5088, vat: 810, formId: 'form_f', extras: { park: 1 }, rate: 100 },
    });
    const clients = await of(db, 'client');
    expect(clients.map(({ number }) => number)).toEqual(answer.numbers);
    expect(answer.numbers[0]).toMatch(/^[0-9A-Z]{8}-01$/);
    await server.worker?.idle();
    const session = (await db.get('session_s')) as unknown as { clients: AnyDoc[] };
    expect(session.clients).toMatchObject([
      { clientId: clients[0]?.['_id'], product: { optionId: 'menu', kind: 'adult' } },
      { clientId: clients[1]?.['_id'] },
    ]);
    // And the guest's own look at it.
    const own = await server.call('GET', `/api/desk/registrations/${answer.token}`);
    expect(own.body).toMatchObject({
      ...{ success: true, status: 'registered', amount: 5088, amountVat: 412 },
      guests: [
        { number: answer.numbers[0], sessions: [{ id: 'session_s', option: 'Menu', kind: 'adult' }] },
        { surname: 'Lovelace' },
      ],
    });
    expect(JSON.stringify(await db.allDocs({ include_docs: true }))).not.toContain(answer.token.slice(8));
  });

  it('takes a child where one is offered, at the child’s own price', async () => {
    const amounts = { session_s: { menu: { adult: price(2313), child: price(1000) } } };
    const { send } = await event({ amounts });
    const sessions = [{ sessionId: 'session_s', optionId: 'menu', kind: 'child' }];
    const answer = await send(submission({ clients: [guest('Byron'), guest('Lovelace', { sessions })] }));
    expect(answer).toMatchObject({ success: true, amount: 3313 });
    const own = await server.call('GET', `/api/desk/registrations/${answer.token}`);
    expect(own.body['guests']).toMatchObject([
      { sessions: [{ kind: 'adult' }] },
      { sessions: [{ kind: 'child' }] },
    ]);
  });

  it('the same submission again is the same registration, also twenty times at once, and after staff took a guest out', async () => {
    const { db, send, eventId } = await event();
    const body = submission();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await of(db, 'consumer')).toHaveLength(1);
    expect(await of(db, 'client')).toHaveLength(1);
    await server.worker?.idle();
    const [client] = await of(db, 'client');
    const session = (await db.get('session_s')) as unknown as AnyDoc & { _id: string };
    const removal = {
      ...session,
      clients: [],
      removedClients: { [String(client?.['_id'])]: Date.now() + 5 },
    };
    await db.put(removal as never);
    expect(await send(body)).toEqual(answers[0]);
    expect(await of(db, 'entrychange')).toHaveLength(1);
    expect(eventId).not.toBe('');
  });

  const MORE = {
    amounts: {
      session_s: { menu: { adult: price(2313) } },
      session_t: { menu: { adult: price(9999) } },
    },
  };
  const comesTo = (...ids: string[]) => ({
    sessions: ids.map((sessionId) => ({ sessionId, optionId: 'menu', kind: 'adult' })),
  });

  it('whoever goes back and sends something else under the same id changes and adds nothing, and is told so', async () => {
    const { db, send } = await event(MORE);
    await db.bulkDocs([sessionDoc('t')] as never);
    const body = submission({ paymentType: 'none' });
    const { ok: _, ...first } = await send(body);
    expect(first).not.toHaveProperty('notTaken');
    const others = [
      { clients: [guest('Byron', comesTo('session_t'))] },
      { clients: [guest('Byron', comesTo('session_s', 'session_t'))] },
      { clients: [guest('Byron'), guest('Lovelace')] },
      { clients: [guest('Lovelace')] },
      { extras: [{ id: 'park', count: 1 }] },
      { person: { forename: 'Ada', surname: 'Byron', email: 'other@example.org' } },
    ];
    // Entries are folded into their session at any time.
    const documents = async () =>
      (await db.allDocs({ include_docs: true })).rows.filter(({ id }) => typeOfId(id) !== 'session');
    const before = await documents();
    for (const other of others)
      expect(await send({ ...body, ...other })).toEqual({ ok: true, ...first, notTaken: true });
    // The same in other words is the same: a signature, another language of the page, what is left empty.
    const same = [
      { language: 'fr' },
      { extras: [{ id: 'park', count: 0 }], address: { street: '', city: '' }, answers: {} },
      { termsAccepted: true, formId: 'form_f', signature: PNG },
      { clients: [guest('Byron', { title: null, email: '' })] },
    ];
    for (const one of same) expect(await send({ ...body, ...one })).toEqual({ ok: true, ...first });
    expect(await documents()).toEqual(before);
    const [consumer] = await of(db, 'consumer');
    expect(consumer?.['registration']).toMatchObject({ amount: 2313 });
    // Also once it was given up, and of whom nothing is left but that they were there.
    await db.put({ ...consumer, status: 'canceled' } as never);
    expect(await send({ ...body, ...others[0] })).toMatchObject({ success: true, notTaken: true });
    expect(await of(db, 'entrychange')).toHaveLength(1);
  });

  it('pays what was registered, not what was sent after it', async () => {
    const { send } = await event();
    const body = submission();
    const first = await send(body);
    const other = await send({ ...body, paymentType: 'card' });
    expect(other).toEqual({ ...first, notTaken: true });
  });

  /** As it was before what is asked for was kept. */
  const unkept = (consumer: AnyDoc | undefined): AnyDoc => {
    const { submissionDigest: _, ...registration } = (consumer?.['registration'] ?? {}) as AnyDoc;
    return { ...consumer, registration };
  };
  it('knows by guests and sessions what was registered before its content was kept', async () => {
    const { db, send } = await event(MORE);
    await db.bulkDocs([sessionDoc('t')] as never);
    const body = submission({ clients: [guest('Byron'), guest('Lovelace')] });
    const first = await send(body);
    const [consumer] = await of(db, 'consumer');
    expect(consumer).toMatchObject({
      registration: { submissionDigest: expect.stringMatching(/^[\w-]{22}$/) as unknown },
    });
    await db.put(unkept(consumer) as never);
    const others = [
      [guest('Byron', comesTo('session_t')), guest('Lovelace')],
      [guest('Byron')],
      ['Byron', 'Lovelace', 'King'].map((name) => guest(name)),
    ];
    for (const clients of others)
      expect(await send({ ...body, clients })).toEqual({ ...first, notTaken: true });
    expect(await send(body)).toEqual(first);
    expect(await of(db, 'entrychange')).toHaveLength(1);
    expect(await of(db, 'client')).toHaveLength(2);
  });

  /** Three are registered, and a crash left the consumer and two of them, entered nowhere. */
  async function half() {
    const { db, send } = await event(MORE);
    await db.bulkDocs([sessionDoc('t')] as never);
    const body = submission({ clients: ['Byron', 'Lovelace', 'King'].map((name) => guest(name)) });
    const first = await send(body);
    const lost = [...(await of(db, 'entrychange')), ...(await of(db, 'client')).slice(1, 2)];
    await db.bulkDocs(lost.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true })) as never);
    return { db, send, body, first };
  }
  it.each([
    ['kept', (consumer: AnyDoc | undefined) => ({ ...consumer })],
    ['not kept yet', unkept],
  ])(
    'completes the half that a crash left, with numbers of one series; what it is about was %s',
    async (_, changed) => {
      const { db, send, body, first } = await half();
      await db.put(changed((await of(db, 'consumer'))[0]) as never);
      expect(await send(body)).toEqual(first);
      const clients = await of(db, 'client');
      expect(clients.map(({ number }) => number)).toEqual(first.numbers);
      const rows = (await of(db, 'entrychange')).flatMap((act) => act['rows'] as { clientId: string }[]);
      expect(rows.map(({ clientId }) => clientId).sort()).toEqual(clients.map(({ _id }) => _id));
    },
  );

  it('completes no half with what was never asked for', async () => {
    const { db, send, body } = await half();
    const other = { ...body, clients: [guest('Byron', comesTo('session_t'))] };
    expect(await send(other)).toMatchObject({ success: true, notTaken: true });
    expect(await of(db, 'entrychange')).toEqual([]);
  });

  it('gives exactly the places that there are to a crowd at once, over all ways in, and a cancelled one again', async () => {
    const { db, at, send } = await event({}, { capacity: 30 });
    // Staff have entered one.
    await db.bulkDocs([
      {
        _id: 'client_staff',
        type: 'client',
        forename: 'Sam',
        surname: 'Staff',
        language: 'en',
        category: 'indiv',
      },
    ] as never);
    const session = await db.get('session_s');
    await db.put({ ...session, clients: [{ clientId: 'client_staff', checkInTime: null, updatedTime: 1 }] });
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(submission())));
    expect(answers.filter(({ success }) => success)).toHaveLength(29);
    expect(answers.find(({ success }) => !success)).toEqual({
      ...{ ok: true, success: false, reason: 'full', field: 'session_s', left: 0 },
    });
    expect(await of(db, 'consumer')).toHaveLength(29);
    expect((await server.call(`GET`, at)).body['sessions']).toMatchObject([{ left: 0 }]);
    const [first] = await of(db, 'consumer');
    await db.put({ ...first, status: 'canceled' } as never);
    expect((await send(submission())).success).toBe(true);
    expect((await send(submission())).success).toBe(false);
  });

  it('a form’s own maximum counts its earlier versions and its counterpart; a table takes all its places [DOC-29] [FORM-09]', async () => {
    const { db, send } = await event({ maxClientCountPerSession: 13 });
    const table = { sessions: [{ sessionId: 'session_s', optionId: 'table', kind: 'adult' }] };
    const answer = await send(submission({ clients: [guest('A', table), guest('B', table)] }));
    expect(answer).toMatchObject({ success: true, amount: 20_000, amountVat: 1620 });
    // Also for one guest a table takes ten.
    expect(await send(submission({ clients: [guest('E', table)] }))).toMatchObject({
      ...{ success: false, reason: 'full', left: 3 },
    });
    const old = (await db.get('form_f')) as unknown as AnyDoc;
    const { _rev, ...next } = old;
    const accessId = old['accessId'];
    await db.bulkDocs([
      { ...next, _id: 'form_g', replaces: 'form_f', counterpartId: 'form_fr' },
      { ...next, _id: 'form_fr', language: 'fr', accessId: 'frfrfrfr', counterpartId: 'form_g' },
      { ...old, enabled: false, accessId: null },
    ] as never);
    expect(accessId).toBeDefined();
    const french = async (more: object) =>
      (await server.call<Answer>('POST', '/api/desk/frfrfrfr/registrations', { body: submission(more) }))
        .body;
    await server.worker?.idle();
    expect((await french({ clients: [guest('C'), guest('D')] })).success).toBe(true);
    expect((await send(submission())).success).toBe(true);
    expect(await french({})).toMatchObject({ success: false, reason: 'full', left: 0 });
  });

  it('a form is at its address also while a device has brought only the end of the version before', async () => {
    const { db, at, send } = await event();
    const { _rev, ...old } = (await db.get('form_f')) as unknown as AnyDoc;
    const off = { enabled: false, accessId: null, hadAccessId: old['accessId'] };
    await db.put({ ...old, _rev, ...off } as never);
    await server.worker?.idle();
    expect((await server.call('GET', at)).body).toMatchObject({ form: { formId: 'form_f' } });
    expect((await send(submission({ formId: 'form_f' }))).success).toBe(true);
    const next = { ...old, _id: 'form_g', replaces: 'form_f', information: 'Doors at six' };
    await db.put(next as never);
    expect((await server.call('GET', at)).body).toMatchObject({ form: { formId: 'form_g' } });
    // The version before does not take a deleted one’s place again.
    const last = await db.get('form_g');
    await db.put({ ...last, enabled: false } as never);
    expect((await server.call('GET', at)).status).toBe(404);
  });

  it('a version that was replaced is taken as long as it would be shown alike, else shown again [FORM-11]', async () => {
    const { db, send } = await event();
    const old = (await db.get('form_f')) as unknown as AnyDoc;
    const { _rev, ...next } = old;
    await db.bulkDocs([
      { ...next, _id: 'form_g', replaces: 'form_f', notes: 'other' },
      { ...old, enabled: false, accessId: null },
    ] as never);
    expect((await send(submission({ formId: 'form_f' }))).success).toBe(true);
    const now = (await db.get('form_g')) as unknown as AnyDoc;
    const { _rev: _, ...third } = now;
    await db.bulkDocs([
      { ...third, _id: 'form_h', replaces: 'form_g', vat: 0 },
      { ...now, enabled: false, accessId: null },
    ] as never);
    expect(await send(submission({ formId: 'form_f' }))).toMatchObject({ success: false, reason: 'changed' });
    expect((await send(submission({ formId: 'form_h' }))).success).toBe(true);
    expect(await send(submission({ formId: 'form_other' }))).toMatchObject({ reason: 'changed' });
  });

  it.each([
    ['nobody', { clients: [] }, 'clients'],
    ['no name', { person: { forename: '', surname: 'B', email: 'a@b.ch' } }, 'person.forename'],
    ['no address of e-mail', { person: { forename: 'A', surname: 'B', email: 'nowhere' } }, 'person.email'],
    ['a field that is not theirs', { status: 'invoice_paid' }, 'status'],
    [
      'a price that is not offered',
      { clients: [guest('A', { sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'child' }] })] },
      'clients.0.sessions.0',
    ],
    [
      'a session that there is not',
      { clients: [guest('A', { sessions: [{ sessionId: 'session_x', optionId: 'menu', kind: 'adult' }] })] },
      'clients.0.sessions.0',
    ],
    [
      'one session twice',
      {
        clients: [
          guest('A', {
            sessions: [0, 1].map(() => ({ sessionId: 'session_s', optionId: 'menu', kind: 'adult' })),
          }),
        ],
      },
      'clients.0.sessions.1',
    ],
    ['more of an extra than there may be', { extras: [{ id: 'park', count: 3 }] }, 'extras'],
    [
      'more of an extra than there may be, in two rows',
      {
        extras: [
          { id: 'park', count: 2 },
          { id: 'park', count: 1 },
        ],
      },
      'extras',
    ],
    ['a payment that the event does not take', { paymentType: 'cash' }, 'paymentType'],
    ['an id that can be guessed', { submissionId: 'short' }, 'submissionId'],
    ['mark-up for a name', { clients: [guest('<b>Bold</b>')] }, 'clients.0.surname'],
  ])('refuses %s and says where', async (_what, more, field) => {
    const { db, send } = await event();
    expect(await send(submission(more))).toEqual({ ok: true, success: false, reason: 'invalid', field });
    expect(await of(db, 'consumer')).toEqual([]);
  });

  it('asks for what the form says must be there: addresses, and consent to the terms [DOC-25] [DOC-24]', async () => {
    const pdf = { content_type: 'application/pdf', data: Buffer.from('%PDF-1.7').toString('base64') };
    const { db, send } = await event({ mandatory: { addr: true }, _attachments: { terms: pdf } });
    expect(await send(submission())).toMatchObject({ reason: 'invalid', field: 'termsAccepted' });
    expect(await send(submission({ termsAccepted: true }))).toMatchObject({ field: 'address.street' });
    const address = { street: 'Rue 1', city: 'Genève' };
    expect((await send(submission({ termsAccepted: true, address }))).success).toBe(true);
    const [consumer] = await of(db, 'consumer');
    const time = consumer?.['date'];
    expect(time).toBeGreaterThan(Date.now() - 60_000);
    expect(consumer?.['registration']).toMatchObject({ consents: [{ termsOf: 'form_f', time }] });
  });

  it('in the other language a form is its counterpart, where there is one', async () => {
    const { db, at } = await event({ counterpartId: 'form_fr' });
    const french = { language: 'fr', counterpartId: 'form_f', information: 'Bienvenue' };
    const accessId = `fr${at.slice(-6)}`;
    await db.bulkDocs([formDoc('fr', accessId, french)] as never);
    await server.worker?.idle();
    const shown = async (path: string) => (await server.call(`GET`, path)).body['form'];
    const mine = { formId: 'form_f', language: 'en', counterpart: accessId };
    const theirs = { formId: 'form_fr', language: 'fr', information: 'Bienvenue' };
    expect(await shown(at)).toMatchObject(mine);
    expect(await shown(`${at}?lang=en`)).toMatchObject(mine);
    expect(await shown(`${at}?lang=fr`)).toMatchObject(theirs);
    expect(await shown(`/api/desk/${accessId}?lang=en`)).toMatchObject(mine);
    expect((await server.call('GET', `${at}?lang=de`)).status).toBe(400);
  });

  it('registers only between the form’s opening and closing, and says when that is', async () => {
    const { db, at, send } = await event({ opensAt: Date.now() + 3_600_000 });
    expect(await send(submission())).toMatchObject({ success: false, reason: 'closed' });
    const form = await db.get('form_f');
    const over = { ...form, opensAt: null, closesAt: Date.now() - 1000 };
    const { rev } = await db.put(over);
    expect(await send(submission())).toMatchObject({ success: false, reason: 'closed' });
    expect(await of(db, 'consumer')).toEqual([]);
    expect((await server.call('GET', at)).body['form']).toMatchObject({
      ...{ opensAt: null, closesAt: over.closesAt, asksCode: false },
    });
    await db.put({ ...over, _rev: rev, opensAt: Date.now() - 1000, closesAt: Date.now() + 3_600_000 });
    const mine = submission();
    const answer = await send(mine);
    expect(answer.success).toBe(true);
    // Who asks again after it closed hears the same.
    await db.put({ ...(await db.get('form_f')), closesAt: Date.now() - 1000 });
    expect(await send(mine)).toEqual(answer);
  });

  it('asks for the code of the form, tells it to nobody, and lets nobody try them all', async () => {
    const { db, at, send } = await event({ code: 'Été 2027' });
    const shown = JSON.stringify((await server.call('GET', at)).body);
    expect(shown).toContain('"asksCode":true');
    expect(shown).not.toContain('2027');
    expect(await send(submission())).toMatchObject({ reason: 'invalid', field: 'code' });
    expect(await send(submission({ code: 'ÉTÉ 2026' }))).toMatchObject({ reason: 'invalid', field: 'code' });
    expect(await of(db, 'consumer')).toEqual([]);
    expect((await send(submission({ code: ' été 2027 ' }))).success).toBe(true);
    const statuses: number[] = [];
    for (let batch = 0; batch < 5; batch++) {
      const tries = Array.from({ length: 50 }, (_, n) => submission({ code: `try ${batch} ${n}` }));
      const answers = tries.map((body) => server.call('POST', `${at}/registrations`, { body }));
      statuses.push(...(await Promise.all(answers)).map(({ status }) => status));
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    // Also the right one waits: whether it was right would else be heard.
    const right = submission({ code: 'Été 2027' });
    expect((await server.call('POST', `${at}/registrations`, { body: right })).status).toBe(429);
  });

  it('takes answers to the form’s own questions, as one evaluator judges them, and keeps consents with their wording', async () => {
    const questions = [
      { id: 'bus', kind: 'choice', label: 'How do you come?', choices: ['Bus', 'Train'], mandatory: true },
      {
        id: 'stop',
        kind: 'text',
        label: 'Which stop?',
        mandatory: true,
        showIf: { questionId: 'bus', is: 'Bus' },
      },
      { id: 'photo', kind: 'consent', label: 'Photographs may be shown.', mandatory: false },
    ];
    const { db, at, send } = await event({ questions });
    expect((await server.call('GET', at)).body['form']).toMatchObject({
      questions: [{ id: 'bus', choices: ['Bus', 'Train'], showIf: null }, { id: 'stop' }, { id: 'photo' }],
    });
    const invalid = (field: string) => ({ success: false, reason: 'invalid', field });
    expect(await send(submission())).toMatchObject(invalid('answers.bus'));
    expect(await send(submission({ answers: { bus: 'Bus' } }))).toMatchObject(invalid('answers.stop'));
    expect(await send(submission({ answers: { bus: 'Boat' } }))).toMatchObject(invalid('answers.bus'));
    expect(await send(submission({ answers: { bus: 'Train', else: 'x' } }))).toMatchObject(
      invalid('answers.else'),
    );
    expect(await of(db, 'consumer')).toEqual([]);
    const answers = { bus: 'Train', stop: 'not asked any more', photo: 'yes' };
    expect((await send(submission({ answers }))).success).toBe(true);
    const [consumer] = await of(db, 'consumer');
    const registration = consumer?.['registration'] as Record<string, unknown>;
    expect(registration['answers']).toEqual({ bus: 'Train', photo: 'yes' });
    expect(registration['consents']).toMatchObject([
      { wording: 'Photographs may be shown.', time: consumer?.['date'] },
    ]);
  });

  it('closes with the session; and opens no registration for a token that is none', async () => {
    const { db, send } = await event();
    const answer = await send(submission());
    await db.put({ ...(await db.get('session_s')), status: 'archived' });
    expect(await send(submission())).toMatchObject({ reason: 'closed', field: 'session_s' });
    const wrong = `${answer.token.slice(0, -4)}AAAA`;
    for (const token of [wrong, 'x', answer.consumerId])
      expect((await server.call('GET', `/api/desk/registrations/${token}`)).status).toBe(404);
  });

  it('what it made comes to devices with the news of it: to a door without what doors do not hold', async () => {
    const { db, send, eventId } = await event();
    const host = await server.person('doorkeeper', 'host', eventId);
    const since = encodeURIComponent((await db.info()).update_seq);
    await send(submission());
    const path = `/db/event-${eventId}/_changes?style=all_docs&inline=checkins&since=${since}`;
    const told = async (as: typeof host) => {
      const { body } = await server.call<{ results: (AnyDoc & { id: string; doc?: AnyDoc })[] }>(
        ...(['GET', path, { as }] as const),
      );
      return new Map(body.results.map(({ id, doc }) => [id.split('_')[0], doc]));
    };
    const [forHost, forManager] = [await told(host), await told(server.manager)];
    const [client] = await of(db, 'client');
    const rev = String(client?.['_rev']);
    const carried = { ...client, _revisions: { start: 1, ids: [rev.slice(2)] } };
    expect(forHost.get('client')).toEqual(carried);
    expect(forHost.get('entrychange')).toMatchObject({ type: 'entrychange' });
    expect([...forHost.keys()]).not.toContain('consumer');
    expect(forManager.get('client')).toEqual(carried);
    expect(forManager.get('consumer')).toMatchObject({ person: { email: 'ada@example.org' } });
  });

  it('an event cannot take another event’s address', async () => {
    const { at } = await event({}, { title: 'The first' });
    const { dbName } = await server.event('Thief');
    const db = await server.storage.open(dbName);
    const accessId = at.slice(-8);
    await db.bulkDocs([sessionDoc('s', { title: 'Stolen' }), formDoc('f', accessId)] as never);
    await server.worker?.idle();
    expect((await server.call('GET', at)).body['sessions']).toMatchObject([{ title: 'The first' }]);
  });

  it('of two that claim an address in the same moment one has it, and every server knows which', async () => {
    const [one, two] = [new DeskAddresses(server.storage), new DeskAddresses(server.storage)];
    const claimed = await Promise.all([one.claim('dkrace42', 'first'), two.claim('dkrace42', 'second')]);
    expect(claimed.filter(Boolean)).toHaveLength(1);
    for (const desk of [one, two, new DeskAddresses(server.storage)])
      expect([await desk.claim('dkrace42', 'first'), await desk.claim('dkrace42', 'second')]).toEqual(
        claimed,
      );
  });
});
