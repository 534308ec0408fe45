import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import type { SecurityEvent } from '#api/accountSchemas.ts';
import type { Role } from '#domain/rights/roles.ts';
import { PASSWORD, startTestServer, type Login, type Reply, type TestServer } from '../testing/server.ts';
import { emptyCouch, storages, testCouchUrl } from '../testing/storage.ts';
import { SecurityLog } from '../security/securityLog.ts';
import { Accounts } from './accounts.ts';
import { Codes } from './codes.ts';
import { Logins } from './logins.ts';
import { resetAtStart } from './resetAtStart.ts';

const realNow = Date.now;
let ahead = 0;
/** The servers of these tests read this clock. */
const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
afterAll(() => clock.mockRestore());

const STEP = 30_000;
/** The code of now, or of so many steps later. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP });
/** Codes that were right are not right again: the next step begins. */
const nextStep = (): void => void (ahead += STEP);

type Body = Record<string, unknown>;
interface Enrolled extends Login {
  secret: string;
  recovery: string[];
}

describe.each(storages('memory', 'couchdb'))('one-time codes with %s storage', (storage) => {
  let server: TestServer;
  let count = 0;
  beforeAll(async () => {
    server = await startTestServer({ storage });
  });
  afterAll(() => server.close());
  afterEach(async () => {
    await rule([]);
  });

  const somebody = (role: Role = 'member'): Promise<Login> =>
    server.person(`Somebody${'abcdefghijklmnopqrstuvwxyz'.charAt(count++)}`, role);
  const logIn = (who: Login, body: Body = {}, headers = {}): Promise<Reply> =>
    server.call('POST', '/api/login', {
      body: { username: who.username, password: PASSWORD, ...body },
      headers,
    });
  const begin = (who: Login, body: Body = {}): Promise<Reply<{ secret: string }>> =>
    server.call('POST', '/api/codes', { as: who, body: { password: PASSWORD, ...body } });
  const confirm = (who: Login, code: string): Promise<Reply<{ recovery: string[] }>> =>
    server.call('PUT', '/api/codes', { as: who, body: { code } });
  async function enrol(who: Login): Promise<Enrolled> {
    const { secret } = (await begin(who)).body;
    const { recovery } = (await confirm(who, codeOf(secret))).body;
    nextStep();
    return { ...who, secret, recovery };
  }
  const rule = (required: string[], as = server.manager): Promise<Reply> =>
    server.call('PUT', '/api/code-rule', { as, body: { required, password: PASSWORD } });
  const read = (path: string, as: Login): Promise<Reply> => server.call('GET', path, { as });
  const noted = async (): Promise<SecurityEvent[]> =>
    (await server.call<{ events: SecurityEvent[] }>('GET', '/api/security-events', { as: server.manager }))
      .body.events;
  const kindsOf = async (who: Login): Promise<string[]> =>
    (await noted())
      .filter(({ actor, subject }) => [actor?.id, subject?.id].includes(who.id))
      .map(({ kind }) => kind);

  it('asks for a code after the right password, takes each once, and the two beside it for slow and fast clocks', async () => {
    const who = await enrol(await somebody());
    expect((await logIn(who, { password: 'Wrong2026', code: codeOf(who.secret) })).body).toEqual({
      ...{ ok: true, success: false, reason: 'invalid_credentials' },
    });
    expect((await logIn(who)).body).toEqual({ ok: true, success: false, reason: 'code_required' });
    for (const steps of [-2, 2])
      expect((await logIn(who, { code: codeOf(who.secret, steps) })).body['reason']).toBe('wrong_code');
    nextStep();
    const slow = codeOf(who.secret, -1);
    expect((await logIn(who, { code: slow })).body).toMatchObject({ success: true });
    expect((await logIn(who, { code: slow })).body['reason']).toBe('wrong_code');
    const now = codeOf(who.secret);
    expect((await logIn(who, { code: ` ${now.slice(0, 3)} ${now.slice(3)}` })).body).toMatchObject({
      success: true,
    });
    expect((await logIn(who, { code: codeOf(who.secret, 1) })).body).toMatchObject({ success: true });
    // An earlier one than the last that was taken was seen by somebody, perhaps.
    expect((await logIn(who, { code: now })).body['reason']).toBe('wrong_code');
    expect(await kindsOf(who)).toEqual(expect.arrayContaining(['codes_set_up', 'code_failed', 'logged_in']));
  });

  it('takes a code once of many that come at the same moment', async () => {
    const who = await enrol(await somebody());
    const code = codeOf(who.secret);
    const tries = await Promise.all(Array.from({ length: 6 }, () => logIn(who, { code })));
    expect(tries.filter(({ body }) => body['success'] === true)).toHaveLength(1);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const who = await enrol(await somebody());
    expect(who.recovery).toHaveLength(10);
    expect(new Set(who.recovery).size).toBe(10);
    const [first = '', second = ''] = who.recovery;
    expect((await logIn(who, { code: first.toLowerCase().replaceAll('-', ' ') })).body).toMatchObject({
      success: true,
    });
    expect((await logIn(who, { code: first })).body['reason']).toBe('wrong_code');
    expect((await logIn(who, { code: second })).body).toMatchObject({ success: true });
    expect((await read('/api/codes', who)).body).toMatchObject({ recoveryLeft: 8 });
    expect(await kindsOf(who)).toContain('recovery_used');
    const renewed = await server.call<{ recovery: string[] }>('POST', '/api/codes/recovery', {
      ...{ as: who, body: { password: PASSWORD, code: codeOf(who.secret) } },
    });
    const [, , third = ''] = who.recovery;
    expect((await logIn(who, { code: third })).body['reason']).toBe('wrong_code');
    expect((await logIn(who, { code: renewed.body.recovery[0] })).body).toMatchObject({ success: true });
  });

  it('makes guessing slow for whoever has the password, from everywhere, and leaves recovery codes', async () => {
    const who = await enrol(await somebody());
    const wrong = codeOf(who.secret, 400);
    const answers: (string | number)[] = [];
    for (let index = 0; index < 7; index++) {
      // The right password alone forgives nothing.
      await logIn(who, {}, { 'x-foyer-device': `device-${index}` });
      const { status, body } = await logIn(who, { code: wrong }, { 'x-foyer-device': `device-${index}` });
      answers.push(status === 200 ? String(body['reason']) : status);
    }
    expect(answers).toEqual([...Array<string>(5).fill('wrong_code'), 429, 429]);
    ahead += 6 * 60_000;
    // What was counted with the account holds, whatever the process has forgotten.
    expect((await logIn(who, { code: wrong })).body['reason']).toBe('wrong_code');
    const held = await logIn(who, { code: codeOf(who.secret) });
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(30);
    expect((await logIn(who, { code: who.recovery[0] })).body).toMatchObject({ success: true });
    expect((await logIn(who, { code: codeOf(who.secret) })).body).toMatchObject({ success: true });
  });

  it('is not set up, renewed or ended by a stolen login', async () => {
    const who = await somebody();
    expect((await begin(who, { password: 'Wrong2026' })).body).toMatchObject({ reason: 'invalid_password' });
    const { secret } = (await begin(who)).body;
    const other = await server.login(who.username);
    expect((await confirm(other, codeOf(secret))).body).toMatchObject({ reason: 'not_begun' });
    expect((await confirm(who, codeOf(secret, 50))).body).toMatchObject({ reason: 'wrong_code' });
    expect((await logIn(who)).body).toMatchObject({ success: true });
    const { recovery } = (await confirm(who, codeOf(secret))).body;
    nextStep();
    for (const [method, path] of [
      ['POST', '/api/codes/end'],
      ['POST', '/api/codes/recovery'],
      ['POST', '/api/codes'],
    ] as const) {
      const ask = (body: Body) => server.call(method, path, { as: who, body });
      expect((await ask({ password: 'Wrong2026', code: codeOf(secret) })).body).toMatchObject({
        reason: 'invalid_password',
      });
      expect((await ask({ password: PASSWORD, code: codeOf(secret, 50) })).body).toMatchObject({
        reason: 'wrong_code',
      });
    }
    expect((await begin(who)).body).toMatchObject({ reason: 'code_required' });
    // The other login was there before, and is as good as it was.
    expect((await read('/db/central/_changes', other)).status).toBe(200);
    const end = { as: who, body: { password: PASSWORD, code: recovery[0] } };
    expect((await server.call('POST', '/api/codes/end', end)).body).toMatchObject({ success: true });
    expect((await logIn(who)).body).toMatchObject({ success: true });
  });

  it('opens nothing but setting up to whoever must have codes and has none', async () => {
    const who = await somebody();
    const { eventId, dbName } = await server.event();
    await server.call('PUT', '/api/authorizations', {
      as: server.manager,
      body: { userId: who.id, authorizations: [[eventId, true]] },
    });
    const waiting = read('/db/central/_changes?feed=longpoll&since=now&timeout=30000', who);
    await rule(['member']);
    // Also a question that waits for its answer.
    expect((await waiting).body).toMatchObject({ error: 'codes_first' });
    const reply = await logIn(who);
    expect(reply.body).toMatchObject({ success: true, codesFirst: true });
    const fresh = { ...who, token: String(reply.body['token']) };
    const stolen = await server.login(who.username);
    const asked: [string, string, Body?][] = [
      ['GET', '/db/central'],
      ['GET', `/db/${dbName}/_all_docs`],
      ['POST', `/db/${dbName}/_bulk_docs`, { docs: [] }],
      ['GET', '/api/logins'],
      ['DELETE', '/api/logins'],
      ['PUT', '/api/user', { password: { current: PASSWORD, updated: 'Another2026' } }],
      ['POST', '/api/codes/end', { password: PASSWORD, code: '123456' }],
      ['POST', `/api/routine/${eventId}`],
      ['GET', '/metrics'],
    ];
    for (const [method, path, body] of asked) {
      for (const login of [who, fresh]) {
        const { status } = await server.call(method, path, {
          as: login,
          ...(body === undefined ? {} : { body }),
        });
        expect([path, status]).toEqual([path, 403]);
      }
    }
    for (const path of ['/api/user', '/api/codes']) expect((await read(path, fresh)).status).toBe(200);
    expect((await noted()).some(({ kind, actor }) => kind === 'read_refused' && actor?.id === who.id)).toBe(
      false,
    );
    await enrol(fresh);
    for (const login of [who, fresh]) expect((await read('/db/central', login)).status).toBe(200);
    // It was opened with the password alone while a code was asked for: whoever has it must log in with one.
    expect((await read('/db/central', stolen)).body).toMatchObject({ error: 'codes_first' });
    expect((await confirm(stolen, '123456')).body).toMatchObject({ reason: 'not_begun' });
    const end = await server.call('POST', '/api/codes/end', {
      as: fresh,
      body: { password: PASSWORD, code: '1' },
    });
    expect(end.body).toMatchObject({ reason: 'codes_required' });
    expect((await server.call('POST', '/api/logout', { as: stolen })).status).toBe(200);
  });

  it('asks neither hosts nor doors', async () => {
    const { eventId } = await server.event();
    await rule(['member']);
    const host = await somebody('host');
    expect((await read('/db/central', host)).status).toBe(200);
    expect((await read('/api/codes', host)).status).toBe(403);
    const offer = await server.call<{ code: string }>('POST', `/api/event/${eventId}/doors`, {
      as: server.manager,
      body: { name: 'North door', until: Date.now() + 3_600_000 },
    });
    const { token } = (
      await server.call<{ token: string }>('POST', '/api/pair', { body: { code: offer.body.code } })
    ).body;
    expect((await read('/db/central', { ...host, token })).status).toBe(200);
    // Somebody who had another role once.
    await rule([]);
    const former = await enrol(await somebody());
    await server.call('PUT', `/api/users/${former.id}`, { as: server.manager, body: { role: 'host' } });
    expect((await logIn(former)).body).toMatchObject({ success: true });
  });

  it('is asked for before a one-time password is replaced', async () => {
    const who = await enrol(await somebody());
    const { body } = await server.call<{ password: string }>('POST', `/api/users/${who.id}/password`, {
      as: server.manager,
    });
    const own = { password: body.password };
    expect((await logIn(who, own)).body['reason']).toBe('password_change_required');
    const updated = { ...own, newPassword: 'Chosen2026' };
    expect((await logIn(who, updated)).body['reason']).toBe('code_required');
    expect((await logIn(who, { ...updated, code: codeOf(who.secret, 9) })).body['reason']).toBe('wrong_code');
    expect((await logIn(who, { password: 'Chosen2026' })).body['reason']).toBe('invalid_credentials');
    // What is wrong with the password uses no code up.
    const code = codeOf(who.secret);
    expect((await logIn(who, { ...own, newPassword: 'short', code })).status).toBe(400);
    expect((await logIn(who, { ...updated, code })).body).toMatchObject({ success: true });
  });

  it('is reset by a manager, who types the own password, and never the own ones', async () => {
    const who = await enrol(await somebody());
    const reset = (id: string, as: Login, password = PASSWORD): Promise<Reply> =>
      server.call('POST', `/api/users/${id}/codes/reset`, { as, body: { password } });
    expect((await reset(who.id, who)).status).toBe(403);
    expect((await reset(who.id, server.manager, 'Wrong2026')).body).toMatchObject({
      reason: 'invalid_password',
    });
    expect((await reset(server.manager.id, server.manager)).body).toMatchObject({ reason: 'own_account' });
    expect((await reset('nobody', server.manager)).status).toBe(404);
    expect((await reset(who.id, server.manager)).body).toMatchObject({ success: true });
    expect((await reset(who.id, server.manager)).body).toMatchObject({ reason: 'no_codes' });
    expect((await logIn(who)).body).toMatchObject({ success: true });
    expect(await noted()).toContainEqual(
      expect.objectContaining({ kind: 'codes_reset', actor: { id: server.manager.id, name: 'chief' } }),
    );
  });

  it('is required by managers alone, of themselves only when they have codes', async () => {
    const member = await somebody();
    expect((await rule(['member'], member)).status).toBe(403);
    const wrong = await server.call('PUT', '/api/code-rule', {
      ...{ as: server.manager, body: { required: ['member'], password: 'Wrong2026' } },
    });
    expect(wrong.body).toMatchObject({ reason: 'invalid_password' });
    expect((await rule(['manager'])).body).toMatchObject({ reason: 'own_codes_first' });
    const hosts = await rule(['host']);
    expect(hosts.body).toMatchObject({ error: 'invalid_field', field: 'required.0' });
    const other = await enrol(await somebody('manager'));
    expect((await rule(['manager'], other)).body).toMatchObject({ success: true });
    expect((await read('/api/users', server.manager)).body).toMatchObject({ error: 'codes_first' });
    expect((await rule([], other)).body).toMatchObject({ success: true });
    const users = await read('/api/users', server.manager);
    const listed = users.body['users'] as { id: string; codesSince: number | null }[];
    expect(listed.find(({ id }) => id === other.id)?.codesSince).toEqual(expect.any(Number));
  });

  it('is taken away at the operator’s word, for the last manager has nobody else to ask', async () => {
    const who = await enrol(await somebody('manager'));
    const { storage: databases } = server;
    const told: unknown[] = [];
    const parts = {
      accounts: new Accounts(databases, new Logins(databases, 60)),
      codes: new Codes({
        storage: databases,
        seals: () => Promise.reject(new Error('no key')),
        now: Date.now,
      }),
      security: new SecurityLog({
        storage: databases,
        now: Date.now,
        tell: (event) => told.push(event.kind),
      }),
    };
    await expect(resetAtStart('Whoever', parts)).rejects.toThrow('RESET_CODES names no user: Whoever');
    await resetAtStart(null, parts);
    expect((await logIn(who)).body['reason']).toBe('code_required');
    await resetAtStart(who.username, parts);
    expect((await logIn(who)).body).toMatchObject({ success: true });
    await parts.security.close();
    expect(told).toEqual(['codes_reset']);
  });

  it('keeps the secret sealed, and lets recovery codes in where the key is another', async () => {
    const who = await enrol(await somebody());
    const auth = await server.storage.open('foyer-auth');
    const { rows } = await auth.allDocs({ include_docs: true });
    const written = JSON.stringify(rows);
    expect(written).toContain('sealed:1:');
    for (const text of [who.secret, ...who.recovery]) expect(written).not.toContain(text);
    expect(JSON.stringify(await noted())).not.toContain(who.secret);
    // As after a restore without the key: sealed by another one, which opens nowhere here.
    const doc = await auth.get(`cred_${who.id}`);
    const { codes } = doc as unknown as { codes: { sealed: string } };
    await auth.put({
      ...doc,
      // Of the last letters some bits are none of the sealed ones.
      codes: { ...codes, sealed: codes.sealed.replace(/.(?=.{4}$)/, (one) => (one === 'A' ? 'B' : 'A')) },
    });
    expect((await logIn(who, { code: codeOf(who.secret) })).body['reason']).toBe('codes_unreadable');
    expect(await kindsOf(who)).toContain('codes_unreadable');
    expect((await logIn(who, { code: who.recovery[0] })).body).toMatchObject({ success: true });
  });
});

const { COUCHDB_URL } = process.env;

describe.runIf(COUCHDB_URL !== undefined)('one-time codes with two servers at one CouchDB', () => {
  const couchUrl = testCouchUrl(COUCHDB_URL ?? 'http://nowhere');
  let servers: TestServer[] = [];
  beforeAll(async () => {
    // Both by one key, as the operators' page says.
    const config = { servicesKey: 'y'.repeat(40) };
    servers = [await startTestServer({ couchUrl, config })];
    servers.push(await startTestServer({ couchUrl, config }));
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await emptyCouch(couchUrl);
  });
  const [at, other] = [
    (): TestServer => servers[0] as TestServer,
    (): TestServer => servers[1] as TestServer,
  ];

  it('takes a code once, whichever of them is asked, and counts wrong ones over both', async () => {
    const who = await at().person('Racer', 'member');
    const { secret } = (
      await at().call<{ secret: string }>('POST', '/api/codes', { as: who, body: { password: PASSWORD } })
    ).body;
    await other().call('PUT', '/api/codes', { as: who, body: { code: codeOf(secret) } });
    const logIn = (server: TestServer, code: string): Promise<Reply> =>
      server.call('POST', '/api/login', { body: { username: who.username, password: PASSWORD, code } });
    for (let round = 0; round < 5; round++) {
      nextStep();
      const code = codeOf(secret);
      const tries = await Promise.all([at(), other(), at(), other()].map((server) => logIn(server, code)));
      expect(tries.filter(({ body }) => body['success'] === true)).toHaveLength(1);
    }
    for (const server of [at(), other(), at()]) await logIn(server, codeOf(secret, 400));
    const late = await Promise.all([at(), other()].map((server) => logIn(server, codeOf(secret, 400))));
    expect(late.some(({ status }) => status === 429)).toBe(true);
  });

  it('lets nobody in who must have codes, on either, from the moment that a manager says so', async () => {
    const who = await other().person('Waiter', 'member');
    expect((await other().call('GET', '/db/central', { as: who })).status).toBe(200);
    const body = { required: ['member'], password: PASSWORD };
    await at().call('PUT', '/api/code-rule', { as: at().manager, body });
    expect((await at().call('GET', '/db/central', { as: who })).status).toBe(403);
    await expect.poll(async () => (await other().call('GET', '/db/central', { as: who })).status).toBe(403);
  });
});
