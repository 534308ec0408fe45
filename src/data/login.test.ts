import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGIN_KEY } from './login.ts';
import { until } from './testing/device.ts';
import { createScene, entryOf, type Scene } from './testing/scene.ts';

const reply = (status: number, body: object) => () =>
  Promise.resolve(Response.json({ ok: false, ...body }, { status }));

describe('login and logout', () => {
  let scene: Scene;
  let door: string;
  beforeAll(async () => {
    scene = await createScene();
    door = await scene.server.addUser('door', 'host', [scene.eventId]);
  });
  afterAll(() => scene.close());

  it('a login is stored for the next visit; a wrong password is not, and logs nobody out [LOGIN-04, DOC-32]', async () => {
    const device = scene.device();
    const tab = device.tab();
    expect(await tab.data.login.login('door', 'Wrong2026')).toMatchObject({
      error: { code: 'invalid_credentials' },
    });
    expect(device.storage.has(LOGIN_KEY)).toBe(false);
    expect(device.reloads).toBe(0);
    await tab.login('door');
    expect(Object.keys(JSON.parse(device.storage.get(LOGIN_KEY) ?? '{}') as object).toSorted()).toEqual([
      'expires',
      'token',
      'user',
    ]);
    await tab.stop();
    const again = scene.tab(device);
    expect(again.data.login.get()?.user).toMatchObject({ _id: door, role: 'host' });
  });

  it('what is stored and no login of ours is passed over [DOC-32]', async () => {
    const user = { _id: door, username: 'door', role: 'host' };
    const record = { token: 't', expires: Date.now(), user };
    const read = (text: string) => {
      const device = scene.device();
      device.storage.set(LOGIN_KEY, text);
      return scene.tab(device).data.login.get();
    };
    expect(read(JSON.stringify(record))).toEqual(record);
    const wrong = [
      ...[null, 7, [], { token: 't' }, { ...record, token: '' }, { ...record, expires: 'soon' }],
      ...[
        { ...record, user: null },
        { ...record, user: { ...user, role: 'queen' } },
      ],
      { ...record, user: { ...user, _id: undefined } },
    ];
    expect(wrong.map((value) => read(JSON.stringify(value)))).toEqual(wrong.map(() => null));
    expect(read('{"token":')).toBeNull();
  });

  it.each([
    [() => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
    [reply(500, { error: 'unknown', message: 'an error occurred on the server' }), 'server_error'],
    [reply(507, { error: 'storage_full', message: 'no space left' }), 'server_full'],
    [reply(503, { error: 'unavailable', message: 'the database cannot be reached' }), 'server_unavailable'],
    [reply(429, { error: 'too_many_requests', message: 'wait a few minutes' }), 'too_many_requests'],
    [reply(418, { error: 'teapot', message: 'short and stout' }), 'unknown'],
  ])('what goes wrong at a login is a code: %# is %s [ERROR-18, I18N-01]', async (answer, code) => {
    const device = scene.device();
    const tab = scene.tab(device);
    device.intercept = (url) => (url.endsWith('/api/login') ? answer() : null);
    expect(await tab.data.login.login('door', 'Door2026')).toMatchObject({ ok: false, error: { code } });
  });

  it('logout deletes the stored session and shows nothing more [LOGIN-06]', async () => {
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('door');
    await until(tab.data.events, () => tab.data.events.get()?.length === 1);
    await tab.data.login.logout();
    expect(device.storage.has(LOGIN_KEY)).toBe(false);
    await until(tab.data.events, () => tab.data.events.get() === null);
    expect(await tab.data.openEvent(scene.eventId)).toMatchObject({ error: { code: 'unauthorized' } });
    expect(device.reloads).toBe(0);
  });

  it('logout leaves another session alone that was stored meanwhile [LOGIN-05]', async () => {
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('door');
    const other = JSON.stringify({ ...tab.data.login.get(), token: 'of-another-login' });
    device.storage.set(LOGIN_KEY, other);
    await tab.data.login.logout();
    expect(device.storage.get(LOGIN_KEY)).toBe(other);
  });

  it('a revoked token logs out and reloads; what was not pushed leaves after the next login [LOGIN-07]', async () => {
    const { eventId, sessionId, server } = scene;
    const device = scene.device();
    const tab = device.tab();
    await tab.login('door');
    const event = await tab.open(eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    device.online(false);
    const guest = entryOf(event, sessionId, 'Lovelace').clientId;
    const done = await event.repository.checkIn(sessionId, guest, 'scan');
    expect(done.ok).toBe(true);
    await server.revokeTokens(door);
    device.online(true);
    await until(tab.data.login, () => tab.data.login.get() === null);
    expect(device.reloads).toBe(1);
    expect(device.storage.has(LOGIN_KEY)).toBe(false);
    await tab.stop();
    // After the reload it is said why; the next login is the end of that.
    const reloaded = device.tab();
    expect(reloaded.data.login.ended.get()).toBe('login');
    await reloaded.stop();

    // Someone else on the same phone neither sees nor sends it.
    const other = device.tab();
    await other.login('manager');
    expect(other.data.login.ended.get()).toBeNull();
    const theirs = await other.open(eventId);
    await until(other.data.sync, () => theirs.sync.get().state === 'synced');
    expect(entryOf(theirs, sessionId, 'Lovelace').checkInTime).toBeNull();
    await other.data.login.logout();
    expect(other.data.login.ended.get()).toBeNull();
    await other.stop();

    // The next login of the same person, who opens nothing.
    const again = scene.tab(device);
    await again.login('door');
    await until(scene.event.store, () => entryOf(scene.event, sessionId, 'Lovelace').checkInTime !== null);
  });

  it('an expired session stays without network: the server ends it, not the clock [LOGIN-07]', async () => {
    const device = scene.device();
    const tab = device.tab();
    await tab.login('door');
    await tab.stop();
    device.skew = 400 * 86_400_000;
    device.online(false);
    expect(scene.tab(device).data.login.get()?.user._id).toBe(door);
  });
});

describe('logins on the server', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
    await scene.server.addUser('guard', 'host', [scene.eventId]);
  });
  afterAll(() => scene.close());

  const status = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${scene.server.url}/api/user`, { headers })).status;
  };

  it('logout ends the token; without network later, and unsent work stays [USER-11]', async () => {
    const { eventId, sessionId } = scene;
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('guard');
    const online = tab.data.login.get()?.token ?? '';
    await tab.data.login.logout();
    await expect.poll(() => status(online)).toBe(401);
    expect(tab.data.login.unheard.get()).toBe(0);

    await tab.login('guard');
    const token = tab.data.login.get()?.token ?? '';
    const event = await tab.open(eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    device.online(false);
    const guest = entryOf(event, sessionId, 'Lovelace').clientId;
    expect((await event.repository.checkIn(sessionId, guest, 'scan')).ok).toBe(true);
    await tab.data.login.logout();
    await until(tab.data.login.unheard, () => tab.data.login.unheard.get() === 1);
    expect(await status(token)).toBe(200);
    // What waits to be told opens nothing.
    expect(JSON.stringify([...device.storage])).not.toContain(token);
    device.online(true);
    await until(tab.data.login.unheard, () => tab.data.login.unheard.get() === 0);
    expect(await status(token)).toBe(401);
    expect(device.storage.has('foyer-logouts')).toBe(false);

    await tab.login('guard');
    await until(scene.event.store, () => entryOf(scene.event, sessionId, 'Lovelace').checkInTime !== null);
  });

  it('a login that is told to wait tries again by itself', async () => {
    const device = scene.device();
    const tab = scene.tab(device);
    let refusals = 2;
    device.intercept = (url) =>
      url.endsWith('/api/login') && refusals-- > 0
        ? Promise.resolve(Response.json({ ok: false, error: 'busy', message: 'later' }, { status: 503 }))
        : null;
    await tab.login('guard');
    expect(tab.data.login.get()?.user.username).toBe('guard');
    device.intercept = (url) =>
      url.endsWith('/api/login') ? Promise.resolve(new Response('', { status: 503 })) : null;
    expect(await tab.data.login.login('guard', 'x')).toMatchObject({ error: { code: 'offline' } });
  });
});
