import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkinDoc, clientDoc } from '../testing/documents.ts';
import { hubCode, hubPlace, startTestHub, type HubPlace, type TestHub } from '../testing/hub.ts';
import { startLine, type Line } from '../testing/line.ts';
import { PASSWORD, startTestServer, type Login, type Reply, type TestServer } from '../testing/server.ts';

const PATIENCE = { timeout: 30_000, interval: 30 };

interface LoggedIn {
  success: boolean;
  token?: string;
  reason?: string;
  codesFirst?: true;
}

describe('one-time codes and a hub', () => {
  let central: TestServer;
  let line: Line;
  let hub: TestHub;
  let eventId: string;
  let dbName: string;
  let ada: Login;
  let place: HubPlace;
  beforeEach(async () => {
    central = await startTestServer({ storage: 'memory', worker: true });
    line = await startLine(central.url);
    ({ eventId, dbName } = await central.event());
    ada = await central.person('Ada', 'member', eventId);
    await central.call('POST', `/db/${dbName}/_bulk_docs`, { as: ada, body: { docs: [clientDoc('a')] } });
    place = await hubPlace();
    const code = await hubCode(central, [eventId]);
    hub = await startTestHub({ upstream: line.url, code, place });
    await vi.waitUntil(async () => (await read(hub, ada)).status === 200, PATIENCE);
  });
  afterEach(async () => {
    await hub.close();
    await place.remove();
    await line.close();
    await central.close();
  });

  type Server = Pick<TestServer, 'call'>;
  const read = (server: Server, as: Login): Promise<Reply> =>
    server.call('GET', `/db/${dbName}/client_a`, { as });
  const logIn = async (server: Server, who: Login, more: object = {}): Promise<LoggedIn> => {
    const body = { username: who.username, password: PASSWORD, ...more };
    return (await server.call<LoggedIn & Record<string, unknown>>('POST', '/api/login', { body })).body;
  };
  const withToken = (who: Login, { token = '' }: LoggedIn): Login => ({ ...who, token });
  /** The code of the step after this one: that of this one was used up to confirm. */
  const nextCode = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 });
  async function enrol(who: Login): Promise<{ secret: string; recovery: string[] }> {
    const body = { password: PASSWORD };
    const begun = await central.call<{ secret: string }>('POST', '/api/codes', { as: who, body });
    const { secret } = begun.body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const done = await central.call<{ recovery: string[] }>('PUT', '/api/codes', { as: who, body: { code } });
    return { secret, recovery: done.body.recovery };
  }
  const require = (required: string[]): Promise<Reply> =>
    central.call('PUT', '/api/code-rule', { as: central.manager, body: { required, password: PASSWORD } });

  it('a login goes to the central server with its code; a hub that is alone refuses it, and devices go on', async () => {
    const { secret, recovery } = await enrol(ada);
    const [spare = '', other = ''] = recovery;
    await hub.link?.look();
    expect(await logIn(hub, ada)).toMatchObject({ success: false, reason: 'code_required' });
    expect(await logIn(hub, ada, { code: '000000' })).toMatchObject({ reason: 'wrong_code' });
    const code = nextCode(secret);
    const device = withToken(ada, await logIn(hub, ada, { code }));
    for (const server of [hub, central]) expect((await read(server, device)).status).toBe(200);
    expect(await logIn(hub, ada, { code }), 'each once').toMatchObject({ reason: 'wrong_code' });

    line.cut();
    for (const more of [{}, { code: spare }])
      expect(await logIn(hub, ada, more)).toEqual({
        ...{ ok: true, success: false, reason: 'codes_central_only' },
      });
    // Only whoever knows the password hears of it.
    expect(await logIn(hub, ada, { password: 'Wrong2026' })).toMatchObject({ reason: 'invalid_credentials' });
    expect((await read(hub, device)).status).toBe(200);
    const { rows } = await (await hub.storage.open('foyer-auth')).allDocs({ include_docs: true });
    const written = JSON.stringify(rows);
    expect(written).toContain('"codesElsewhere":"asked"');
    expect(written, 'no secret, no recovery codes').not.toMatch(/sealed|"recovery"|"codes":/);

    line.restore();
    expect(await logIn(hub, ada, { code: spare }), 'it was used up by nothing').toMatchObject({
      success: true,
    });
    // Taken away there, the password is enough here.
    const body = { password: PASSWORD, code: other };
    expect((await central.call('POST', '/api/codes/end', { as: ada, body })).body).toMatchObject({
      success: true,
    });
    await hub.link?.look();
    line.cut();
    expect(await logIn(hub, ada)).toMatchObject({ success: true });
  });

  it('whoever must set codes up first can do nothing else on the hub either, until it was done at the central server', async () => {
    const { recovery } = await enrol(ada);
    const bob = await central.person('Bob', 'member', eventId);
    await hub.link?.look();
    line.cut();
    const lonely = withToken(bob, await logIn(hub, bob));
    expect((await read(hub, lonely)).status, 'before the rule').toBe(200);
    line.restore();
    expect((await require(['member'])).body).toMatchObject({ success: true });
    await hub.link?.look();
    for (const login of [bob, lonely])
      expect((await read(hub, login)).body, 'also a login that only the hub knows').toMatchObject({
        error: 'codes_first',
      });
    expect((await read(hub, ada)).status, 'who has codes goes on').toBe(200);
    // The hub's own account is nobody's role: it goes on exchanging.
    const written = checkinDoc(ada);
    await central.call('POST', `/db/${dbName}/_bulk_docs`, { as: ada, body: { docs: [written] } });
    await vi.waitFor(async () => {
      const seen = await hub.call('GET', `/db/${dbName}/${written._id}`, { as: ada });
      expect(seen.status).toBe(200);
    }, PATIENCE);

    line.cut();
    expect(await logIn(hub, bob)).toMatchObject({ success: false, reason: 'codes_central_only' });
    expect(await logIn(hub, ada, { code: recovery[0] })).toMatchObject({ reason: 'codes_central_only' });
    line.restore();
    const fresh = await logIn(hub, bob);
    expect(fresh).toMatchObject({ success: true, codesFirst: true });
    const stolen = withToken(bob, await logIn(hub, bob));
    const device = withToken(bob, fresh);
    expect((await read(hub, device)).body).toMatchObject({ error: 'codes_first' });
    expect((await hub.call('GET', '/api/user', { as: device })).status).toBe(200);
    expect((await hub.call('GET', '/api/codes', { as: device })).body).toMatchObject({
      error: 'central_only',
    });
    await enrol(device);
    await hub.link?.look();
    for (const login of [bob, device, lonely]) expect((await read(hub, login)).status).toBe(200);
    for (const server of [hub, central])
      expect((await read(server, stolen)).body, 'opened with the password alone').toMatchObject({
        error: 'codes_first',
      });
  });
});
