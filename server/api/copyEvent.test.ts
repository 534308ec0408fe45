import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventReply } from '#api/schemas.ts';
import { parseDocument } from '#domain/documents/index.ts';
import type { AnyDoc } from '../storage/types.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

const T0 = Date.UTC(2026, 2, 20, 11);
const PDF = Buffer.from('%PDF-1.7 terms').toString('base64');
const pdf = (name: string) => ({ [name]: { content_type: 'application/pdf', data: PDF } });
const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
const plan = {
  ratio: 1.6,
  state: {
    nextTableIndex: 1,
    tables: {
      t1: { type: 'circle', number: 1, seats: 8, position: { x: 40, y: 40 }, rotation: 0, scale: 1 },
    },
  },
};
const form = (id: string, more: object) => ({
  ...{ _id: `form_${id}`, type: 'form', name: id, language: 'en', currency: 'chf', vat: 810, metadata },
  ...{ options: [{ id: 'o', name: 'Menu', clientCount: 1 }] },
  amounts: { session_dinner: { o: { adult: { amount: 5000, enabled: true } } } },
  ...more,
});
const PREPARED = [
  {
    ...{
      _id: 'session_dinner',
      type: 'session',
      title: 'Dinner',
      status: 'archived',
      archivedAt: T0,
      metadata,
    },
    // The next day clocks in Zurich go an hour on.
    ...{
      date: Date.UTC(2026, 2, 28, 11),
      timeStart: '19:00',
      capacity: 60,
      plan,
      removedClients: { client_b: 5 },
    },
    clients: [
      { clientId: 'client_a', checkInTime: 7, updatedTime: 1, placement: { tableId: 't1', seatIndex: 0 } },
    ],
    ...{ files: ['file_hall'], _attachments: pdf('plan') },
  },
  form('old', { enabled: false, _attachments: pdf('terms') }),
  form('now', {
    ...{ enabled: true, accessId: 'bcdfghjk', replaces: 'form_old', termsOf: 'form_old', opensAt: 1 },
    counterpartId: 'form_old',
  }),
  {
    ...{ _id: 'notif_hello', type: 'notif', notifType: 'automatic', notifMethod: 'email', metadata },
    ...{ date: 9, sendAt: 8, count: 7, resendConsumerIds: ['consumer_a'], sessionIds: ['session_dinner'] },
    ...{ attachments: ['file_map'], contents: { subject: 'Hello' } },
  },
  { _id: 'notif_gone', type: 'notif', notifType: 'deleted', notifMethod: 'email', metadata },
  {
    ...{ _id: 'invitationtemplate_en', type: 'invitationtemplate', language: 'en', metadata },
    ...{ refs: [{ x: 1, y: 1, width: 9, height: 9, pageIndex: 0, variableKey: 'qr_code' }] },
    _attachments: pdf('template'),
  },
  ...['map', 'hall', 'passport'].map((name) => ({
    ...{ _id: `file_${name}`, type: 'file', name, metadata, _attachments: pdf('file') },
  })),
  { _id: 'client_a', type: 'client', forename: 'Ada', surname: 'Lovelace', number: 'A-1', metadata },
];

describe.each(storages('memory', 'couchdb'))('copying an event with %s storage', (storage) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ storage });
  });
  afterAll(() => server.close());

  async function prepared() {
    const { eventId, dbName } = await server.event('Gala 2026');
    const db = server.remote(dbName, server.manager);
    const event = {
      ...(await db.get('event')),
      timeZone: 'Europe/Zurich',
      invoicePrefix: 'G26-',
      example: true,
    };
    await db.bulkDocs([{ ...event, location: 'Montreux', invoiceNextIndex: 40 }, ...PREPARED] as never);
    return eventId;
  }
  const docsOf = async (dbName: string) => {
    const { rows } = await server
      .remote(dbName, server.manager)
      .allDocs({ include_docs: true, attachments: true });
    const docs = rows.flatMap(({ doc }) => (doc == null ? [] : [doc as AnyDoc & { _id: string }]));
    return new Map(docs.filter(({ _id }) => !_id.startsWith('_design/')).map((doc) => [doc._id, doc]));
  };
  const fields = { title: 'Gala 2027', titleFrench: '', invoicePrefix: 'G27-', days: 364 };

  it('takes what prepares it, later, and nothing of its guests; nothing of it goes out by itself', async () => {
    const from = await prepared();
    const as = server.manager;
    const body = { copyId: 'copy000000000001', ...fields };
    const copy = () => server.call('PUT', `/api/event/${from}/copy`, { as, body });
    const { eventId, dbName } = createEventReply.parse((await copy()).body);
    expect(eventId).toBe(body.copyId);
    const docs = await docsOf(dbName);
    expect([...docs.keys()].sort()).toEqual(
      [
        ...['event', 'file_hall', 'file_map', 'form_now', 'invitationtemplate_en', 'notif_hello'],
        'session_dinner',
      ].sort(),
    );
    for (const doc of docs.values()) expect(parseDocument(doc)).toMatchObject({ ok: true });
    expect(docs.get('event')).toMatchObject({
      ...{ id: eventId, dbName, title: 'Gala 2027', location: 'Montreux', invoicePrefix: 'G27-' },
      ...{ invoiceNextIndex: 0, timeZone: 'Europe/Zurich', date: Date.UTC(2027, 2, 27, 11) },
    });
    expect(docs.get('event')).not.toHaveProperty('example');
    const dinner = docs.get('session_dinner');
    expect(dinner).toMatchObject({
      ...{ status: 'upcoming', clients: [], removedClients: {}, plan, capacity: 60, timeStart: '19:00' },
      ...{ date: Date.UTC(2027, 2, 27, 11), _attachments: pdf('plan') },
    });
    expect(dinner).not.toHaveProperty('archivedAt');
    const now = docs.get('form_now');
    expect(now).toMatchObject({
      enabled: true,
      opensAt: null,
      counterpartId: null,
      _attachments: pdf('terms'),
    });
    expect(now?.['accessId']).toMatch(/^(?!bcdfghjk)[a-z0-9]{8}$/);
    expect(now?.['closesAt']).toBeLessThanOrEqual(Date.now());
    for (const key of ['replaces', 'termsOf']) expect(now).not.toHaveProperty(key);
    expect(now?.['amounts']).toMatchObject({ session_dinner: { o: { adult: { amount: 5000 } } } });
    expect(docs.get('notif_hello')).toMatchObject({ notifType: 'inactive', resendConsumerIds: [] });
    for (const key of ['date', 'sendAt', 'count']) expect(docs.get('notif_hello')).not.toHaveProperty(key);
    expect(docs.get('invitationtemplate_en')).toMatchObject({ _attachments: pdf('template') });
    expect(JSON.stringify([...docs.values()])).not.toMatch(/client_a|Lovelace/);
    // Whoever got no answer asks again, and gets the same one.
    expect(createEventReply.parse((await copy()).body).eventId).toBe(eventId);
    expect(await docsOf(dbName)).toEqual(docs);
    // The one that was copied is as it was.
    expect((await docsOf(`event-${from}`)).get('session_dinner')).toMatchObject({ status: 'archived' });
  });

  it('is for managers, and for events that there are', async () => {
    const member = await server.person('Copier', 'member');
    const { eventId } = await server.event('Ball');
    const copy = (as: typeof member, from: string) =>
      server.call('PUT', `/api/event/${from}/copy`, { as, body: { copyId: 'copy000000000002', ...fields } });
    expect((await copy(member, eventId)).status).toBe(403);
    expect((await copy(server.manager, 'nowhere')).status).toBe(404);
    expect((await copy(server.manager, eventId)).status).toBe(200);
  });
});
