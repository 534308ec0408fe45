import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkinId } from '#domain/ids.ts';
import { checkinDoc, clientDoc, replicated, sessionDoc } from '../../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../../testing/server.ts';
import { storages } from '../../testing/storage.ts';

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

  const replicate = async (docs: object[]) => {
    const body = { docs, new_edits: false };
    const answer = await server.call<{ reason?: string }[]>('POST', `/db/${dbName}/_bulk_docs`, {
      ...{ body, as: member },
    });
    return answer.body.map(({ reason }) => reason ?? 'ok');
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

  it('[SESSION-11] what was checked in after a session was opened again comes with that, in one piece', async () => {
    const now = Date.now();
    const archived = sessionDoc('again', { status: 'archived', archivedAt: now - 1000 });
    expect(await write(archived, member)).toBe('ok');
    const body = (await server.call('GET', `/db/${dbName}/session_again?revs=true`, { as: member }))
      .body as Record<string, unknown> & { _revisions: { start: number; ids: string[] } };
    const { start, ids } = body._revisions;
    const opened = {
      ...{ ...body, status: 'ongoing', _rev: `${start + 1}-${'a'.repeat(32)}` },
      _revisions: { start: start + 1, ids: ['a'.repeat(32), ...ids] },
    };
    const own = { author: { id: member.id, name: member.username } };
    const one = (): object => replicated(checkin('session_again', now, own));
    expect(await replicate([one()])).toEqual(['session_archived']);
    expect(await replicate([one(), opened, one()])).toEqual(['ok', 'ok', 'ok']);
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
    expect(await replicate([child('aaaa', now + 1000)])).toEqual(['session_archived']);
    expect(await replicate([child('bbbb', now - 2000)])).toEqual(['ok']);
  });

  it('an edit more than a day ahead is refused, whoever dates it and however it comes', async () => {
    const far = Date.now() + DAY + 60_000;
    const ahead = sessionDoc('ahead', { clients: [{ clientId: 'client_a', updatedTime: far }] });
    expect(await write(ahead, member)).toBe('time_ahead');
    expect(await replicate([replicated(ahead)])).toEqual(['time_ahead']);
    expect(await write(clientDoc('ahead', { metadata: { updatedAt: far } }), member)).toBe('time_ahead');
    expect(await replicate([replicated(clientDoc('past', { metadata: { updatedAt: 1 } }))])).toEqual(['ok']);
  });

  it('[SESSION-11] an archived session is not emptied past its history, behind another version, or by deleting it', async () => {
    const now = Date.now();
    const entry = { clientId: 'client_a', checkInTime: null, updatedTime: 5 };
    const doc = sessionDoc('kept', {
      ...{ status: 'archived', archivedAt: now - 1000, clients: [entry] },
      metadata: { detailsAt: now - 1000, updatedAt: now - 1000 },
    });
    expect(await replicate([replicated(doc, 'c'.repeat(32))])).toEqual(['ok']);
    const child = (hash: string, between: string[], more: object) => ({
      ...{ ...doc, ...more, _rev: `${2 + between.length}-${hash}` },
      _revisions: { start: 2 + between.length, ids: [hash, ...between, 'c'.repeat(32)] },
    });
    const emptied = { clients: [], metadata: { updatedAt: now } };
    expect(await replicate([child('e1', [], emptied)])).toEqual(['session_archived']);
    expect(await replicate([child('e2', ['x'], emptied)])).toEqual(['session_archived']);
    const older = { ...doc, status: 'upcoming', metadata: { detailsAt: 1 } };
    const harmless = replicated(older, 'b'.repeat(32));
    expect(await replicate([harmless, child('e3', [], emptied)])).toEqual(['ok', 'session_archived']);
    const gone = { _id: doc._id, _deleted: true };
    const last = sessionDoc('last', { status: 'archived', archivedAt: now - 1000, clients: [entry] });
    expect(await replicate([replicated(last, 'c'.repeat(32))])).toEqual(['ok']);
    expect(await write({ ...gone, _id: last._id, _rev: `1-${'c'.repeat(32)}` }, member)).toBe(
      'session_archived',
    );
    const stored = await server.call<{ clients: object[] }>('GET', `/db/${dbName}/session_kept`, {
      as: member,
    });
    expect(stored.body.clients).toHaveLength(1);
  });

  it('a registration with money on it is not deleted, in one request with others neither; a merge closes its versions', async () => {
    const card = { id: 'cs_1', paid: 2500, refunded: 0, disputed: false };
    const consumer = (id: string, hash: string, more: object = {}) => ({
      ...{ _id: `consumer_${id}`, type: 'consumer', status: 'registered', ...more },
      ...{ _rev: `1-${hash}`, _revisions: { start: 1, ids: [hash] } },
    });
    const upon = (id: string, ids: string[], more: object) => ({
      ...consumer(id, 'x', more),
      ...{ _rev: `${ids.length}-${ids[0]}`, _revisions: { start: ids.length, ids } },
    });
    const end = (id: string, ids: string[]) => {
      const { _id, _rev, _revisions } = upon(id, ids, {});
      return { _id, _rev, _revisions, _deleted: true };
    };
    const isThere = async (id: string) =>
      (await server.call('GET', `/db/${dbName}/consumer_${id}`, { as: member })).status === 200;
    expect(await replicate([consumer('paid', 'a', { cards: [card] })])).toEqual(['ok']);
    const raw = await server.call('DELETE', `/db/${dbName}/consumer_paid?rev=1-a`, { as: member });
    expect([raw.status, raw.body['reason']]).toEqual([403, 'forbidden_delete']);
    expect(await replicate([end('paid', ['b', 'a'])])).toEqual(['forbidden_delete']);
    // Behind a version without it, and behind the end of something that never was.
    expect(await replicate([upon('paid', ['c', 'a'], {}), end('paid', ['d', 'c', 'a'])])).toEqual([
      'ok',
      'forbidden_delete',
    ]);
    expect(await replicate([consumer('other', 'a', { invoices: [], cards: [card] })])).toEqual(['ok']);
    expect(await replicate([end('other', ['z', 'y']), end('other', ['b', 'a'])])).toEqual([
      'ok',
      'forbidden_delete',
    ]);
    expect([await isThere('paid'), await isThere('other')]).toEqual([true, true]);
    // A device merges what the server has with what it did itself, and sends the end first.
    expect(await replicate([consumer('merged', 'a', { cards: [card] })])).toEqual(['ok']);
    const merged = upon('merged', ['n', 'm'], { cards: [card] });
    expect(await replicate([end('merged', ['e', 'a']), merged])).toEqual(['ok', 'ok']);
    expect(await isThere('merged')).toBe(true);
    const unpaid = consumer('unpaid', 'a', { status: 'invoice_paid' });
    expect(await replicate([unpaid, end('unpaid', ['b', 'a'])])).toEqual(['ok', 'ok']);
    expect(await isThere('unpaid')).toBe(false);
  });
});
