import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HubEntry, HubStatus } from '#api/hubSchemas.ts';
import { HUB_HEADER } from '#api/wire.ts';
import { checkinDoc, clientDoc } from '../testing/documents.ts';
import { HALL_PATIENCE, startHall, type Hall } from '../testing/hall.ts';
import { hubCode, hubPlace, startTestHub } from '../testing/hub.ts';
import { startTestServer, type Login } from '../testing/server.ts';
import { openTestStorage } from '../testing/storage.ts';
import type { Database, Storage } from '../storage/types.ts';
import { changeRefused, readRefused } from './marks.ts';

/** A disk that takes nothing more while it is full. */
function fillingUp(storage: Storage, isFull: () => boolean): Storage {
  const filling = (db: Database): Database =>
    new Proxy(db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown =>
          isFull() && (key === 'put' || key === 'bulkDocs')
            ? Promise.reject(new Error('ENOSPC: no space left on device'))
            : (value as (...args: unknown[]) => unknown).apply(target, args);
      },
    });
  return {
    ...storage,
    open: async (name) => filling(await storage.open(name)),
    openExisting: async (name) => filling(await storage.openExisting(name)),
  };
}

describe('how a hub says that it stands with the central server', () => {
  let hall: Hall;
  beforeEach(async () => {
    hall = await startHall();
  });
  afterEach(() => hall.close());

  const status = async (as: Login = hall.ada): Promise<HubStatus> =>
    (await hall.hub.call<HubStatus & Record<string, unknown>>('GET', '/api/hub/status', { as })).body;

  /** What managers at the central server see of it. */
  const toldThere = async (name = 'Hall 3'): Promise<unknown> => {
    const reply = await hall.central.call<{ hubs: HubEntry[] }>('GET', '/api/hubs', {
      as: hall.central.manager,
    });
    return reply.body.hubs.find((hub) => hub.name === name)?.refused;
  };

  it('names what the central server did not take, to those who may see the event, and keeps it', async () => {
    const { central, hub, line, ada, eventId } = hall;
    const bob = await central.person('Bob', 'host');
    await hub.link?.look();
    expect(await status()).toMatchObject({ name: 'Hall 3', trouble: null, events: [{ id: eventId }] });
    line.cut();
    const session = await central.call<{ _id: string }>('GET', `/db/${hall.dbName}/session_s`, { as: ada });
    const archived = { ...session.body, status: 'archived', archivedAt: Date.now() - 5000 };
    expect((await hall.write(central, ada, [archived])).body).toMatchObject([{ ok: true }]);
    const refused = checkinDoc(ada);
    expect((await hall.write(hub, ada, [refused])).body).toMatchObject([{ ok: true }]);
    expect((await status()).events[0]?.refused).toEqual([]);
    line.restore();
    await vi.waitFor(async () => {
      const { events } = await status();
      expect(events[0]?.refused).toMatchObject([{ id: refused._id, reason: 'session_archived' }]);
    }, HALL_PATIENCE);
    expect(await hall.ids(central)).not.toContain(refused._id);
    expect(await hall.ids(hub)).toContain(refused._id);
    const first = (await status()).events[0]?.refused[0]?.time ?? 0;
    await hub.link?.look();
    expect(await toldThere()).toEqual({
      ...{ count: 1 },
      changes: [
        {
          ...{ eventId, id: refused._id, rev: expect.stringMatching(/^1-/) as string, by: 'Ada' },
          ...{ reason: 'session_archived', time: first },
        },
      ],
    });
    // Of an event that somebody may not see nothing is told.
    const other = await hub.call('GET', '/api/hub/status', { as: bob });
    expect([200, 503]).toContain(other.status);
    expect(JSON.stringify(other.body)).not.toContain(refused._id);
    expect((await central.call('GET', '/api/hub/status', { as: ada })).status, 'no hub').toBe(404);

    // Taken out of the archive there, it is offered again and taken.
    const there = await central.call<object>('GET', `/db/${hall.dbName}/session_s`, { as: ada });
    const open = { ...(there.body as { _id: string }), status: 'ongoing', archivedAt: null };
    expect((await hall.write(central, ada, [open])).body).toMatchObject([{ ok: true }]);
    // With each new connection; an exchange that has nothing under way does not notice a short cut.
    await hall.met();
    line.cut();
    await vi.waitFor(async () => expect((await status()).trouble).toBe('offline'), HALL_PATIENCE);
    line.restore();
    await vi.waitFor(async () => expect(await hall.ids(central)).toContain(refused._id), HALL_PATIENCE);
    await vi.waitFor(async () => expect((await status()).events[0]?.refused).toEqual([]), HALL_PATIENCE);
    await hub.link?.look();
    expect(await toldThere()).toEqual({ count: 0, changes: [] });
  });

  it('what the central server takes only once one of the two is updated holds nothing up', async () => {
    const { hub, ada, dbName } = hall;
    const newer = { ...clientDoc('newer'), schemaVersion: 99, metadata: { updatedAt: Date.now() } };
    await (await hub.storage.open(dbName)).put(newer);
    const after = checkinDoc(ada);
    await hall.write(hub, ada, [after]);
    await vi.waitFor(async () => {
      expect(await hall.ids(hall.central)).toContain(after._id);
      const { events } = await status();
      expect(events[0]?.refused).toMatchObject([{ id: newer._id, reason: 'newer_document' }]);
    }, HALL_PATIENCE);
  });

  it('both halves of an exchange may have something refused at once', async () => {
    const db = await hall.hub.storage.open(hall.dbName);
    const ids = ['checkin_a', 'checkin_b', 'checkin_c'];
    const one = (id: string) => ({ id, rev: '1-a', reason: 'session_archived', time: 1 });
    await Promise.all(ids.map((id) => changeRefused(db, (before) => [...before, one(id)])));
    expect((await readRefused(db)).map(({ id }) => id).toSorted()).toEqual(ids);
  });

  it('a hub tells of its own events alone what was not taken, nobody else does, and it goes with the hub', async () => {
    const { central, ada, eventId } = hall;
    const other = await central.event('Secret');
    const code = await hubCode(central, [eventId], 'Liar');
    const joined = await central.call<{ token: string; user: { _id: string } }>('POST', '/api/hub/join', {
      body: { code },
    });
    const liar: Login = { id: joined.body.user._id, token: joined.body.token, username: 'Liar' };
    const change = (event: string) => ({
      ...{ eventId: event, id: 'checkin_x', rev: '1-a', reason: 'session_archived', time: 1000, by: 'Bob' },
    });
    const tell = (as: Login, body: object) => central.call('POST', '/api/hub/refused', { as, body });
    const [own, alien] = [change(eventId), change(other.eventId)];
    expect((await tell(liar, { changes: [own, alien], count: 9 })).status).toBe(200);
    expect(await toldThere('Liar')).toEqual({ changes: [own], count: 8 });
    for (const as of [ada, central.manager])
      for (const body of [{ changes: [], count: 0 }, { changes: 'none' }, {}])
        expect((await tell(as, body)).status).toBe(403);
    expect((await central.call('POST', '/api/hub/made', { as: ada, body: {} })).status).toBe(403);
    const tooMany = Array.from({ length: 201 }, () => own);
    expect((await tell(liar, { changes: tooMany, count: 201 })).status).toBe(400);
    expect((await central.call('GET', '/api/hubs', { as: ada })).status).toBe(403);
    await central.call('DELETE', `/api/hubs/${liar.id}`, { as: central.manager });
    const auth = await central.storage.open('foyer-auth');
    const { rows } = await auth.allDocs({
      startkey: `hubrefused_${liar.id}`,
      endkey: `hubrefused_${liar.id}\ufff0`,
    });
    expect(rows).toEqual([]);
  });

  it('says which of the two is to be updated, and exchanges again once that is done', async () => {
    const { hub, line, ada } = hall;
    for (const [protocol, trouble] of [
      [{ oldest: 1000, current: 1000 }, 'update_first'],
      [{ oldest: 0, current: 0 }, 'server_outdated'],
    ] as const) {
      const other = await startTestServer({ storage: 'memory', protocol });
      line.lead(other.url);
      await vi.waitFor(async () => expect((await status()).trouble).toBe(trouble), HALL_PATIENCE);
      const written = checkinDoc(ada);
      expect((await hall.write(hub, ada, [written])).body, 'doors go on').toMatchObject([{ ok: true }]);
      line.lead(hall.central.url);
      await vi.waitFor(
        async () => expect(await hall.ids(hall.central)).toContain(written._id),
        HALL_PATIENCE,
      );
      await vi.waitFor(async () => expect((await status()).trouble).toBeNull(), HALL_PATIENCE);
      await other.close();
    }
  });

  it('an event that is taken from it is said to be exchanged no more', async () => {
    const { central, hub, ada, eventId, dbName } = hall;
    const { hubs } = (
      await central.call<{ hubs: { id: string }[] }>('GET', '/api/hubs', { as: central.manager })
    ).body;
    await central.call('PUT', '/api/authorizations', {
      as: central.manager,
      body: { userId: hubs[0]?.id ?? '', authorizations: [[eventId, false]] },
    });
    await vi.waitFor(async () => {
      await hall.write(hub, ada, [checkinDoc(ada)]);
      expect((await status()).events).toMatchObject([{ id: eventId, withdrawn: true }]);
    }, HALL_PATIENCE);
    const told = async (path: string): Promise<number> =>
      Number((await hub.call('GET', path, { as: ada })).headers.get(HUB_HEADER));
    const last = await told(`/db/${dbName}`);
    expect(await told('/api/health'), 'there is no other').toBe(last);
    // The others go on being exchanged, and that is said of them.
    const other = await central.event('Other');
    await central.call('PUT', '/api/authorizations', {
      as: central.manager,
      body: { userId: hubs[0]?.id ?? '', authorizations: [[other.eventId, true]] },
    });
    await hub.link?.look();
    await vi.waitFor(async () => expect(await told('/api/health')).toBeGreaterThan(last), HALL_PATIENCE);
    expect(await told(`/db/${dbName}`)).toBe(last);
    expect(last).toBeGreaterThan(0);
  });

  it('that its own disk is full is not taken for a line that is cut, and goes with the room that is made', async () => {
    const { line, ada } = hall;
    let isFull = false;
    const disk = fillingUp(await openTestStorage('memory'), () => isFull);
    const place = await hubPlace();
    const code = await hubCode(hall.central, [hall.eventId], 'Hall 4');
    const hub = await startTestHub({ upstream: line.url, code, place, storage: disk });
    const told = async (): Promise<unknown> =>
      (await hub.call('GET', '/api/hub/status', { as: ada })).body['trouble'];
    await vi.waitFor(async () => expect(await hall.ids(hub)).toContain('client_a'), HALL_PATIENCE);
    await vi.waitFor(async () => expect(await told()).toBeNull(), HALL_PATIENCE);
    isFull = true;
    const late = checkinDoc(ada);
    expect((await hall.write(hall.central, ada, [late])).body).toMatchObject([{ ok: true }]);
    await vi.waitFor(async () => expect(await told()).toBe('full'), HALL_PATIENCE);
    isFull = false;
    // Also the list of its events, if that was what could not be written: it is looked at every ten seconds.
    const patience = { ...HALL_PATIENCE, timeout: 40_000 };
    await vi.waitFor(async () => expect(await hall.ids(hub)).toContain(late._id), patience);
    await vi.waitFor(async () => expect(await told()).toBeNull(), patience);
    await hub.close();
    await place.remove();
  });

  it('a clock that is days ahead is said, and no more once it is right', async () => {
    expect((await status()).trouble).toBeNull();
    await hall.restart({ now: () => Date.now() + 3 * 86_400_000 });
    await vi.waitFor(async () => expect((await status()).trouble).toBe('clock'), HALL_PATIENCE);
    await hall.restart();
    await vi.waitFor(async () => expect((await status()).trouble).toBeNull(), HALL_PATIENCE);
  });

  it('a hub that starts alone and has lost its date says so, not only that nobody answers', async () => {
    const { line } = hall;
    const between = () => Promise.resolve(line.cut());
    await hall.restart({ between, now: () => Date.now() - 3 * 86_400_000 });
    expect((await status()).trouble).toBe('clock');
    await hall.restart();
    expect((await status()).trouble).toBe('offline');
    line.restore();
    await vi.waitFor(async () => expect((await status()).trouble).toBeNull(), HALL_PATIENCE);
  });

  it('once it was ended it says so in a word of its own, and still how it stands', async () => {
    const { central, hub, ada, dbName } = hall;
    const { hubs } = (
      await central.call<{ hubs: { id: string }[] }>('GET', '/api/hubs', { as: central.manager })
    ).body;
    await central.call('DELETE', `/api/hubs/${hubs[0]?.id ?? ''}`, { as: central.manager });
    await hub.link?.look();
    for (const path of [`/db/${dbName}`, '/api/user', '/api/hubs', '/desk/abc']) {
      const reply = await hub.call(path === '/desk/abc' ? 'POST' : 'GET', path, { as: ada });
      expect([path, reply.status, reply.body['error']]).toEqual([path, 503, 'hub_ended']);
    }
    expect(await status()).toMatchObject({ name: 'Hall 3', trouble: 'ended' });
  });

  it('serves again once the central server knows it after all: that one had begun with another key for a moment', async () => {
    const { central, hub, line, ada, dbName } = hall;
    const other = await startTestServer({ storage: 'memory' });
    line.cut();
    const unsent = checkinDoc(ada);
    await hall.write(hub, ada, [unsent]);
    line.lead(other.url);
    line.restore();
    await hub.link?.look();
    expect((await hub.call('GET', `/db/${dbName}`, { as: ada })).status).toBe(503);
    expect((await status()).trouble).toBe('ended');
    line.lead(central.url);
    await vi.waitFor(async () => {
      await hub.link?.look();
      expect((await hub.call('GET', `/db/${dbName}`, { as: ada })).status).toBe(200);
    }, HALL_PATIENCE);
    await vi.waitFor(async () => expect(await hall.ids(central)).toContain(unsent._id), HALL_PATIENCE);
    await vi.waitFor(async () => expect((await status()).trouble).toBeNull(), HALL_PATIENCE);
    // Ended while it is off, it hears so at its start, and takes up again from there.
    line.lead(other.url);
    await hall.restart();
    await vi.waitFor(async () => expect((await status()).trouble).toBe('ended'), HALL_PATIENCE);
    line.lead(central.url);
    await hall.restart();
    await vi.waitFor(async () => expect((await status()).trouble).toBeNull(), HALL_PATIENCE);
    await other.close();
  });

  it('somebody who opens a page of the central server’s reads where to go', async () => {
    const { hub, line } = hall;
    const open = (path: string, language: string): Promise<Response> =>
      fetch(hub.url + path, { headers: { accept: 'text/html,*/*', 'accept-language': language } });
    for (const path of ['/desk/abc', '/desk/login?lang=en']) {
      const reply = await open(path, 'en-GB');
      const text = await reply.text();
      expect(reply.headers.get('content-type')).toMatch('text/html');
      expect(text).toContain('This page needs the internet');
      expect(text).toContain(`href="${line.url}${path}"`);
    }
    expect(await (await open('/desk/abc', 'fr-CH')).text()).toContain('Cette page a besoin d’Internet');
    const asked = await fetch(`${hub.url}/desk/abc`);
    expect(await asked.json(), 'a program gets its code').toMatchObject({ error: 'central_only' });
  });
});
