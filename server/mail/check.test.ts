import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MASK } from '#domain/services/secrets.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';

const WORD = 'the right word';

describe('POST /email/settings', () => {
  let server: TestServer;
  let mail: TestMailServer;
  let eventId: string;
  let count = 0;
  beforeAll(async () => {
    server = await startTestServer();
    mail = await startMailServer(WORD);
    ({ eventId } = await server.event());
  });
  afterAll(async () => {
    await mail.close();
    await server.close();
  });

  /** Each manager has a number of tries, so each test has one of its own. */
  const someone = (): Promise<Login> =>
    server.person(`Checker${'abcdefghijklmnop'.charAt(count++)}`, 'manager');
  const settings = (change: object = {}) => ({
    ...{ host: '127.0.0.1', port: mail.port, secure: false, username: 'gala', password: WORD },
    ...change,
  });
  const check = async (change: object = {}, as?: Login) => {
    const body = settings(change);
    return server.call('POST', '/api/email/settings', { as: as ?? (await someone()), body });
  };

  it('says whether one can log in there [API-15]', async () => {
    expect((await check()).body).toEqual({ ok: true, success: true });
    expect(mail.logins).toContain('gala');
    const refused = await check({ password: 'the wrong word' });
    expect(refused.body).toEqual({ ok: true, success: false, reason: 'login_refused' });
  });

  it('a server that takes no login just now has not said that the password is wrong', async () => {
    const busy = await startMailServer(WORD, {
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('too many'), { responseCode: 454 })),
    });
    const { body } = await check({ port: busy.port });
    expect(body).toEqual({ ok: true, success: false, reason: 'later' });
    await busy.close();
  });

  it('logs in nowhere without a user name', async () => {
    const before = mail.logins.length;
    const body = { username: null, password: null };
    expect((await check(body)).body).toEqual({ ok: true, success: true });
    expect(mail.logins).toHaveLength(before);
  });

  it.each<[string, string, string]>([
    ['nobody listens', '', 'unreachable'],
    ['something else answers', 'SSH-2.0-OpenSSH_9.9\r\n', 'no_mail_server'],
    ['it breaks off', '421 secret banner\r\n', 'no_mail_server'],
  ])('names what is wrong, and repeats nothing of what was said there: %s', async (_title, says, reason) => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(says);
    });
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    if (says === '') await new Promise((resolve) => other.close(resolve));
    const { status, body } = await check({ port });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, success: false, reason });
    if (says !== '') other.close();
  });

  it('tries any port that can be saved [VALID-49]', async () => {
    const { status, body } = await check({ port: 0 });
    expect([status, body]).toEqual([200, { ok: true, success: false, reason: 'unreachable' }]);
  });

  it('demands TLS anywhere but on this machine', async () => {
    const plain = await startMailServer(WORD, { hideSTARTTLS: true });
    expect((await check({ port: plain.port })).body).toMatchObject({ success: true });
    expect((await check({ port: plain.port, secure: true })).body).toMatchObject({ reason: 'tls' });
    await plain.close();
  });

  it('checks what is stored by its mask, at the same place alone', async () => {
    const as = await someone();
    const email = { ...settings(), email: 'gala@example.org', name: 'Gala' };
    const path = `/db/services/${eventId}`;
    expect((await server.call('PUT', path, { as, body: { _id: eventId, email } })).status).toBe(201);
    expect((await check({ password: MASK, eventId }, as)).body).toEqual({ ok: true, success: true });
    const moved = await check({ password: MASK, eventId, username: 'eve' }, as);
    expect(moved.status).toBe(400);
    expect(moved.body).toMatchObject({ field: 'password' });
    expect((await check({ password: MASK }, as)).status).toBe(400);
    expect((await check({ password: MASK, eventId: 'none' }, as)).status).toBe(404);
  });

  it('is for managers, with few tries', async () => {
    const member = await server.person('Mia', 'member', eventId);
    expect((await check({}, member)).status).toBe(403);
    const as = await someone();
    const replies = [];
    for (let index = 0; index < 8; index++) replies.push(await check({}, as));
    const limited = replies.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]?.headers.get('retry-after')).not.toBeNull();
  });

  it.each<[string, object]>([
    ['host', { host: '' }],
    ['host', { host: 'mail.example.org/path' }],
    ['port', { port: 70_000 }],
    ['port', { port: '465' }],
    ['secure', { secure: 'yes' }],
    ['password', { password: 7 }],
  ])('names a wrong %s', async (field, change) => {
    const reply = await check(change, server.manager);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ field });
  });
});
