import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { securityReply, type SecurityEvent } from '#api/accountSchemas.ts';
import { SECURITY_RINGS } from '#domain/rights/security.ts';
import type { Storage } from '../storage/types.ts';
import { clientDoc } from '../testing/documents.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import { readRing } from './ring.ts';
import { SecurityLog } from './securityLog.ts';

describe.each(storages('memory', 'couchdb'))('the security log with %s storage', (storage) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ storage });
  });
  afterAll(() => server.close());

  const read = async (query = ''): Promise<SecurityEvent[]> => {
    const { body } = await server.call('GET', `/api/security-events${query}`, { as: server.manager });
    return securityReply.parse(body).events;
  };

  it('notes who did what, from where; never what was typed', async () => {
    const { eventId, dbName } = await server.event();
    const host = await server.person('Hostess', 'host', eventId);
    const try_ = (username: string) =>
      server.call('POST', '/api/login', { body: { username, password: 'Secret-typed-1' } });
    await try_('hostess');
    // Somebody typed the password where the name belongs.
    await try_('MyPassword1');
    await server.call('GET', '/db/users', { as: host });
    await server.call('GET', '/api/users', { as: host });
    await server.call('POST', `/db/${dbName}/_bulk_docs`, { as: host, body: { docs: [clientDoc('evil')] } });
    await server.call('PUT', `/api/users/${host.id}`, { as: server.manager, body: { role: 'member' } });
    const reset = await server.call<{ password: string }>('POST', `/api/users/${host.id}/password`, {
      as: server.manager,
    });
    await server.call('GET', '/api/user', { as: host });
    await expect.poll(async () => (await read()).some(({ kind }) => kind === 'login_failed')).toBe(true);
    const events = await read();
    const found = events.map(({ kind, actor, subject, detail }) => [
      kind,
      actor?.name ?? null,
      subject?.name ?? null,
      detail,
    ]);
    for (const one of [
      ['login_failed', null, 'Hostess', ''],
      ['login_failed', null, null, ''],
      ['read_refused', 'Hostess', null, 'GET /db/users'],
      ['read_refused', 'Hostess', null, 'GET /api/users'],
      ['write_refused', 'Hostess', null, `${dbName} forbidden_role`],
      ['user_created', 'chief', 'Hostess', 'host'],
      ['access_changed', 'chief', 'Hostess', ''],
      ['role_changed', 'chief', 'Hostess', 'host → member'],
      ['password_reset', 'chief', 'Hostess', ''],
      ['token_refused', null, 'Hostess', ''],
    ]) {
      expect(found).toContainEqual(one);
    }
    expect(events.every(({ address }) => address === '127.0.0.1')).toBe(true);
    expect(JSON.stringify(events)).not.toMatch(/Secret-typed|MyPassword/);
    expect(JSON.stringify(events)).not.toContain(reset.body.password);
  });

  it('is for managers, filtered and paged, the newest first', async () => {
    const member = await server.person('Reader', 'member');
    expect((await server.call('GET', '/api/security-events', { as: member })).status).toBe(403);
    const groups = await read('?group=managers');
    expect(groups.every(({ kind }) => kind !== 'login_failed')).toBe(true);
    expect(await read('?text=reader')).not.toEqual([]);
    expect((await read('?text=reader')).every((event) => JSON.stringify(event).includes('Reader'))).toBe(
      true,
    );
    const all = await read();
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a));
    const [first, second] = all;
    expect((await read(`?before=${first?.id}`))[0]?.id).toBe(second?.id);
    const wrong = await server.call('GET', '/api/security-events?group=x', { as: server.manager });
    expect(wrong.body).toMatchObject({ error: 'invalid_field', field: 'group' });
  });
});

describe('the security log while its database does not answer', () => {
  it('keeps what happens and writes it later, once, by itself; what is too much is counted by kind', async () => {
    const storage = memoryStorage();
    /** How the database behaves: as one that does not answer, or whose answers to writes are lost. */
    let outage: 'none' | 'gone' | 'deaf' = 'gone';
    const lost = (): Promise<never> => Promise.reject(new Error('fetch failed'));
    const failing: Storage = {
      ...storage,
      async open(name) {
        if (outage === 'gone') return lost();
        const db = await storage.open(name);
        return new Proxy(db, {
          get(target, key) {
            const value: unknown = Reflect.get(target, key);
            if (typeof value !== 'function') return value;
            return async (...args: unknown[]): Promise<unknown> => {
              const reply: unknown = await (value as (...given: unknown[]) => unknown).apply(target, args);
              return key === 'put' && outage === 'deaf' ? lost() : reply;
            };
          },
        });
      },
    };
    let now = 1_000_000;
    const told: SecurityEvent[] = [];
    const log = new SecurityLog({ storage: failing, now: () => now, tell: (event) => told.push(event) });
    const stored = async (): Promise<SecurityEvent[]> => {
      const db = await storage.open('foyer-security');
      return (await Promise.all(SECURITY_RINGS.map((ring) => readRing(db, ring)))).flat();
    };
    log.note({ kind: 'role_changed', address: '' });
    for (let minute = 0; minute < 8; minute++) {
      for (let index = 0; index < 100; index++)
        log.note({ kind: 'login_failed', address: `203.0.113.${minute}.${index}` });
      await expect(log.read()).rejects.toThrow('fetch failed');
      now += 60_000;
    }
    outage = 'deaf';
    await log.read();
    outage = 'none';
    const isWhole = async (): Promise<boolean> => {
      const [first, ...more] = (await stored()).filter(({ kind }) => kind === 'role_changed');
      return first !== undefined && more.length === 0 && (await stored()).length === 502;
    };
    await vi.waitFor(async () => expect(await isWhole()).toBe(true), { timeout: 30_000 });
    const failed = (await stored()).filter(({ kind }) => kind === 'login_failed');
    expect(failed.filter(({ detail }) => detail === 'more')).toMatchObject([{ count: 300, address: '' }]);
    expect(new Set(failed.map(({ id }) => id)).size).toBe(501);
    expect(told, 'the log was told of each, once').toHaveLength(801);
    await log.close();
    await storage.close();
  });
});

describe('the length of the security log', () => {
  it('counts what repeats, and bounds what differs', async () => {
    const storage = memoryStorage();
    let now = 1_000_000;
    const told: SecurityEvent[] = [];
    const log = new SecurityLog({ storage, now: () => now, tell: (event) => told.push(event) });
    for (let index = 0; index < 5000; index++) log.note({ kind: 'login_failed', address: '192.0.2.1' });
    for (let index = 0; index < 5000; index++)
      log.note({ kind: 'login_failed', address: `198.51.100.${index}` });
    const events = await log.read();
    expect(events.find(({ address }) => address === '192.0.2.1')?.count).toBe(5000);
    expect(events.find(({ detail }) => detail === 'more')?.count).toBe(5000 - 99);
    expect(events).toHaveLength(101);
    expect(told).toHaveLength(101);
    const rounds = 60;
    for (let round = 0; round < rounds; round++) {
      now += 60_000;
      for (let index = 0; index < 100; index++)
        log.note({ kind: 'login_failed', address: `203.0.113.${round}.${index}` });
      await log.read();
    }
    now++;
    log.note({ kind: 'role_changed', address: '' });
    const kept = await log.read();
    expect(kept.length).toBeLessThanOrEqual(2001);
    expect(kept[0]?.kind).toBe('role_changed');
    expect(kept.some(({ address }) => address === '203.0.113.59.99')).toBe(true);
    await log.close();
    const db = await storage.open('foyer-security');
    expect((await db.info()).doc_count).toBeLessThanOrEqual(21);
    await storage.close();
  });
});
