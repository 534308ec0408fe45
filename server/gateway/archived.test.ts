import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkinId } from '#domain/ids.ts';
import { checkinDoc, sessionDoc } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

const DAY = 86_400_000;
/** No text: CouchDB compresses that, and then its digest is of something else. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const OTHER_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

describe.each(storages('memory', 'couchdb'))('times at the gateway with %s storage', (storage) => {
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

  it('[SESSION-11] pictures of an archived plan are read-only, except for those of before', async () => {
    const now = Date.now();
    const bare = sessionDoc('drawn', {
      status: 'archived',
      archivedAt: now - 1000,
      metadata: { updatedAt: now - 5000 },
    });
    const doc = { ...bare, _attachments: { planBackground: { content_type: 'image/png', data: PICTURE } } };
    expect(await write(doc, member)).toBe('ok');
    const path = `/db/${dbName}/session_drawn`;
    type Stored = Record<string, unknown> & {
      _rev: string;
      _attachments: Record<string, { digest: string }>;
    };
    const stored = async () => (await server.call<Stored>('GET', `${path}?revs=true`, { as: member })).body;
    const before = await stored();
    const { _revisions: _first, ...current } = before;
    // Renamed, with its picture as it was, by its stub or in full.
    const metadata = { updatedAt: now };
    expect(await write({ ...current, title: 'Renamed', metadata }, member)).toBe('ok');
    const renamed = await stored();
    const { _revisions: _second, ...next } = renamed;
    const full = { planBackground: { content_type: 'image/png', data: PICTURE } };
    expect(await write({ ...next, title: 'Renamed again', _attachments: full }, member)).toBe('ok');
    const { _revisions: newest, ...last } = await stored();
    const replaced = { planBackground: { content_type: 'image/png', data: OTHER_PICTURE } };
    for (const _attachments of [
      replaced,
      { ...full, planPicture7: { content_type: 'image/png', data: OTHER_PICTURE } },
      {},
    ]) {
      expect(await write({ ...last, _attachments }, member)).toBe('session_archived');
    }
    const { status } = await server.call('DELETE', `${path}/planBackground?rev=${last._rev}`, { as: member });
    expect(status).toBe(403);
    // Replicated: a version from before is taken, one from now is not.
    const { start, ids } = newest as { start: number; ids: string[] };
    const child = (hash: string, updatedAt: number) => ({
      ...last,
      ...{ metadata: { updatedAt }, _rev: `${start + 1}-${hash}` },
      _revisions: { start: start + 1, ids: [hash, ...ids] },
      _attachments: replaced,
    });
    const replicate = async (one: object) => {
      const body = { docs: [one], new_edits: false };
      const answer = await server.call<{ reason?: string }[]>('POST', `/db/${dbName}/_bulk_docs`, {
        body,
        as: member,
      });
      return answer.body[0]?.reason ?? 'ok';
    };
    expect(await replicate(child('aaaa', now + 1000))).toBe('session_archived');
    expect(await replicate(child('bbbb', now - 2000))).toBe('ok');
  });
});
