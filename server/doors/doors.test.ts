import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { doorsReply, offerDoorReply, pairReply, type DoorEntry } from '#api/accountSchemas.ts';
import { checkinDoc, replicated } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';

const HOUR = 3_600_000;
const IPHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1' };

describe.each(storages('memory', 'couchdb'))(
  'phones that are paired with an event, %s storage',
  (storage) => {
    let server: TestServer;
    let eventId: string;
    let dbName: string;
    beforeAll(async () => {
      // Asked anew each time, so that a test may put another clock in its place.
      server = await startTestServer({ storage, now: () => Date.now() });
      ({ eventId, dbName } = await server.event());
    });
    afterAll(() => server.close());

    const ask = (body: object, as = server.manager) =>
      server.call('POST', `/api/event/${eventId}/doors`, { as, body });
    const offer = async (name: string, until = Date.now() + 8 * HOUR): Promise<string> =>
      offerDoorReply.parse((await ask({ name, until })).body).code;
    const pair = async (code: string) =>
      pairReply.parse((await server.call('POST', '/api/pair', { body: { code }, headers: IPHONE })).body);
    async function paired(name: string, until?: number): Promise<Login> {
      const done = await pair(await offer(name, until));
      if (!done.success) throw new Error('not paired');
      return { id: done.user._id, token: done.token, username: done.user.username };
    }
    const doors = async (): Promise<DoorEntry[]> =>
      doorsReply.parse((await server.call('GET', `/api/event/${eventId}/doors`, { as: server.manager })).body)
        .doors;
    const status = async (method: string, path: string, as: Login, body?: object) =>
      (await server.call(method, path, { as, ...(body === undefined ? {} : { body }) })).status;
    /** What was refused of it. */
    const push = async (as: Login, doc: object) => {
      const body = { new_edits: false, docs: [doc] };
      return (await server.call('POST', `/db/${dbName}/_bulk_docs`, { as, body })).body;
    };

    it('a code makes a door of one phone, under its name and until the time that was set', async () => {
      const until = Date.now() + 3 * HOUR;
      const code = await offer('North door', until);
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
      // As people type it.
      const done = await pair(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
      expect(done).toMatchObject({
        ...{ success: true, user: { username: 'North door', role: 'host', door: { eventId, until } } },
        expires: Math.ceil(until / 1000) * 1000,
      });
      expect(await pair(code), 'a code serves once').toMatchObject({
        success: false,
        reason: 'invalid_code',
      });
      expect(await doors()).toMatchObject([
        { name: 'North door', until, device: 'iPhone · Safari', ended: false },
      ]);
    });

    it('checks in at its event, under its own name, and does nothing else', async () => {
      const door = await paired('South door');
      const checkin = checkinDoc(door);
      expect(await push(door, replicated(checkin))).toMatchObject([{ ok: true }]);
      const client = replicated({ _id: 'client_x', type: 'client', surname: 'X' });
      expect(await push(door, client)).toMatchObject([{ id: 'client_x', error: 'forbidden' }]);
      const other = await server.event('Another');
      expect(await status('GET', `/db/${other.dbName}`, door)).toBe(403);
      for (const path of ['/api/users', '/api/security-events', `/api/event/${eventId}/doors`]) {
        expect([path, await status('GET', path, door)]).toEqual([path, 403]);
      }
      const password = { current: 'x', updated: 'Foyer2026x' };
      expect((await server.call('PUT', '/api/user', { as: door, body: { password } })).body).toMatchObject({
        success: false,
      });
    });

    it('is no user: nobody finds it there, gives it a password, a role or another event', async () => {
      const door = await paired('Side door');
      const as = server.manager;
      const { users } = (await server.call<{ users: { id: string }[] }>('GET', '/api/users', { as })).body;
      expect(users.map(({ id }) => id)).not.toContain(door.id);
      expect(await status('POST', `/api/users/${door.id}/password`, as)).toBe(404);
      expect(await status('PUT', `/api/users/${door.id}`, as, { role: 'manager' })).toBe(404);
      const other = await server.event('Yet another');
      const authorizations = [[other.eventId, true]];
      expect(await status('PUT', '/api/authorizations', as, { userId: door.id, authorizations })).toBe(404);
      expect(
        (await server.call('POST', '/api/login', { body: { username: 'Side door', password: 'x' } })).body,
      ).toMatchObject({ success: false });
      // Nor by its document, and nobody becomes one by theirs.
      const person = await server.person('Person', 'member', eventId);
      const stored = async ({ id }: Login) =>
        (await server.call<Record<string, unknown>>('GET', `/db/users/${id}`, { as })).body;
      const own = await stored(door);
      const until = Date.now() + 99 * HOUR;
      for (const [who, change, field] of [
        [door, { role: 'manager' }, 'role'],
        [door, { role: 'member' }, 'role'],
        [door, { door: { eventId, until } }, 'door'],
        [door, { door: null, role: 'manager' }, 'door'],
        [door, { hub: { until } }, 'hub'],
        [person, { door: { eventId, until } }, 'door'],
        [person, { hub: { until } }, 'hub'],
      ] as const) {
        const doc = { ...(await stored(who)), ...change };
        const { body } = await server.call('PUT', `/db/users/${who.id}`, { as, body: doc });
        expect([who.username, body]).toMatchObject([who.username, { error: 'invalid_document', field }]);
      }
      expect(await stored(door)).toEqual(own);
    });

    it('ends with one tap of a manager, at once', async () => {
      const door = await paired('West door');
      const waiting = server.call('GET', `/db/${dbName}/_changes?feed=longpoll&timeout=60000&since=now`, {
        as: door,
      });
      const path = `/api/event/${eventId}/door/${door.id}`;
      const member = await server.person('Member', 'member', eventId);
      expect(await status('DELETE', path, member)).toBe(403);
      expect(await status('DELETE', path, server.manager)).toBe(200);
      expect((await waiting).status).toBe(401);
      expect(await status('GET', '/api/user', door)).toBe(401);
      expect((await doors()).map(({ name }) => name)).not.toContain('West door');
      expect(await status('DELETE', path, server.manager)).toBe(404);
    });

    it('ends by itself when its time has come', async () => {
      const until = Date.now() + HOUR;
      const door = await paired('Short door', until);
      const shown = async () => (await doors()).find(({ name }) => name === 'Short door');
      vi.useFakeTimers({ toFake: ['Date'], now: until - 1000 });
      try {
        expect(await status('GET', '/api/user', door)).toBe(200);
        expect(await shown()).toMatchObject({ ended: false });
        vi.setSystemTime(until + 1000);
        expect(await status('GET', '/api/user', door)).toBe(401);
        expect(await shown()).toMatchObject({ ended: true });
      } finally {
        vi.useRealTimers();
      }
    });

    it('once its time is over it brings what it did for a week, and reads nothing', async () => {
      const until = Date.now() + HOUR;
      const door = await paired('Late door', until);
      vi.useFakeTimers({ toFake: ['Date'], now: until + 1000 });
      try {
        const read = await server.call('GET', `/db/${dbName}/_all_docs`, { as: door });
        expect(read).toMatchObject({ status: 401, body: { error: 'door_over' } });
        const asked = [
          ['GET', '/api/user'],
          ['GET', `/db/${dbName}/_changes`],
          ['POST', `/db/${dbName}/_bulk_get`],
          ['PUT', `/db/${dbName}/checkin_x`],
          ['GET', `/db/central/events?x=/_bulk_docs`],
        ] as const;
        const replies = asked.map(([method, path]) =>
          status(method, path, door, method === 'GET' ? undefined : {}),
        );
        expect(await Promise.all(replies)).toEqual(asked.map(() => 401));
        expect(await push(door, replicated(checkinDoc(door)))).toMatchObject([{ ok: true }]);
        const client = { _id: 'client_new', type: 'client', surname: 'New' };
        expect(await push(door, replicated(client))).toMatchObject([{ error: 'forbidden' }]);
        vi.setSystemTime(until + 8 * 24 * HOUR);
        expect(await push(door, replicated(checkinDoc(door)))).toMatchObject({ error: 'unauthorized' });
      } finally {
        vi.useRealTimers();
      }
    });

    it('only a manager gives codes, for a time to come and not for ever; a guessed code is worth nothing', async () => {
      const host = await server.person('Host', 'host', eventId);
      const body = { name: 'Door', until: Date.now() + HOUR };
      expect((await ask(body, host)).status).toBe(403);
      for (const [field, wrong] of [
        ['until', { ...body, until: Date.now() - 1 }],
        ['until', { ...body, until: Date.now() + 40 * 24 * HOUR }],
        ['name', { ...body, name: ' ' }],
        ['name', { ...body, name: '<b>' }],
      ] as const) {
        expect((await ask(wrong)).body).toMatchObject({
          error: 'invalid_field',
          field,
        });
      }
      expect(await pair('ABCDEFGH')).toMatchObject({ success: false, reason: 'invalid_code' });
    });
  },
);
