import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginsReply, type LoginEntry } from '#api/accountSchemas.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

describe.each(storages('memory', 'couchdb'))('logins with %s storage [USER-11]', (storage) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ storage });
  });
  afterAll(() => server.close());

  const status = async (as: Login) => (await server.call('GET', '/api/user', { as })).status;
  const loginsOf = async (as: Login, path = '/api/logins'): Promise<LoginEntry[]> =>
    loginsReply.parse((await server.call('GET', path, { as })).body).logins;
  const ticket = ({ token }: Login): string => {
    const { sub, jti } = decodeJwt(token);
    return `${sub}.${jti}`;
  };

  it('logout ends the token, and that one alone', async () => {
    const first = await server.person('Out', 'host');
    const second = await server.login('Out');
    expect((await server.call('POST', '/api/logout', { as: first })).body).toEqual({ ok: true });
    expect(await status(first)).toBe(401);
    expect((await server.call('GET', '/db/central', { as: first })).status).toBe(401);
    expect((await server.call('POST', '/api/logout', { as: first })).status).toBe(401);
    expect(await status(second)).toBe(200);
  });

  it('a device that keeps no token ends its login later, and learns nothing', async () => {
    const person = await server.person('Later', 'host');
    const end = (login: unknown) => server.call('POST', '/api/logout', { body: { login } });
    for (const login of ['nobody.abcdefghijklmnop', `${person.id}.abcdefghijklmnop`]) {
      expect((await end(login)).body).toEqual({ ok: true });
    }
    expect(await status(person)).toBe(200);
    expect((await end('x')).body).toMatchObject({ error: 'invalid_field', field: 'login' });
    expect((await end(ticket(person))).body).toEqual({ ok: true });
    expect(await status(person)).toBe(401);
    expect((await end(ticket(person))).body).toEqual({ ok: true });
  });

  it('a long poll ends with its login', async () => {
    const person = await server.person('Poll', 'host');
    const { update_seq: since } = (
      await server.call<{ update_seq: unknown }>('GET', '/db/central', { as: person })
    ).body;
    const poll = server.call(
      'GET',
      `/db/central/_changes?feed=longpoll&timeout=60000&since=${String(since)}`,
      {
        as: person,
      },
    );
    await server.call('POST', '/api/logout', { as: person });
    expect((await poll).status).toBe(401);
  });

  it('a person sees the own logins and ends them', async () => {
    const phone = { request: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1' };
    const own = await server.person('Seer', 'host');
    const reply = await server.call<{ token: string }>('POST', '/api/login', {
      body: { username: 'Seer', password: 'Foyer2026', ...phone },
    });
    const other: Login = { ...own, token: reply.body.token };
    const third = await server.login('Seer');
    const found = await loginsOf(own);
    expect(found.map(({ device, current }) => [device, current])).toContainEqual(['iPhone · Safari', false]);
    expect(found.filter(({ current }) => current)).toHaveLength(1);
    expect(found.every(({ since, lastUse }) => since > 0 && lastUse >= since)).toBe(true);
    const there = found.find(({ device }) => device === 'iPhone · Safari')?.id ?? '';
    const stranger = await server.person('Stranger', 'host');
    const path = `/api/logins/${there}`;
    expect((await server.call('DELETE', path, { as: stranger })).status).toBe(404);
    expect(await status(other)).toBe(200);
    expect((await server.call('DELETE', path, { as: own })).body).toEqual({ ok: true });
    expect(await status(other)).toBe(401);
    expect((await server.call('DELETE', path, { as: own })).status).toBe(404);
    expect((await server.call('DELETE', '/api/logins', { as: own })).body).toEqual({ ok: true, ended: 1 });
    expect(await status(third)).toBe(401);
    expect(await loginsOf(own)).toHaveLength(1);
  });

  it('a manager ends a user’s logins, one or all; nobody else does', async () => {
    const person = await server.person('Ended', 'member');
    const second = await server.login('Ended');
    const path = `/api/users/${person.id}/logins`;
    const [one] = await loginsOf(server.manager, path);
    const ofOne = `${path}/${one?.id}`;
    for (const [method, at] of [
      ['GET', path],
      ['DELETE', path],
      ['DELETE', ofOne],
    ] as const) {
      expect((await server.call(method, at, { as: person })).status).toBe(403);
    }
    expect((await server.call('DELETE', ofOne, { as: server.manager })).body).toEqual({ ok: true });
    const [first, other] = await Promise.all([status(person), status(second)]);
    expect(first + other).toBe(200 + 401);
    const reply = await server.call('DELETE', path, { as: server.manager });
    expect(reply.body).toEqual({ ok: true, ended: 1 });
    expect(await Promise.all([status(person), status(second)])).toEqual([401, 401]);
    expect(await loginsOf(server.manager, path)).toEqual([]);
  });

  it.each(['role', 'document'])('enabling revives none, by %s', async (way) => {
    const person = await server.person(`Back${way}`, 'host');
    const set = async (role: string): Promise<void> => {
      const as = server.manager;
      if (way === 'role')
        return void (await server.call('PUT', `/api/users/${person.id}`, { as, body: { role } }));
      const users = server.remote('users', as);
      await users.put({ ...(await users.get(person.id)), role });
    };
    await set('disabled');
    expect(await status(person)).toBe(401);
    await set('host');
    expect(await status(person)).toBe(401);
    // Somebody has disabled it in the database itself.
    const again = await server.login(`Back${way}`);
    const users = await server.storage.open('users');
    await users.put({ ...(await users.get(person.id)), role: 'disabled' });
    expect(await status(again)).toBe(401);
    await set('host');
    expect(await status(again)).toBe(401);
    expect(await status(await server.login(`Back${way}`))).toBe(200);
  });

  it('a password that is changed while it is looked at lets nobody in', async () => {
    const person = await server.person('Racer', 'host');
    const change = server.call('PUT', '/api/user', {
      as: person,
      body: { password: { current: 'Foyer2026', updated: 'Newer2026' } },
    });
    const logins = await Promise.all(
      Array.from({ length: 6 }, () => server.login('Racer').catch(() => null)),
    );
    expect((await change).body['success']).toBe(true);
    const entered = logins.filter((login) => login !== null);
    expect(await Promise.all(entered.map(status))).toEqual(entered.map(() => 401));
  });
});
