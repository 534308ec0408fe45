import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HUB_HEADER } from '#api/wire.ts';
import type { Storage } from '../storage/types.ts';
import { checkinDoc, clientDoc, replicated, sessionDoc } from '../testing/documents.ts';
import { hubCode, hubPlace, startTestHub, type HubPlace, type TestHub } from '../testing/hub.ts';
import { startLine, type Line } from '../testing/line.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';

const PATIENCE = { timeout: 30_000, interval: 30 };
const SLOW = { timeout: 80_000, interval: 100 };
type Doc = Record<string, unknown> & { _id: string };

/** The server that it belongs to closes it. */
const keptOpen = (storage: Storage): Storage => ({ ...storage, close: () => Promise.resolve() });

describe('a hub, joined to the central server over a network that can be cut', () => {
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
    const docs = [clientDoc('a'), clientDoc('b'), sessionDoc('s', { clients: [] })];
    await central.call('POST', `/db/${dbName}/_bulk_docs`, { as: ada, body: { docs } });
    place = await hubPlace();
    const code = await hubCode(central, [eventId]);
    hub = await startTestHub({ upstream: line.url, code, place });
    await vi.waitUntil(async () => (await list(hub, ada)).includes('client_b'), PATIENCE);
  });
  afterEach(async () => {
    await hub.close();
    await place.remove();
    await line.close();
    await central.close();
  });

  const list = async (server: Pick<TestServer, 'call'>, as: Login): Promise<string[]> => {
    const reply = await server.call<{ rows?: { id: string }[] }>('GET', `/db/${dbName}/_all_docs`, { as });
    return (reply.body.rows ?? []).map(({ id }) => id);
  };
  const write = async (server: Pick<TestServer, 'call'>, as: Login, docs: Doc[], more: object = {}) =>
    server.call<{ ok?: true; id: string; error?: string; reason?: string }[]>(
      'POST',
      `/db/${dbName}/_bulk_docs`,
      { as, body: { docs, ...more } },
    );

  it('takes the event and its people along, and lets their tokens in', async () => {
    const seen = await hub.call<{ events: { id: string; authorized: string[] }[] }>(
      'GET',
      '/db/central/events',
      {
        as: ada,
      },
    );
    expect(seen.body.events).toMatchObject([{ id: eventId, authorized: [ada.id] }]);
    expect(Number(seen.headers.get(HUB_HEADER))).toBeGreaterThan(0);
    const there = await central.call('GET', '/db/central/events', { as: ada });
    expect(there.headers.get(HUB_HEADER), 'the central server is no hub').toBeNull();
    // Who logs in here is logged in there as well.
    const fresh = await hub.login('ada');
    expect(await list(hub, fresh)).toContain('client_a');
    expect(await list(central, fresh)).toContain('client_a');
    line.cut();
    // The password goes along.
    const lonely = await hub.login('ada');
    expect(await list(hub, lonely)).toContain('client_a');
    expect((await central.call('GET', `/db/${dbName}`, { as: lonely })).status, 'only here').toBe(401);
    const manager = await hub.call('POST', '/api/login', {
      body: { username: 'chief', password: 'Foyer2026' },
    });
    expect(manager.body, 'that of a manager does not').toMatchObject({ success: false });
    expect(await list(hub, central.manager), 'but the login that a manager has').toContain('client_a');
  });

  it('whoever mistypes or must wait hears what the central server says', async () => {
    const dora = await central.person('Dora', 'host', eventId);
    const reset = await central.call<{ password: string }>('POST', `/api/users/${dora.id}/password`, {
      as: central.manager,
    });
    const logIn = (server: Pick<TestServer, 'call'>, body: object) =>
      server.call<Record<string, unknown>>('POST', '/api/login', { body });
    const first = { username: 'Dora', password: reset.body.password };
    expect((await logIn(hub, first)).body).toMatchObject({ reason: 'password_change_required' });
    const weak = await logIn(hub, { ...first, newPassword: 'x' });
    const there = await logIn(central, { ...first, newPassword: 'x' });
    expect([weak.status, weak.body]).toEqual([400, there.body]);
    expect(weak.body['field']).toBe('newPassword');
    const wrong = { username: 'Ada', password: 'Wrong2026' };
    for (let tries = 0; tries < 10; tries++)
      expect((await logIn(hub, wrong)).body).toMatchObject({ reason: 'invalid_credentials' });
    const limited = await logIn(hub, { ...wrong, password: 'Foyer2026' });
    expect([limited.status, limited.body['error']], 'the hub is no way round').toEqual([
      429,
      'too_many_requests',
    ]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(5);
    line.cut();
    expect((await logIn(hub, { ...wrong, password: 'Foyer2026' })).body).toMatchObject({ success: true });
  });

  it('works without the central server, and exchanges both ways when it is back', async () => {
    line.cut();
    const here = Array.from({ length: 40 }, () => checkinDoc(ada));
    const there = Array.from({ length: 40 }, () => checkinDoc(ada));
    expect((await write(hub, ada, here)).body.every(({ ok }) => ok === true)).toBe(true);
    await write(hub, ada, [clientDoc('hub')]);
    await write(central, ada, [...there, clientDoc('central')]);
    const before = hub.link?.met() ?? 0;
    line.restore();
    const wanted = [...here, ...there].map(({ _id }) => _id);
    await vi.waitFor(async () => {
      expect(await list(central, ada)).toEqual(expect.arrayContaining([...wanted, 'client_hub']));
      expect(await list(hub, ada)).toEqual(expect.arrayContaining([...wanted, 'client_central']));
    }, PATIENCE);
    await vi.waitFor(() => expect(hub.link?.met()).toBeGreaterThan(before), PATIENCE);
  });

  it('after a long time alone check-ins go before everything else, both ways', async () => {
    line.cut();
    // An answer that was under way would bring what is written first.
    await vi.waitFor(async () => expect((await hub.link?.status())?.trouble).toBe('offline'), PATIENCE);
    const many = (name: string) => Array.from({ length: 300 }, (_, index) => clientDoc(`${name}${index}`));
    const [here, there] = [checkinDoc(ada), checkinDoc(ada)];
    for (const [server, docs, last] of [
      [hub, many('here'), here],
      [central, many('there'), there],
    ] as const) {
      await write(server, ada, docs);
      await write(server, ada, [last]);
    }
    /** In the order in which they came. */
    const came = async (server: Pick<TestServer, 'call'>, of: RegExp): Promise<string[]> => {
      const path = `/db/${dbName}/_changes`;
      const { body } = await server.call<{ results: { id: string }[] }>('GET', path, { as: ada });
      return body.results.map(({ id }) => id).filter((id) => of.test(id));
    };
    // A server tells of a write a moment after it has answered: what it has not heard of yet comes with the next changes.
    await vi.waitUntil(async () => (await came(central, /^c.*_(there|s_)/)).length >= 301, PATIENCE);
    line.restore();
    for (const [server, brought, first] of [
      [central, new RegExp(`^(client_here|${here._id}$)`), here],
      [hub, new RegExp(`^(client_there|${there._id}$)`), there],
    ] as const) {
      await vi.waitUntil(async () => (await came(server, brought)).length === 301, PATIENCE);
      // CouchDB does not tell in which order its parts were written.
      if (server === hub && process.env['COUCHDB_URL'] !== undefined) continue;
      expect((await came(server, brought))[0]).toBe(first._id);
    }
  });

  it('a line that breaks again and again carries much none the less, in smaller pieces', async () => {
    line.cut();
    const many = (name: string) =>
      Array.from({ length: 240 }, (_, index) => ({
        ...clientDoc(`${name}${index}`),
        comment: `${name} ${'x'.repeat(1000)}`,
      }));
    await write(central, ada, many('there'));
    await write(hub, ada, many('here'));
    line.restore();
    // Less than either of the two takes as one page.
    line.breakAfter(150_000);
    await vi.waitFor(async () => {
      for (const server of [central, hub])
        expect((await list(server, ada)).filter((id) => /^client_(there|here)/.test(id))).toHaveLength(480);
    }, SLOW);
  }, 90_000);

  it('conflicts come to the same end on both', async () => {
    const stored = await central.call<Doc>('GET', `/db/${dbName}/client_a`, { as: ada });
    line.cut();
    const edit = (surname: string, updatedAt: number) => ({
      ...stored.body,
      surname,
      metadata: { updatedAt },
    });
    const now = Date.now();
    const answers = [
      await write(hub, ada, [edit('Hub', now)]),
      await write(central, ada, [edit('Central', now + 500)]),
    ];
    for (const { body } of answers) expect(body).toMatchObject([{ ok: true }]);
    line.restore();
    await vi.waitFor(async () => {
      const read = async (server: Pick<TestServer, 'call'>) =>
        (await server.call<Doc>('GET', `/db/${dbName}/client_a?conflicts=true`, { as: ada })).body;
      const [one, other] = [await read(hub), await read(central)];
      expect(one).toMatchObject({ surname: 'Central' });
      expect(one['_conflicts']).toBeUndefined();
      expect(other).toEqual(one);
    }, PATIENCE);
  });

  it('the history names who did it, and where a hub may not speak for somebody, the hub', async () => {
    const bob = await central.person('Bob', 'host');
    interface Entry {
      author: { name: string };
      signed?: { name: string };
    }
    const told = async (): Promise<Entry[]> => {
      const reply = await central.call<{ historyEvents: Entry[] }>('GET', `/api/historyEvents/${eventId}`, {
        as: ada,
      });
      return reply.body.historyEvents.map(({ author, signed }) => ({
        author,
        ...(signed ? { signed } : {}),
      }));
    };
    // Ada's own; signed by Bob and brought by Ada; signed by Bob, who may not see the event, and brought by nobody known here.
    await write(hub, ada, [checkinDoc(ada), checkinDoc(bob)]);
    const code = await hubCode(central, [eventId], 'Liar');
    const joined = await central.call<{ token: string }>('POST', '/api/hub/join', { body: { code } });
    const liar: Login = { id: '', token: joined.body.token, username: 'Liar' };
    const lie = replicated(checkinDoc(bob));
    const brought = { [`${lie._id} ${lie._rev}`]: bob.id };
    expect((await write(central, liar, [lie], { new_edits: false, brought })).body).toMatchObject([
      { ok: true },
    ]);
    await vi.waitFor(async () => {
      const all = await told();
      const of = (author: string, signed?: string) =>
        all.filter((entry) => entry.author.name === author && entry.signed?.name === signed).length;
      expect([of('Ada', 'Bob'), of('Liar', 'Bob'), of('Bob')]).toEqual([1, 1, 0]);
      expect(of('Hall 3') + of('Hall 3', 'Ada'), 'of what Ada did nobody else is named').toBe(0);
    }, PATIENCE);
  });

  it('a right that is withdrawn, and a login that is ended, end on the hub', async () => {
    const bob = await central.person('Bob', 'host', eventId);
    await hub.link?.look();
    expect(await list(hub, bob)).toContain('client_a');
    const role = async () =>
      (await hub.call<{ user: { role: string } }>('GET', '/api/user', { as: bob })).body.user.role;
    expect(await role()).toBe('host');
    await central.call('PUT', `/api/users/${bob.id}`, { as: central.manager, body: { role: 'member' } });
    await hub.link?.look();
    expect(await role()).toBe('member');
    await central.call('PUT', '/api/authorizations', {
      as: central.manager,
      body: { userId: bob.id, authorizations: [[eventId, false]] },
    });
    await hub.link?.look();
    expect((await hub.call('GET', `/db/${dbName}`, { as: bob })).status).toBe(503);
    // Logged out on the hub: out at the central server as well.
    expect((await hub.call('POST', '/api/logout', { as: ada })).status).toBe(200);
    expect((await hub.call('GET', `/db/${dbName}`, { as: ada })).status).toBe(401);
    await hub.link?.look();
    expect((await central.call('GET', `/db/${dbName}`, { as: ada })).status).toBe(401);
  });

  it('what is the central server’s alone is refused', async () => {
    const as = central.manager;
    const asked = [
      ['PUT', '/api/event', { title: 'X', date: 1 }],
      ['POST', '/api/user', { username: 'Eve', password: 'Foyer2026', role: 'host' }],
      ['POST', `/api/routine/${eventId}`, undefined],
      ['POST', `/api/payments/${eventId}/refund`, {}],
      ['GET', '/db/users/_all_docs', undefined],
      ['GET', '/db/services/_all_docs', undefined],
      ['GET', '/desk/abc', undefined],
      ['POST', '/api/hubs', { name: 'X', eventIds: [eventId], until: Date.now() + 1000 }],
    ] as const;
    for (const [method, path, body] of asked) {
      const reply = await hub.call(method, path, { as, ...(body === undefined ? {} : { body }) });
      expect([path, reply.status, reply.body['error']]).toEqual([path, 409, 'central_only']);
    }
  });

  it('begins on no databases of a server that stood for itself, and leaves its code unused', async () => {
    const alone = await startTestServer({ storage: 'memory' });
    const code = await hubCode(central, [eventId], 'Wrong folder');
    const begun = startTestHub({ upstream: line.url, code, storage: keptOpen(alone.storage) });
    await expect(begun).rejects.toThrow(/^FOYER_UPSTREAM .*databases here are those of a central server/);
    expect((await alone.login('chief')).id).toBe(alone.manager.id);
    await alone.close();
    const joined = await central.call('POST', '/api/hub/join', { body: { code } });
    expect(joined.body).toMatchObject({ success: true });
    // A hub that starts again finds its own.
    await hub.close();
    hub = await startTestHub({ upstream: line.url, place });
    expect(await list(hub, ada)).toContain('client_a');
  });

  it('a login that only the central server knows is not ended by the hub', async () => {
    const stranger = await central.person('Cleo', 'host');
    expect((await hub.call('GET', `/db/${dbName}`, { as: stranger })).status).toBe(503);
    const forged = { ...ada, token: `${ada.token.slice(0, -3)}abc` };
    expect((await hub.call('GET', `/db/${dbName}`, { as: forged })).status).toBe(503);
  });

  it('a hub reaches its events and nothing else, and nothing once it was ended', async () => {
    const other = await central.event('Secret');
    const code = await hubCode(central, [eventId], 'Thief');
    const joined = await central.call<{ token: string; user: { _id: string } }>('POST', '/api/hub/join', {
      body: { code },
    });
    const thief: Login = { id: joined.body.user._id, token: joined.body.token, username: 'Thief' };
    expect((await central.call('POST', '/api/hub/join', { body: { code } })).body, 'once').toMatchObject({
      success: false,
    });
    const status = async (path: string, method = 'GET', body?: object) =>
      (await central.call(method, path, { as: thief, ...(body === undefined ? {} : { body }) })).status;
    expect(await status(`/db/${dbName}`)).toBe(200);
    expect(await status(`/db/${other.dbName}`)).toBe(403);
    for (const path of [
      '/db/central',
      '/db/users',
      '/api/user',
      '/api/hubs',
      `/api/historyEvents/${eventId}`,
    ])
      expect([path, await status(path)]).toEqual([path, 403]);
    expect(await status('/api/logins')).toBe(403);
    // Nobody else asks for what travels.
    expect((await central.call('GET', '/api/hub/state', { as: ada })).status).toBe(403);
    const state = await central.call<{ people: { hash: string | null; user: { role: string } }[] }>(
      'GET',
      '/api/hub/state',
      { as: thief },
    );
    expect(state.body.people.filter(({ user }) => user.role === 'manager').map(({ hash }) => hash)).toEqual([
      null,
    ]);
    expect(await status(`/api/hubs/${thief.id}`, 'DELETE')).toBe(403);
    const ended = await central.call('DELETE', `/api/hubs/${thief.id}`, { as: central.manager });
    expect(ended.status).toBe(200);
    expect(await status(`/db/${dbName}`)).toBe(401);
    const doc = replicated(checkinDoc(ada));
    expect((await write(central, thief, [doc], { new_edits: false })).status).toBe(401);
  });

  it('an ended hub serves nobody, logs nobody out, and is joined anew with a new code without a loss', async () => {
    const listed = await central.call<{ hubs: { id: string; name: string }[] }>('GET', '/api/hubs', {
      as: central.manager,
    });
    expect(listed.body.hubs).toMatchObject([{ name: 'Hall 3' }]);
    line.cut();
    const unsent = checkinDoc(ada);
    await write(hub, ada, [unsent]);
    await central.call('DELETE', `/api/hubs/${listed.body.hubs[0]?.id ?? ''}`, { as: central.manager });
    line.restore();
    await hub.link?.look();
    expect(hub.link?.ended()).toBe(true);
    expect((await hub.call('GET', `/db/${dbName}`, { as: ada })).status).toBe(503);
    expect(await list(central, ada)).not.toContain(unsent._id);
    // Started again, it still knows.
    await hub.close();
    const again = await startTestHub({ upstream: line.url, place });
    await again.link?.look();
    expect((await again.call('GET', `/db/${dbName}`, { as: ada })).status).toBe(503);
    await again.close();
    hub = await startTestHub({ upstream: line.url, place, code: await hubCode(central, [eventId]) });
    await vi.waitFor(async () => expect(await list(central, ada)).toContain(unsent._id), PATIENCE);
    expect(await list(hub, ada)).toContain('client_a');
  });
});
