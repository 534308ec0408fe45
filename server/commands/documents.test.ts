import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit } from '#domain/commands/checkIn.ts';
import { saveConsumer } from '#domain/commands/consumers.ts';
import { run } from '#domain/commands/run.ts';
import { newDocument } from '#domain/documents/new.ts';
import { firstActs } from '#domain/entries/acts.ts';
import { idFromBytes } from '#domain/ids.ts';
import { clientDoc, sessionDoc } from '../testing/documents.ts';
import { testRegistrars } from '../testing/registrars.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { writingTo } from './documents.ts';
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

  it('where one of what is written together is refused, all hear why that one was', async () => {
    const registrars = testRegistrars(server.storage);
    const db = await server.storage.open(`event-${eventId}`);
    await db.bulkDocs([
      sessionDoc('archived', { status: 'archived', archivedAt: 2 }),
      sessionDoc('open'),
    ] as never);
    const parts = { storage: server.storage, writer: registrars.writer() };
    const { write } = await writingTo(parts, eventId, page, () => true);
    const { author, time } = by();
    const stamp = { author, time, device, suffix: () => newId() };
    const rows = [{ clientId: 'client_a', product: null }];
    const acts = ['session_archived', 'session_open'].flatMap((id) => firstActs(id, rows, stamp));
    const why = { refused: { code: 'event_archived' } };
    expect(await write(acts)).toMatchObject([why, why]);
    await registrars.close();
  });

  it('writes in a session that another server has just opened again, though it has not heard of that', async () => {
    const registrars = testRegistrars(server.storage);
    const db = await server.storage.open(`event-${eventId}`);
    await db.bulkDocs([sessionDoc('again', { status: 'archived', archivedAt: 2 })] as never);
    // What others write is told to it late, as by the feed of a CouchDB.
    const late = { ...server.storage, onWrite: () => () => undefined };
    const { write } = await writingTo({ storage: late, writer: registrars.writer(late) }, eventId, page);
    const { author, time } = by();
    const act = () =>
      firstActs('session_again', [{ clientId: 'client_a', product: null }], {
        ...{ author, time, device, suffix: () => newId() },
      });
    expect(await write(act())).toMatchObject([{ refused: { code: 'event_archived' } }]);
    await db.put({
      ...((await db.get('session_again')) as object),
      status: 'ongoing',
      archivedAt: null,
    } as never);
    expect('rev' in ((await write(act()))[0] ?? {})).toBe(true);
    await registrars.close();
  });
});
