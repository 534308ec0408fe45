import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkinId } from '#domain/ids.ts';
import { checkinDoc, sessionDoc } from '../testing/documents.ts';
import { startTestServer, type Login, type StorageKind, type TestServer } from '../testing/server.ts';

const DAY = 86_400_000;

describe.each<StorageKind>(['memory', 'couchdb'])('times at the gateway with %s storage', (storage) => {
  let server: TestServer;
  let member: Login;
  let host: Login;
  let dbName: string;

  beforeAll(async () => {
    server = await startTestServer({ storage });
    const event = await server.event();
    dbName = event.dbName;
    member = await server.person('member', 'member', event.eventId);
    host = await server.person('host', 'host', event.eventId);
  });
  afterAll(() => server.close());

  let count = 0;
  const checkin = (sessionId: string, time: number, more: object = {}) =>
    checkinDoc(host, { _id: checkinId(sessionId, time, `x${++count}`), sessionId, time, ...more });
  const write = async (doc: object, as: Login) => {
    const { body } = await server.call<{ error?: string; reason?: string }[]>(
      'POST',
      `/db/${dbName}/_bulk_docs`,
      {
        body: { docs: [doc] },
        as,
      },
    );
    return body[0]?.reason ?? body[0]?.error ?? 'ok';
  };

  it('a check-in more than a day ahead is refused; past ones, and the cancellation of what lies ahead, are taken', async () => {
    const now = Date.now();
    await write(sessionDoc('open'), member);
    const at = (time: number, more?: object) => checkin('session_open', time, more);
    expect(await write(at(now + DAY + 60_000), host)).toBe('time_ahead');
    expect(await write(at(Date.UTC(9999, 0, 1)), host)).toBe('time_ahead');
    expect(await write(at(5), host)).toBe('ok');
    expect(await write(at(now + DAY / 2), host)).toBe('ok');
    const cancels = 'checkin_open_0mg000000-far';
    expect(await write(at(now, { action: 'out', cancels }), host)).toBe('ok');
  });

  it('[SESSION-11] check-ins and entries of an archived session are read-only, except for what was done before', async () => {
    const now = Date.now();
    const archived = sessionDoc('past', { status: 'archived', archivedAt: now - 1000 });
    expect(await write(archived, member)).toBe('ok');
    const at = (time: number) => checkin('session_past', time);
    expect(await write(at(now - 2000), host)).toBe('ok');
    expect(await write(at(now), host)).toBe('session_archived');
    const stored = (await server.call('GET', `/db/${dbName}/session_past`, { as: member })).body as object;
    const entry = { clientId: 'client_a', checkInTime: null, updatedTime: now };
    expect(await write({ ...stored, clients: [entry] }, member)).toBe('session_archived');
    const early = { ...stored, clients: [{ ...entry, updatedTime: now - 2000 }] };
    expect(await write(early, member)).toBe('ok');
    const seated = (await server.call('GET', `/db/${dbName}/session_past`, { as: member })).body as object;
    // Out of the archive: the next check-in finds an open session, though it was remembered as archived.
    expect(await write({ ...seated, status: 'ongoing' }, member)).toBe('ok');
    expect(await write(at(now), host)).toBe('ok');
  });
});
