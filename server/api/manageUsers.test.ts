import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetPasswordReply, usersReply, type ManagedUser } from '#api/accountSchemas.ts';
import { TestClock } from '../testing/clock.ts';
import { PASSWORD, startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

describe.each(storages('memory', 'couchdb'))('managing users with %s storage', (storage) => {
  let server: TestServer;
  const clock = new TestClock();
  beforeAll(async () => {
    server = await startTestServer({ storage, now: clock.now });
  });
  afterAll(() => server.close());

  const users = async (as = server.manager): Promise<ManagedUser[]> =>
    usersReply.parse((await server.call('GET', '/api/users', { as })).body).users;
  const setRole = async (as: Login, { id }: { id: string }, role: string) =>
    (await server.call<object>('PUT', `/api/users/${id}`, { as, body: { role } })).body;
  const yes = { ok: true, success: true };
  const last = { ok: true, success: false, reason: 'last_manager' };
  const signIn = async (body: object) =>
    (await server.call<{ token?: string; reason?: string }>('POST', '/api/login', { body })).body;

  it('shows all users with role and last login, and nothing secret [USER-09]', async () => {
    const at = clock.stop();
    const ada = await server.person('Ada', 'host');
    clock.go();
    const { body } = await server.call('GET', '/api/users', { as: server.manager });
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash|token/i);
    const found = (await users()).find(({ id }) => id === ada.id);
    expect(found).toMatchObject({ username: 'Ada', role: 'host', logins: 1, oneTimeUntil: null });
    expect(found?.lastLogin).toBe(at);
    for (const [method, path] of [
      ['GET', '/api/users'],
      ['PUT', `/api/users/${ada.id}`],
      ['POST', `/api/users/${ada.id}/password`],
    ] as const) {
      const member = await server.person(`M${method}`, 'member');
      const body = method === 'PUT' ? { role: 'manager' } : undefined;
      expect((await server.call(method, path, { as: member, body })).status).toBe(403);
      expect((await server.call(method, path, { body })).status).toBe(401);
    }
  });

  it('an account that one manager disables is not enabled by another one who still sees its role [USER-09]', async () => {
    const cara = await server.person('Cara', 'member');
    const change = async (body: object) =>
      (await server.call<object>('PUT', `/api/users/${cara.id}`, { as: server.manager, body })).body;
    expect(await change({ role: 'disabled', before: 'member' })).toEqual(yes);
    expect(await change({ role: 'host', before: 'member' })).toEqual({ ...last, reason: 'conflict' });
    expect((await users()).find(({ id }) => id === cara.id)?.role).toBe('disabled');
    // Asked twice, as after a lost answer.
    expect(await change({ role: 'disabled', before: 'member' })).toEqual(yes);
    expect(await change({ role: 'host', before: 'disabled' })).toEqual(yes);
  });

  it('changes a role, disables and enables; an own login sees it at once [USER-09]', async () => {
    const ben = await server.person('Ben', 'host');
    expect(await setRole(server.manager, ben, 'member')).toEqual(yes);
    expect((await server.call('GET', '/api/user', { as: ben })).body).toMatchObject({
      user: { role: 'member' },
    });
    expect(await setRole(server.manager, ben, 'disabled')).toEqual(yes);
    expect((await users()).find(({ id }) => id === ben.id)).toMatchObject({
      ...{ role: 'disabled', roleBefore: 'member', logins: 0 },
    });
    expect(await signIn({ username: 'Ben', password: PASSWORD })).toMatchObject({
      reason: 'invalid_credentials',
    });
    expect(await setRole(server.manager, ben, 'member')).toEqual(yes);
    expect(await signIn({ username: 'Ben', password: PASSWORD })).toHaveProperty('token');
    expect(await setRole(server.manager, ben, 'king')).toMatchObject({
      error: 'invalid_field',
      field: 'role',
    });
    expect(await setRole(server.manager, { id: 'nobody' }, 'host')).toMatchObject({ error: 'not_found' });
  });

  it('the last manager keeps the role, whoever asks, one by one or at once [USER-09]', async () => {
    const chief = server.manager;
    expect(await setRole(chief, chief, 'host')).toEqual(last);
    expect(await setRole(chief, chief, 'disabled')).toEqual(last);
    const second = await server.person('Second', 'manager');
    const both = await Promise.all([setRole(chief, second, 'host'), setRole(second, chief, 'host')]);
    expect(both.filter((reply) => 'success' in reply && reply.success === true)).toHaveLength(1);
    const managers = (await users(chief).catch(() => users(second))).filter(({ role }) => role === 'manager');
    expect(managers).toHaveLength(1);
    const [left] = managers;
    const stays = left?.id === chief.id ? chief : second;
    expect(await setRole(stays, chief, 'manager')).toEqual(yes);
    expect(await setRole(stays, second, 'manager')).toEqual(yes);
    // In one request to the database, too.
    const docs = await Promise.all(
      [chief, second].map(async ({ id }) => ({
        ...(await server.remote('users', chief).get(id)),
        role: 'host',
      })),
    );
    const reply = await server.call<{ reason?: string }[]>('POST', '/db/users/_bulk_docs', {
      as: second,
      body: { docs },
    });
    expect(reply.body.map(({ reason }) => reason)).toContain('last_manager');
    expect(
      (await users(chief).catch(() => users(second))).filter(({ role }) => role === 'manager'),
    ).toHaveLength(1);
    for (const person of [chief, second]) {
      await setRole(second, person, 'manager');
      await setRole(chief, person, 'manager');
    }
    await setRole(chief, second, 'host');
  });

  it('resets a password to one that must be changed at the next login [USER-10]', async () => {
    const cleo = await server.person('Cleo', 'host');
    const at = `/api/users/${cleo.id}/password`;
    const reply = resetPasswordReply.parse((await server.call('POST', at, { as: server.manager })).body);
    if (!reply.success) throw new Error('not reset');
    const { password } = reply;
    expect(password).toMatch(/^\w{16}$/);
    expect((await server.call('GET', '/api/user', { as: cleo })).status).toBe(401);
    expect(await signIn({ username: 'Cleo', password: PASSWORD })).toMatchObject({
      reason: 'invalid_credentials',
    });
    expect(await signIn({ username: 'Cleo', password })).toEqual({
      ...{ ok: true, success: false, reason: 'password_change_required' },
    });
    const change = (newPassword: string) => signIn({ username: 'Cleo', password, newPassword });
    expect(await change('short')).toMatchObject({ field: 'newPassword', message: 'pattern_password' });
    expect(await change('Password1')).toMatchObject({ field: 'newPassword', message: 'password_common' });
    expect(await change(password)).toMatchObject({ field: 'newPassword', message: 'password_same' });
    // Two who hold it: one gets in.
    const both = await Promise.all([change('Newer2026'), change('Other2026')]);
    expect(both.filter(({ token }) => token !== undefined)).toHaveLength(1);
    expect(await signIn({ username: 'Cleo', password })).toMatchObject({ reason: 'invalid_credentials' });
    expect((await users()).find(({ id }) => id === cleo.id)?.oneTimeUntil).toBeNull();
    const own = await server.call('POST', `/api/users/${server.manager.id}/password`, { as: server.manager });
    expect(own.body).toEqual({ ok: true, success: false, reason: 'own_account' });
  });

  it('a one-time password ends, and says so to whoever knows it [USER-10]', async () => {
    const dan = await server.person('Dan', 'host');
    const { body } = await server.call<{ password: string }>('POST', `/api/users/${dan.id}/password`, {
      as: server.manager,
    });
    const auth = await server.storage.open('foyer-auth');
    await auth.put({ ...(await auth.get(`cred_${dan.id}`)), oneTimeUntil: 1 });
    expect(await signIn({ username: 'Dan', password: body.password })).toMatchObject({
      reason: 'password_expired',
    });
    expect(await signIn({ username: 'Dan', password: 'Wrong2026' })).toMatchObject({
      reason: 'invalid_credentials',
    });
  });

  it('refuses the commonest passwords at their field', async () => {
    const as = server.manager;
    const body = { username: 'Eve', password: 'Password1', role: 'host' };
    expect((await server.call('POST', '/api/user', { as, body })).body).toMatchObject({
      ...{ error: 'invalid_field', field: 'password', message: 'password_common' },
    });
    const eve = await server.person('Eve', 'host');
    const password = { current: PASSWORD, updated: 'Qwerty123' };
    expect((await server.call('PUT', '/api/user', { as: eve, body: { password } })).body).toMatchObject({
      ...{ error: 'invalid_field', field: 'password.updated', message: 'password_common' },
    });
  });
});
