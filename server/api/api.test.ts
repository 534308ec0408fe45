import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserReply, currentUserReply, loginReply, updateUserReply } from '#api/accountSchemas.ts';
import { createEventReply, failureReply, serverInfoReply } from '#api/schemas.ts';
import { securityHeaders } from '../http/headers.ts';
import { DATABASES, type AnyDoc } from '../storage/types.ts';
import { TestClock } from '../testing/clock.ts';
import { PASSWORD, startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

const OVER_HTTPS = ['cross-origin-opener-policy', 'origin-agent-cluster', 'strict-transport-security'];

describe.each(storages('memory', 'couchdb'))('API with %s storage', (storage) => {
  let server: TestServer;
  let stopped = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    server = await startTestServer({ storage, shutdown: () => stopped++, now: clock.now });
  });
  afterAll(() => server.close());

  it('logs in with username, password and request, and answers token, expires and user [API-05] [DOC-32]', async () => {
    const body = { username: 'chief', password: PASSWORD, request: { name: 'Firefox' } };
    const { status, body: reply } = await server.call('POST', '/api/login', { body });
    expect(status).toBe(200);
    const parsed = loginReply.parse(reply);
    if (!parsed.success) throw new Error('not logged in');
    expect(parsed.user).toMatchObject({ username: 'chief', role: 'manager' });
    const claims = decodeJwt(parsed.token);
    expect(claims).toMatchObject({ sub: parsed.user._id, '_couchdb.roles': ['manager'] });
    expect((claims.exp ?? 0) * 1000).toBe(parsed.expires);
  });

  it.each([
    ['a wrong password', { username: 'chief', password: 'Wrong1' }],
    ['an unknown user', { username: 'nobody', password: PASSWORD }],
    ['strange characters', { username: '../_users/\u0000', password: '💥' }],
  ])('refuses %s with invalid_credentials [API-05]', async (_title, body) => {
    const reply = await server.call('POST', '/api/login', { body });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ok: true, success: false, reason: 'invalid_credentials' });
  });

  it('tells the login before this one', async () => {
    const first = await server.call('POST', '/api/login', {
      body: { username: 'chief', password: PASSWORD },
    });
    const second = await server.call<{ user: { lastLogin: number } }>('POST', '/api/login', {
      body: { username: 'chief', password: PASSWORD },
    });
    expect(second.body.user.lastLogin).toBeGreaterThan(0);
    expect(first.status).toBe(200);
  });

  it('creates users, each name once, whatever its case [API-06] [DOC-31]', async () => {
    const as = server.manager;
    const create = (username: string) =>
      server.call('POST', '/api/user', { as, body: { username, password: PASSWORD, role: 'host' } });
    const reply = createUserReply.parse((await create('Anna')).body);
    expect(reply).toMatchObject({ ok: true, success: true });
    expect((await create('aNNa')).body).toEqual({ ok: true, success: false, reason: 'already_exists' });
    const users = server.remote('users', as);
    const id = reply.success ? reply.id : '';
    expect(await users.get(id)).toMatchObject({ username: 'Anna', role: 'host', email: null, phone: null });
    expect(JSON.stringify(await users.allDocs({ include_docs: true }))).not.toContain('argon2');
  });

  it('lets only one of many simultaneous creations of one name succeed', async () => {
    const as = server.manager;
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.call('POST', '/api/user', {
          as,
          body: { username: 'Twin', password: PASSWORD, role: 'host' },
        }),
      ),
    );
    expect(replies.filter(({ body }) => body['success'] === true)).toHaveLength(1);
    expect(replies.filter(({ body }) => body['reason'] === 'already_exists')).toHaveLength(7);
  });

  it('changes the own password, ends older tokens and hands out a new one [API-07]', async () => {
    const old = await server.person('Pass', 'host');
    const change = (as: Login, current: string, updated: string) =>
      server.call('PUT', '/api/user', { as, body: { password: { current, updated } } });
    expect((await change(old, 'Wrong1', 'Newer2026')).body).toEqual({
      ok: true,
      success: false,
      reason: 'invalid_password',
    });
    const reply = updateUserReply.parse((await change(old, PASSWORD, 'Newer2026')).body);
    expect((await server.call('GET', '/api/user', { as: old })).status).toBe(401);
    const renewed = { ...old, token: (reply.success && reply.token) || '' };
    expect((await server.call('GET', '/api/user', { as: renewed })).status).toBe(200);
    await expect(server.login('Pass')).rejects.toThrow('invalid_credentials');
    await expect(server.login('Pass', 'Newer2026')).resolves.toMatchObject({ id: old.id });
  });

  it('sets and clears the own phone number [API-07]', async () => {
    const as = await server.person('Phone', 'host');
    const put = (phone: unknown) => server.call('PUT', '/api/user', { as, body: { phone } });
    const current = async () =>
      currentUserReply.parse((await server.call('GET', '/api/user', { as })).body).user;
    expect((await put('+41 79 123 45 67')).body).toEqual({ ok: true, success: true });
    expect((await current()).phone).toBe('+41 79 123 45 67');
    expect((await put('call me')).body).toMatchObject({ ok: false, error: 'invalid_field', field: 'phone' });
    expect((await put(null)).body).toEqual({ ok: true, success: true });
    expect((await current()).phone).toBeNull();
  });

  it('creates an event with its database [API-08] [ROLE-10] and deletes both, with the keys of its services [API-09]', async () => {
    const as = server.manager;
    const created = await server.call('PUT', '/api/event', {
      as,
      body: { date: 1_800_000_000_000, title: 'Gala' },
    });
    const { eventId, dbName } = createEventReply.parse(created.body);
    expect(dbName).toBe(`event-${eventId}`);
    expect(await server.remote(dbName, as).get('event')).toMatchObject({
      id: eventId,
      dbName,
      title: 'Gala',
    });
    const settings = `/db/services/${eventId}`;
    const put = await server.call('PUT', settings, { as, body: { payments: { key: 'k', secret: 's' } } });
    expect(put.status).toBe(201);
    expect((await server.call('DELETE', `/api/event/${eventId}`, { as })).body).toEqual({ ok: true });
    expect((await server.call('GET', `/db/${dbName}`, { as })).status).toBe(404);
    expect((await server.call('GET', settings, { as })).status).toBe(404);
    expect(await server.storage.exists(dbName)).toBe(false);
    expect((await server.call('DELETE', `/api/event/${eventId}`, { as })).status).toBe(404);
  });

  it('makes an example event once, whose people nobody can be reached by', async () => {
    const as = server.manager;
    const body = { eventId: 'example000000000', today: Date.now(), timeZone: 'Europe/Zurich' };
    const make = () => server.call('PUT', '/api/example-event', { as, body });
    const { dbName } = createEventReply.parse((await make()).body);
    const docs = async () =>
      (await server.remote(dbName, as).allDocs({ include_docs: true })).rows.flatMap(({ doc }) =>
        doc === undefined || doc === null || doc._id.startsWith('_design/') ? [] : [doc as AnyDoc],
      );
    const before = await docs();
    const clients = before.filter(({ type }) => type === 'client');
    expect(clients).toHaveLength(120);
    expect(before.find(({ type }) => type === 'event')).toMatchObject({ example: true, id: body.eventId });
    expect(JSON.stringify(before)).not.toMatch(/"phone":"/);
    for (const { email } of clients)
      expect(email ?? 'a@example.com').toMatch(/@([a-z]+\.)?example\.(com|net|org)$/);
    expect(createEventReply.parse((await make()).body)).toMatchObject({ eventId: body.eventId });
    expect((await docs()).filter(({ type }) => type === 'client')).toEqual(clients);
    const events = (await server.remote('central', as).get('events')) as unknown as {
      events: { id: string }[];
    };
    expect(events.events.filter(({ id }) => id === body.eventId)).toHaveLength(1);
    expect((await server.call('DELETE', `/api/event/${body.eventId}`, { as })).body).toEqual({ ok: true });
    const member = await server.person('Example', 'member');
    expect((await server.call('PUT', '/api/example-event', { as: member, body })).status).toBe(403);
  });

  it('changes authorisations all or nothing [API-10]', async () => {
    const as = server.manager;
    const { eventId, dbName } = await server.event('Auth');
    const guest = await server.person('Guest', 'host');
    const set = (userId: string, authorizations: [string, boolean][]) =>
      server.call('PUT', '/api/authorizations', { as, body: { userId, authorizations } });
    const sees = async () => (await server.call('GET', `/db/${dbName}`, { as: guest })).status;
    expect(await sees()).toBe(403);
    expect(
      (
        await set(guest.id, [
          [eventId, true],
          ['unknown', true],
        ])
      ).status,
    ).toBe(404);
    expect(await sees()).toBe(403);
    expect((await set('nobody', [[eventId, true]])).status).toBe(404);
    expect((await set(guest.id, [[eventId, true]])).body).toEqual({ ok: true });
    expect(await sees()).toBe(200);
    await set(guest.id, [[eventId, false]]);
    expect(await sees()).toBe(403);
  });

  it('tells managers about the server and shuts down for them only [API-16]', async () => {
    const info = await server.call('GET', '/api/server-info', { as: server.manager });
    expect(serverInfoReply.parse(info.body).storage).toBe(storage === 'couchdb' ? 'couchdb' : 'embedded');
    expect(info.body).toHaveProperty('worker');
    const member = await server.person('Stop', 'member');
    expect((await server.call('GET', '/api/server-info', { as: member })).status).toBe(403);
    expect((await server.call('POST', '/api/shutdown', { as: member })).status).toBe(403);
    expect(stopped).toBe(0);
    expect((await server.call('POST', '/api/shutdown', { as: server.manager })).body).toEqual({ ok: true });
    await expect.poll(() => stopped).toBe(1);
  });

  it('answers the history in the words of the reader, from `since` on [DOC-34]', async () => {
    const { eventId } = await server.event('History');
    const history = await server.storage.open(`foyer-history-${eventId}`);
    const entry = (ms: number) => ({
      _id: `h_${String(ms).padStart(13, '0')}_x`,
      type: 'historyevent',
      event: { id: eventId, name: 'History' },
      session: null,
      author: { id: 'u', name: 'Ann' },
      code: 'session_deleted',
      params: {},
      createdAt: Math.floor(ms / 1000),
    });
    await history.bulkDocs([entry(1_000_000), entry(2_000_000)] as never);
    const get = (query: string, language: string) =>
      server.call<{ historyEvents: { change: string; createdAt: number }[]; total?: number }>(
        'GET',
        `/api/historyEvents/${eventId}${query}`,
        { as: server.manager, headers: { 'accept-language': language } },
      );
    const { _id, type, event, session, author, createdAt } = entry(1_000_000);
    expect((await get('', 'en-GB')).body.historyEvents).toContainEqual({
      ...{ _id, type, event, session, author, createdAt },
      change: 'Session deleted',
    });
    expect((await get('', 'en-GB')).body.historyEvents.map(({ change }) => change)).toEqual([
      'Session deleted',
      'Session deleted',
    ]);
    const page = async (query: string) => {
      const { historyEvents, total } = (await get(query, 'en')).body;
      return [historyEvents.map(({ createdAt }) => createdAt), total];
    };
    expect(await page('?limit=1')).toEqual([[2000], 2]);
    expect(await page(`?limit=1&before=${entry(2_000_000)._id}`)).toEqual([[1000], undefined]);
    expect(await page('?limit=5')).toEqual([[1000, 2000], 2]);
    // Other documents of that database stay the server's own, whatever is asked for.
    expect(await page('?limit=5&before=zzz')).toEqual([[1000, 2000], undefined]);
    expect(await page('?limit=5&before=_')).toEqual([[], undefined]);
    expect((await get('?limit=0', 'en')).status).toBe(400);
    const later = (await get('?since=1500', 'fr-CH')).body.historyEvents;
    expect(later.map(({ createdAt }) => createdAt)).toEqual([2000]);
    expect(later[0]?.change).not.toBe('Session deleted');
    expect((await get('?since=yesterday', 'en')).status).toBe(400);
  });

  it.each([['POST', '/api/routine/none', 404]])(
    'says clearly what is not built: %s %s',
    async (method, path, status) => {
      const reply = await server.call(method, path, { as: server.manager, body: {} });
      expect(reply.status).toBe(status);
      expect(failureReply.parse(reply.body).error).toBe(status === 501 ? 'not_implemented' : 'not_found');
      expect((await server.call(method, path, { body: {} })).status).toBe(401);
    },
  );

  it('carries `ok`, a code and a message in every reply, as JSON [API-01] [API-02]', async () => {
    const at = clock.stop();
    const health = await server.call('GET', '/api/health');
    expect(health.body).toEqual({ ok: true });
    const wrong = await server.call('GET', '/api/nothing');
    clock.go();
    expect(wrong.status).toBe(404);
    expect(failureReply.parse(wrong.body).error).toBe('not_found');
    for (const { headers } of [health, wrong]) {
      expect(headers.get('content-type')).toContain('application/json');
      expect(headers.get('x-foyer-time')).toBe(String(at));
      expect(headers.get('x-request-id')).toMatch(/\w{16}/);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';.*frame-ancestors 'none';/);
      expect(Object.fromEntries(headers)).toMatchObject({
        ...{ 'cross-origin-resource-policy': 'same-origin', 'referrer-policy': 'no-referrer' },
        ...{ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' },
        ...{ 'x-permitted-cross-domain-policies': 'none', 'x-dns-prefetch-control': 'off' },
      });
      for (const name of OVER_HTTPS) expect(headers.get(name)).toBeNull();
    }
    expect(Object.keys(securityHeaders('https://foyer.example'))).toEqual(expect.arrayContaining(OVER_HTTPS));
  });

  it('keeps passwords and reserved names where no token reaches', async () => {
    for (const name of [
      ...Object.values(DATABASES).filter((name) => name.startsWith('foyer-')),
      '_users',
      'x',
    ]) {
      for (const path of ['', '/_all_docs', '/_changes', '/cred_x']) {
        expect((await server.call('GET', `/db/${name}${path}`, { as: server.manager })).status).toBe(404);
      }
    }
  });
});
