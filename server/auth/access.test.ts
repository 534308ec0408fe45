import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkinDoc, clientDoc, sessionDoc } from '../testing/documents.ts';
import { PASSWORD, startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

describe.each(storages('memory', 'couchdb'))('permissions with %s storage', (storage) => {
  let server: TestServer;
  let people: Record<'host' | 'member' | 'stranger' | 'manager', Login>;
  let dbName: string;
  beforeAll(async () => {
    server = await startTestServer({ storage });
    const event = await server.event();
    dbName = event.dbName;
    people = {
      host: await server.person('host', 'host', event.eventId),
      member: await server.person('member', 'member', event.eventId),
      stranger: await server.person('stranger', 'member'),
      manager: server.manager,
    };
    await server.remote(dbName, server.manager).put(clientDoc('a') as never);
  });
  afterAll(() => server.close());

  const status = async (
    as: Login | undefined,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<number> => (await server.call(method, path, { as, body })).status;

  describe('tokens [API-03]', () => {
    const key = new TextEncoder().encode('x'.repeat(40));
    const sign = (claims: object, secret = key, alg = 'HS256') =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(secret);
    const soon = Math.floor(Date.now() / 1000) + 1000;
    it.each<[string, () => string | Promise<string>]>([
      ['none', () => ''],
      ['no JWT', () => 'Bearer abc'],
      ['another scheme', () => `Basic ${Buffer.from('chief:x').toString('base64')}`],
      [
        'of another key',
        async () =>
          `Bearer ${await sign({ sub: people.manager.id, iat: 1, exp: soon }, new TextEncoder().encode('y'.repeat(40)))}`,
      ],
      ['expired', async () => `Bearer ${await sign({ sub: people.manager.id, iat: 1, exp: 2 })}`],
      ['without an end', async () => `Bearer ${await sign({ sub: people.manager.id, iat: soon - 1000 })}`],
      [
        'unsigned',
        () =>
          `Bearer ${new UnsecuredJWT({ sub: people.manager.id }).setIssuedAt().setExpirationTime('1h').encode()}`,
      ],
      [
        'of another algorithm',
        async () =>
          `Bearer ${await sign({ sub: people.manager.id, iat: 1, exp: soon }, new TextEncoder().encode('x'.repeat(64)), 'HS512')}`,
      ],
      ['of an unknown user', async () => `Bearer ${await sign({ sub: 'nobody', iat: 1, exp: soon })}`],
    ])('401 for a token that is %s', async (_title, make) => {
      const authorization = await make();
      for (const path of ['/api/user', `/db/${dbName}`, '/db/central']) {
        const reply = await server.call('GET', path, {
          headers: authorization === '' ? {} : { authorization },
        });
        expect(reply.status).toBe(401);
        expect(reply.body).toMatchObject({ ok: false, error: 'unauthorized' });
      }
    });
  });

  it.each([
    // who, the event, central, users, services
    ['manager', 200, 200, 200, 200],
    ['member', 200, 200, 403, 403],
    ['host', 200, 200, 403, 403],
    ['stranger', 403, 200, 403, 403],
  ] as const)(
    '%s opens only what the role may [ROLE-01] [ROLE-02] [ROLE-11] [SYNC-14]',
    async (who, ...expected) => {
      const found = await Promise.all(
        [dbName, 'central', 'users', 'services'].map((name) => status(people[who], 'GET', `/db/${name}`)),
      );
      expect(found).toEqual(expected);
      expect(await status(people[who], 'GET', '/db/event-unknown')).toBe(who === 'manager' ? 404 : 403);
    },
  );

  it.each([
    '/_all_docs',
    '/_changes',
    '/_bundle',
    '/event',
    '/_design/main',
    '/_design/main/_view/clients',
    '/_local/x',
  ])('a stranger reads nothing of an event: %s [ROLE-11]', async (path) =>
    expect(await status(people.stranger, 'GET', `/db/${dbName}${path}`)).toBe(403),
  );

  it.each([
    ['GET', ''],
    ['GET', '/event'],
    ['GET', '/_changes?feed=longpoll&since=now'],
    ['GET', '/nothing/here'],
    ['POST', '/_bulk_docs'],
    ['POST', '/_nothing'],
    ['PUT', '/_local/x'],
    ['DELETE', ''],
  ])('a stranger cannot tell an event from one that there never was: %s %s', async (method, path) => {
    const ask = async (name: string) => {
      const body = method === 'GET' ? undefined : '{';
      const reply = await server.call(method, `/db/${name}${path}`, { as: people.stranger, body });
      return { status: reply.status, body: reply.body, headers: [...reply.headers.keys()].toSorted() };
    };
    const existing = await ask(dbName);
    expect(existing.status).toBe(403);
    expect(await ask('event-never')).toEqual(existing);
  });

  it.each([
    ['POST', '/api/user', { username: 'New', password: PASSWORD, role: 'host' }],
    ['PUT', '/api/event', { title: 'x', date: 1 }],
    ['DELETE', '/api/event/x', undefined],
    ['PUT', '/api/authorizations', { userId: 'x', authorizations: [] }],
    ['GET', '/api/server-info', undefined],
    ['POST', '/api/reload-services/x', {}],
  ])('%s %s is for managers [ROLE-10]', async (method, path, body) => {
    expect(await status(people.member, method, path, body)).toBe(403);
    expect(await status(people.host, method, path, body)).toBe(403);
    expect(await status(undefined, method, path, body)).toBe(401);
  });

  it('the history is for members with access [ROLE-06]', async () => {
    const path = `/api/historyEvents/${dbName.replace('event-', '')}`;
    const found = await Promise.all(
      (['manager', 'member', 'host', 'stranger'] as const).map((who) => status(people[who], 'GET', path)),
    );
    expect(found).toEqual([200, 200, 403, 403]);
  });

  it('a host reads, and writes nothing but check-ins under the own name [ROLE-04]', async () => {
    const { host, member } = people;
    expect(await status(host, 'GET', `/db/${dbName}/client_a`)).toBe(200);
    const bulk = async (docs: object[], new_edits = true) =>
      (
        await server.call<{ ok?: boolean; reason?: string }[]>('POST', `/db/${dbName}/_bulk_docs`, {
          as: host,
          body: { docs, new_edits },
        })
      ).body.map(({ ok, reason }) => (ok === true ? 'ok' : reason));
    const mine = checkinDoc(host);
    expect(await bulk([mine])).toEqual(['ok']);
    const others = [
      clientDoc('evil'),
      sessionDoc('evil'),
      { ...clientDoc('a'), _rev: '1-a', _deleted: true },
      { _id: 'event', type: 'event', id: 'x', title: 'x', dbName },
      { _id: '_design/evil', views: {} },
      { _id: '_local/evil' },
      checkinDoc(member),
      { ...mine, action: 'out' },
      checkinDoc(host, { _attachments: { x: { content_type: 'text/html', data: 'PGI+' } } }),
      checkinDoc(host, { extra: 1 }),
    ];
    expect(await bulk(others)).toEqual([
      'forbidden_role',
      'forbidden_role',
      'forbidden_role',
      'forbidden_role',
      'forbidden_role',
      'forbidden_role',
      'forbidden_author',
      'forbidden_immutable',
      'invalid_document',
      'invalid_document',
    ]);
    for (const [method, path] of [
      ['PUT', '/client_a'],
      ['PUT', '/_design/main'],
      ['DELETE', '/client_a?rev=1-a'],
      ['PUT', '/client_a/photo?rev=1-a'],
      ['PUT', '/_security'],
      ['POST', '/_purge'],
      ['POST', '/_compact'],
      ['POST', '/_find'],
      ['POST', '/_temp_view'],
    ] as const) {
      expect(await status(host, method, `/db/${dbName}${path}`, clientDoc('a'))).toBeGreaterThanOrEqual(403);
    }
  });

  it('a member writes what belongs to the event [ROLE-05] [ROLE-07]', async () => {
    const remote = server.remote(dbName, people.member);
    const { rev } = await remote.put(sessionDoc('m') as never);
    await expect(
      remote.put({ ...sessionDoc('m', { status: 'ongoing' }), _rev: rev } as never),
    ).resolves.toMatchObject({ ok: true });
    expect(await status(people.member, 'DELETE', `/db/${dbName}/event?rev=1-a`)).toBe(403);
  });

  it('no selector tells what the projection of central hides [ROLE-11]', async () => {
    const selector = { events: { $elemMatch: { title: { $gte: 'A' } } } };
    const asked = `/db/central/_changes?filter=_selector&selector=${JSON.stringify(selector)}`;
    for (const [as, found] of [
      [people.stranger, []],
      [people.member, ['events']],
      [people.manager, ['events']],
    ] as const) {
      for (const reply of [
        await server.call('POST', '/db/central/_changes', { as, body: { selector } }),
        await server.call('GET', asked, { as }),
      ]) {
        const { results } = reply.body as { results: { id: string }[] };
        expect(results.map(({ id }) => id)).toEqual(found);
      }
    }
  });

  it('nobody moves an event: its document keeps its id and its database', async () => {
    const { body: event } = await server.call<object>('GET', `/db/${dbName}/event`, { as: people.manager });
    for (const field of ['id', 'dbName']) {
      const reply = await server.call('PUT', `/db/${dbName}/event`, {
        as: people.member,
        body: { ...event, [field]: 'central' },
      });
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_document', field } });
    }
    expect(await status(people.member, 'PUT', `/db/${dbName}/event`, { ...event, location: 'Bern' })).toBe(
      201,
    );
  });

  it('nobody writes central, creates databases or deletes them', async () => {
    for (const as of [people.host, people.member, people.manager]) {
      expect(await status(as, 'PUT', '/db/central/events', { events: [] })).toBe(403);
      expect(await status(as, 'DELETE', `/db/${dbName}`)).toBe(405);
      expect(await status(as, 'PUT', `/db/${dbName}`)).toBe(405);
      expect(await status(as, 'PUT', '/db/event-new')).toBe(as === people.manager ? 404 : 403);
    }
    const reply = await server.call<{ reason: string }[]>('POST', '/db/central/_bulk_docs', {
      as: people.manager,
      body: {
        docs: [{ _id: 'events', _rev: '9-a', _revisions: { start: 9, ids: ['a'] }, events: [] }],
        new_edits: false,
      },
    });
    expect(reply.body[0]?.reason).toBe('forbidden_role');
  });

  it('keeps _local documents of users apart and the server’s own unreachable', async () => {
    const path = `/db/${dbName}/_local/checkpoint`;
    expect(await status(people.member, 'PUT', path, { last_seq: 1 })).toBe(201);
    expect(await status(people.host, 'GET', path)).toBe(404);
    expect((await server.call('GET', path, { as: people.member })).body).toMatchObject({
      _id: '_local/checkpoint',
      last_seq: 1,
    });
    const own = await server.storage.open(dbName);
    await own.put({ _id: '_local/_security', members: 'nobody' } as never);
    for (const name of ['_security', '..%2F_security', `of.${people.member.id}.checkpoint`, 'a%2Fb']) {
      expect(await status(people.host, 'GET', `/db/${dbName}/_local/${name}`)).toBe(404);
    }
  });

  it('a change of role takes effect on the next request', async () => {
    const person = await server.person('climber', 'host');
    const users = server.remote('users', people.manager);
    const doc = await users.get(person.id);
    expect(await status(person, 'GET', `/db/${dbName}`)).toBe(403);
    const before = (await server.remote('central', person).get('events'))._rev;
    await users.put({ ...doc, role: 'manager' });
    expect(await status(person, 'GET', `/db/${dbName}`)).toBe(200);
    expect((await server.remote('central', person).get('events'))._rev).not.toBe(before);
    await users.put({ ...(await users.get(person.id)), role: 'disabled' });
    expect(await status(person, 'GET', '/api/user')).toBe(401);
    await expect(server.login('climber')).rejects.toThrow('invalid_credentials');
  });

  it('a deleted user is out, and the name free again', async () => {
    const person = await server.person('leaver', 'member', dbName.replace('event-', ''));
    const users = server.remote('users', people.manager);
    await users.remove((await users.get(person.id)) as never);
    expect(await status(person, 'GET', '/api/user')).toBe(401);
    expect(JSON.stringify(await server.remote('central', people.manager).get('events'))).not.toContain(
      person.id,
    );
    await expect(server.person('leaver', 'host')).resolves.toMatchObject({ username: 'leaver' });
  });

  it('users keep their name, their fields, and one manager', async () => {
    const users = server.remote('users', people.manager);
    const doc = await users.get(people.host.id);
    const chief = await users.get(people.manager.id);
    const refused = async (changed: object, field: string | undefined) => {
      const reply = await server.call<{ error: string; field?: string }>('POST', '/db/users', {
        as: people.manager,
        body: changed,
      });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.body.field).toBe(field);
    };
    await refused({ ...doc, username: 'other' }, 'username');
    await refused({ ...doc, isAdmin: true }, 'isAdmin');
    await refused({ ...doc, role: 'king' }, 'role');
    await refused({ _id: 'new', type: 'user', username: 'x', role: 'manager' }, undefined);
    await refused({ ...chief, role: 'host' }, undefined);
    expect(await status(people.manager, 'GET', '/api/server-info')).toBe(200);
  });
});
