import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit } from '#domain/commands/checkIn.ts';
import { saveConsumer } from '#domain/commands/consumers.ts';
import { run } from '#domain/commands/run.ts';
import { newDocument } from '#domain/documents/new.ts';
import { idFromBytes } from '#domain/ids.ts';
import { clientDoc, sessionDoc } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { callerOf, ownPerson } from './own.ts';

const page = ownPerson({ id: 'server-desk', name: 'Registration page' });
const device = { id: 'server', name: 'Server' };
const newId = (): string => idFromBytes(crypto.getRandomValues(new Uint8Array(16)));
const by = (person = page) => callerOf(person, { now: Date.now(), newId, device });

describe('a command that the server calls', () => {
  let server: TestServer;
  let eventId: string;
  beforeAll(async () => {
    server = await startTestServer({ worker: true });
    ({ eventId } = await server.event());
    const entry = { checkInTime: null, placement: null, product: null, updatedTime: 1 };
    const consumer = newDocument('consumer', { _id: 'consumer_a', date: 1, metadata: {} });
    const docs = [
      clientDoc('a', { consumerId: 'consumer_a' }),
      sessionDoc('s', { clients: [{ ...entry, clientId: 'client_a' }] }),
      consumer,
    ];
    const path = `/db/event-${eventId}/_bulk_docs`;
    await server.call('POST', path, { as: server.manager, body: { docs } });
    await server.worker?.idle();
  });
  afterAll(() => server.close());

  it('is told in the history and folded like what a device sends', async () => {
    const documents = await server.documents(eventId, page);
    const input = { sessionId: 'session_s', clientId: 'client_a', method: 'desk' as const };
    const done = await run(documents, admit, input, by());
    expect(done).toMatchObject({ ok: true });
    await server.worker?.idle();
    const as = server.manager;
    const session = await server.call('GET', `/db/event-${eventId}/session_s`, { as });
    expect(session.body).toMatchObject({
      clients: [{ clientId: 'client_a', checkInTime: done.ok ? done.value.value.time : 0 }],
    });
    const history = await server.call<object>('GET', `/api/historyEvents/${eventId}`, { as });
    expect(JSON.stringify(history.body)).toContain('Registration page');
  });

  it('is judged with the rights of its person, whatever its caller says of them', async () => {
    const documents = await server.documents(eventId, { ...page, role: 'host' });
    const done = await run(
      documents,
      saveConsumer,
      {
        consumerId: 'consumer_a',
        input: {
          person: {
            ...{ title: null, forename: 'Eve', surname: '', company: '', language: 'en' },
            ...{ email: '', phone: '' },
          },
          ...{ address: { name: '', street: '', zip: '', city: '', country: '' }, addressSec: null },
          ...{ date: 1, paymentType: 'none', amount: 0, currency: 'chf', vat: 0, rate: 100 },
          status: 'registered',
        },
      },
      by(),
    );
    expect(done).toEqual({ ok: false, error: { code: 'forbidden', message: 'forbidden_role' } });
  });
});
