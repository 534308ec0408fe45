import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIGHT_SELECTOR } from '#domain/devices/light.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { checkinDoc, clientDoc, sessionDoc } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

async function ids(db: Database): Promise<string[]> {
  return (await db.allDocs()).rows.map(({ id }) => id);
}

async function view(db: Database, name: string): Promise<{ id: string; doc: AnyDoc }[]> {
  const { rows } = await db.query<AnyDoc>(`main/${name}`, { include_docs: true });
  return rows as unknown as { id: string; doc: AnyDoc }[];
}

/* PouchDB's own replicator and HTTP adapter against the gateway, on every kind of storage. */
describe.each(storages('leveldb', 'couchdb'))('replication with %s storage', (storage) => {
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

  it('pushes and pulls with the defaults of PouchDB, attachments included [SYNC-03] [SYNC-13] [API-19]', async () => {
    const device = server.local();
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    await device.bulkDocs([
      clientDoc('a'),
      clientDoc('b'),
      sessionDoc('s', {
        _attachments: { plan: { content_type: 'image/png', data: png.toString('base64') } },
      }),
      checkinDoc(member),
    ] as never);
    const pushed = await device.replicate.to(server.remote(dbName, member));
    expect(pushed).toMatchObject({ ok: true, docs_written: 4, doc_write_failures: 0 });

    const other = server.local();
    const pulled = await other.replicate.from(server.remote(dbName, host));
    expect(pulled.ok).toBe(true);
    expect(await ids(other)).toEqual(expect.arrayContaining(await ids(device)));
    expect(Buffer.from((await other.getAttachment('session_s', 'plan')) as Buffer)).toEqual(png);
    // The second time there is nothing to do: the checkpoint of the first was kept.
    const again = await other.replicate.from(server.remote(dbName, host));
    expect(again.docs_read).toBe(0);
  });

  it('carries conflicts with all their leaves, in both directions', async () => {
    const one = server.local();
    const two = server.local();
    await one.put(clientDoc('c', { company: 'one' }) as never);
    await two.put(clientDoc('c', { company: 'two' }) as never);
    await one.replicate.to(server.remote(dbName, member));
    await two.replicate.to(server.remote(dbName, member));
    await one.replicate.from(server.remote(dbName, member));
    const leaves = (await one.get('client_c', { open_revs: 'all' })) as unknown as { ok: AnyDoc }[];
    expect(new Set(leaves.map(({ ok }) => ok['company']))).toEqual(new Set(['one', 'two']));

    const winner = await server.remote(dbName, member).get('client_c', { conflicts: true });
    expect(winner._conflicts).toHaveLength(1);
  });

  it('knows an ancestor whose content was compacted away, and an id that is new', async () => {
    const remote = server.remote(dbName, member);
    const revs: string[] = [];
    for (const company of ['one', 'two', 'three']) {
      const _rev = revs.at(-1);
      const doc = clientDoc('d', { company, ...(_rev === undefined ? {} : { _rev }) });
      revs.push((await remote.put(doc as never)).rev);
    }
    await remote.remove('client_d', revs.at(-1) ?? '');
    const made = `1-${'0'.repeat(32)}`;
    const { body } = await server.call('POST', `/db/${dbName}/_revs_diff`, {
      as: host,
      body: { client_d: revs, client_new: [made] },
    });
    expect(body).toEqual({ client_new: { missing: [made] } });
  });

  it('replicates light copies by selector and by the filter main/light [SYNC-09]', async () => {
    const pdf = { content_type: 'application/pdf', data: Buffer.from('%PDF-1.7').toString('base64') };
    await server
      .remote(dbName, member)
      .put({ _id: 'file_f', type: 'file', name: 'Programme', _attachments: { pdf } } as never);
    const bySelector = server.local();
    await bySelector.replicate.from(server.remote(dbName, host), { selector: LIGHT_SELECTOR as never });
    const byFilter = server.local();
    await byFilter.replicate.from(server.remote(dbName, host), { filter: 'main/light' });
    for (const copy of [bySelector, byFilter]) {
      expect(await ids(copy)).toContain('client_a');
      expect(await ids(copy)).not.toContain('file_f');
    }
  });

  it('replicates live: what one device writes reaches the other while it listens [API-20]', async () => {
    const listener = server.local();
    const live = listener.replicate.from(server.remote(dbName, host), { live: true, retry: false });
    const arrived = new Promise<void>((resolve, reject) => {
      void live.on('change', ({ docs }) => {
        if (docs.some(({ _id }) => _id === 'client_live')) resolve();
      });
      void live.on('error', (error) => reject(error as Error));
    });
    await server.remote(dbName, member).put(clientDoc('live') as never);
    await arrived;
    live.cancel();
    expect(await ids(listener)).toContain('client_live');
  });

  it('reports what a host may not write as denied, and takes the rest [ROLE-04]', async () => {
    const device = server.local();
    const checkin = checkinDoc(host);
    await device.bulkDocs([clientDoc('evil'), checkin] as never);
    const denied: string[] = [];
    const replication = device.replicate.to(server.remote(dbName, host));
    void replication.on('denied', (error) => {
      denied.push(String((error as { reason?: string }).reason));
    });
    await replication;
    expect(denied).toEqual(['forbidden_role']);
    const remote = server.remote(dbName, member);
    await expect(remote.get(checkin._id)).resolves.toMatchObject({ type: 'checkin' });
    await expect(remote.get('client_evil')).rejects.toMatchObject({ status: 404 });
  });

  it('shows each person the events they may see, and a new projection after a change [ROLE-11] [SYNC-04] [SYNC-12] [DOC-33]', async () => {
    const { eventId } = await server.event('Secret');
    const copy = server.local();
    await copy.replicate.from(server.remote('central', host));
    const before = await copy.get('events');
    expect(JSON.stringify(before)).not.toContain('Secret');
    expect((before['events'] as { authorized: string[] }[]).map(({ authorized }) => authorized)).toEqual([
      [host.id],
    ]);

    await server.call('PUT', '/api/authorizations', {
      as: server.manager,
      body: { userId: host.id, authorizations: [[eventId, true]] },
    });
    await copy.replicate.from(server.remote('central', host));
    const events = (await copy.get('events'))['events'] as { id: string; dbName: string; title: string }[];
    expect(events).toContainEqual(
      expect.objectContaining({ id: eventId, dbName: `event-${eventId}`, title: 'Secret' }),
    );

    const whole = (await server.remote('central', server.manager).get('events'))['events'] as object[];
    expect(whole).toHaveLength(2);
  });

  it('offers get, put, post, bulkDocs, allDocs, views and attachments to PouchDB [API-17] [API-18] [API-19]', async () => {
    const remote = server.remote(dbName, member);
    const { rev } = await remote.put(clientDoc('x', { company: 'Ünïcode & Co' }) as never);
    expect(await remote.get('client_x')).toMatchObject({ _rev: rev, company: 'Ünïcode & Co' });
    const posted = await remote.post({ ...clientDoc('y'), _id: undefined } as never);
    expect(posted.id).toMatch(/^client_[0-9a-z]{16}$/);
    const written = await remote.bulkDocs([clientDoc('z'), sessionDoc('t')] as never);
    expect(written).toMatchObject([{ ok: true }, { ok: true }]);
    const listed = await remote.allDocs({ startkey: 'client_x', endkey: 'client_z', include_docs: true });
    expect(listed.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(['client_x', 'client_z']));

    const sessions = await view(remote, 'sessions');
    expect(sessions.map(({ doc }) => doc['type'])).toEqual(['session', 'session']);
    expect((await view(remote, 'clients')).map(({ id }) => id)).toContain('client_x');
    const users = await view(server.remote('users', server.manager), 'users');
    expect(new Set(users.map(({ doc }) => doc['username']))).toEqual(new Set(['chief', 'host', 'member']));

    const picture = Buffer.from('89504e470d0a1a0a', 'hex');
    const added = await remote.putAttachment('client_x', 'photo', rev, picture, 'image/png');
    expect(Buffer.from((await remote.getAttachment('client_x', 'photo')) as Buffer)).toEqual(picture);
    await remote.removeAttachment('client_x', 'photo', added.rev);
    await expect(remote.getAttachment('client_x', 'photo')).rejects.toMatchObject({ status: 404 });
  });
});
