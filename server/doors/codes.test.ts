import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/* Codes by which a phone is paired or a hub is joined, in the hands of somebody they were not meant for. */
describe.each(['door', 'hub'] as const)('the code of a %s', (kind) => {
  let server: TestServer;
  let eventId: string;
  beforeEach(async () => {
    // Asked anew each time, so that a test may put another clock in its place.
    server = await startTestServer({ storage: 'memory', now: () => Date.now() });
    ({ eventId } = await server.event());
  });
  afterEach(async () => {
    vi.useRealTimers();
    await server.close();
  });

  const offer = async (as: Login = server.manager): Promise<string> => {
    const one = { name: 'North', until: Date.now() + 8 * HOUR };
    const asked = kind === 'door' ? one : { ...one, eventIds: [eventId] };
    const path = kind === 'door' ? `/api/event/${eventId}/doors` : '/api/hubs';
    return (await server.call<{ code: string }>('POST', path, { as, body: asked })).body.code;
  };
  const bring = (code: string, address = '127.0.0.1') =>
    server.app.inject({
      ...{ method: 'POST', url: kind === 'door' ? '/api/pair' : '/api/hub/join', remoteAddress: address },
      payload: { code },
    });
  const outcome = async (code: string): Promise<unknown> => (await bring(code)).json();
  const worthless = { success: false, reason: 'invalid_code' };

  it('is worth nothing after ten minutes', async () => {
    const [early, late] = [await offer(), await offer()];
    const begun = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: begun + 9 * MINUTE });
    expect(await outcome(early)).toMatchObject({ success: true });
    vi.setSystemTime(begun + 10 * MINUTE + 1000);
    expect(await outcome(late)).toMatchObject(worthless);
  });

  it('serves one of many who bring it at the same moment', async () => {
    const code = await offer();
    const all = await Promise.all(Array.from({ length: 10 }, () => outcome(code)));
    expect(all.filter((one) => (one as { success: boolean }).success)).toHaveLength(1);
  });

  it('is worth nothing as one of the other kind', async () => {
    const code = await offer();
    const path = kind === 'door' ? '/api/hub/join' : '/api/pair';
    expect((await server.call('POST', path, { body: { code } })).body).toMatchObject(worthless);
    expect(await outcome(code)).toMatchObject({ success: true });
  });

  it('is worth nothing once whoever asked for it may not ask for one', async () => {
    const giver = await server.person('Giver', 'manager');
    const codes = [await offer(giver), await offer(giver), await offer(giver)];
    expect(await outcome(codes[0] ?? '')).toMatchObject({ success: true });
    for (const [index, role] of ['member', 'disabled'].entries()) {
      const asked = { as: server.manager, body: { role } };
      expect((await server.call('PUT', `/api/users/${giver.id}`, asked)).status).toBe(200);
      expect(await outcome(codes[index + 1] ?? '')).toMatchObject(worthless);
    }
  });

  it('is taken back by whoever shows it, and by nobody without a login', async () => {
    const [code, other] = [await offer(), await offer()];
    const host = await server.person('Host', 'host', eventId);
    const takeBack = (one: string, as?: Login) =>
      server.call('POST', '/api/pair/code/end', { ...(as && { as }), body: { code: one } });
    expect([(await takeBack(code)).status, (await takeBack(code, host)).status]).toEqual([401, 403]);
    expect((await takeBack(code, server.manager)).body).toEqual({ ok: true, wasThere: true });
    expect(await outcome(code)).toMatchObject(worthless);
    expect(await outcome(other)).toMatchObject({ success: true });
    // Somebody was faster: that is no code that was taken back.
    expect((await takeBack(other, server.manager)).body).toEqual({ ok: true, wasThere: false });
  });

  it('cannot be guessed: tries are counted, of a whole network where addresses are many', async () => {
    const code = await offer();
    // A slow machine would be given another try meanwhile.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const statuses: number[] = [];
    for (let index = 0; index < 1000 && !statuses.includes(429); index++)
      statuses.push((await bring('ABCDEFGHJKLM', `2001:db8::${index.toString(16)}`)).statusCode);
    expect(statuses.length).toBeLessThan(1000);
    expect((await bring(code, '2001:db8::ffff')).statusCode).toBe(429);
    expect((await bring(code, '2001:db8:0:1::1')).json(), 'others are kept from nothing').toMatchObject({
      success: true,
    });
  });
});
