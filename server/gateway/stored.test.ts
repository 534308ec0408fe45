import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionDoc } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';

/* As any client of CouchDB stores documents: post, put, delete in the event's database. */
let server: TestServer;
let dbName: string;
let eventId: string;
let member: Login;
let host: Login;
beforeAll(async () => {
  server = await startTestServer({ storage: 'leveldb' });
  ({ dbName, eventId } = await server.event());
  member = await server.person('Stores', 'member', eventId);
  host = await server.person('Looks', 'host', eventId);
});
afterAll(() => server.close());

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const _attachments = { template: { content_type: 'application/pdf', data: base64('%PDF-1.7 and so on') } };
const DOCS: [type: string, doc: Record<string, unknown> & { _id: string }, change: object][] = [
  ['session', sessionDoc('stored'), { title: 'Supper' }],
  [
    'invitation template',
    {
      ...{ _id: 'invitationtemplate_a', type: 'invitationtemplate', language: 'en', refs: [] },
      _attachments,
    },
    { language: 'fr' },
  ],
  [
    'invoice template',
    { ...{ _id: 'invoicetemplate_a', type: 'invoicetemplate', language: 'en', refs: [] }, _attachments },
    { paymentType: 'cash' },
  ],
  [
    'WhatsApp template',
    { _id: 'whatsapptemplate_a', type: 'whatsapptemplate', date: 1, message: ['Hello {{forename}}'] },
    { message: ['Good evening'] },
  ],
];

describe('what is stored by post, put and delete in an event’s database [API-23]', () => {
  it.each(DOCS)('%s', async (_type, doc, change) => {
    const path = `/db/${dbName}/${doc._id}`;
    const posted = await server.call<{ rev: string }>('POST', `/db/${dbName}`, { as: member, body: doc });
    expect(posted.status).toBe(201);
    const changed = { ...doc, ...change, _rev: posted.body.rev };
    const put = await server.call<{ rev: string }>('PUT', path, { as: member, body: changed });
    expect(put.status).toBe(201);
    expect((await server.call('GET', path, { as: member })).body).toMatchObject(change);
    // Nobody who only looks, and nobody who read an earlier one.
    const again = { ...changed, _rev: put.body.rev };
    expect((await server.call('PUT', path, { as: host, body: again })).status).toBe(403);
    expect((await server.call('PUT', path, { as: member, body: changed })).status).toBe(409);
    const gone = await server.call('DELETE', `${path}?rev=${put.body.rev}`, { as: member });
    expect(gone.status).toBe(200);
    expect((await server.call('GET', path, { as: member })).status).toBe(404);
  });
});
