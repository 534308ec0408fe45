import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePastedRows } from '#domain/import/pastedRows.ts';
import { serverProcesses } from '../../../server/testing/process.ts';
import { driver } from '../../../server/testing/server.ts';
import { localName, openLocal } from '../local/database.ts';
import { writePushed } from '../local/positions.ts';
import { createDevice, until, type Device, type Tab } from '../testing/device.ts';
import { eventInput } from '../testing/scene.ts';
import { startTestServer } from '../testing/server.ts';
import { ServerPast } from '../testing/serverPast.ts';
import type { OpenEvent } from '../types.ts';

describe('a server that was put back to an earlier state', () => {
  let past: ServerPast;
  let eventId = '';
  let doorId = '';
  let sessionId = '';
  let guests: string[] = [];
  let tabs: Tab[] = [];
  let devices: Device[] = [];
  let desk: { device: Device; tab: Tab; event: OpenEvent };

  beforeEach(async () => {
    const server = await startTestServer();
    past = new ServerPast(server);
    tabs = [];
    devices = [];
    const device = newDevice();
    const tab = device.tab();
    tabs.push(tab);
    await tab.login('manager');
    const created = await tab.data.createEvent(eventInput('Gala'));
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    eventId = created.value.eventId;
    const event = await tab.open(eventId);
    sessionId = event.store.sessions()[0]?._id ?? '';
    const names = Array.from({ length: 6 }, (_, index) => `Guest\tNo${index}`).join('\n');
    await event.repository.addPastedClients(sessionId, parsePastedRows(names, new Set()));
    guests = [...event.store.clients().keys()];
    await tab.data.sync.syncNow(eventId);
    doorId = await server.addUser('door', 'host', [eventId]);
    desk = { device, tab, event };
  });
  afterEach(async () => {
    for (const tab of tabs) await tab.stop();
    await past.close();
  });

  function newDevice(): Device {
    const device = createDevice(past.current.url);
    devices.push(device);
    return device;
  }
  async function door(): Promise<{ device: Device; tab: Tab; event: OpenEvent }> {
    const device = newDevice();
    const tab = device.tab();
    tabs.push(tab);
    await tab.login('door');
    const event = await tab.open(eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    return { device, tab, event };
  }
  /** A door that has let one in, and holds what the desk did, since the backup. */
  async function doorAfterBackup(): ReturnType<typeof door> {
    const north = await door();
    await past.backup();
    await desk.event.repository.checkIn(sessionId, guests[0] ?? '', 'list');
    await desk.event.repository.updateClient(guests[1] ?? '', { company: 'Navy' });
    await desk.tab.data.sync.syncNow(eventId);
    await until(north.event.store, () => north.event.store.client(guests[1] ?? '')?.company === 'Navy');
    await north.event.repository.checkIn(sessionId, guests[2] ?? '', 'list');
    await north.tab.data.sync.syncNow(eventId);
    await until(north.event.store, () => north.event.store.counts(sessionId).arrived === 2);
    return north;
  }
  async function stored(): Promise<string[]> {
    const db = await past.current.built.storage.open(`event-${eventId}`);
    const { rows } = await db.allDocs({ startkey: 'checkin_', endkey: 'checkin_\ufff0' });
    return rows.map(({ id }) => id);
  }
  /** The devices find the restored server where the former one was. */
  async function restore(): Promise<void> {
    await past.restore();
    for (const { deps } of devices) Object.assign(deps, { baseUrl: past.current.url });
  }

  it('gets back what the devices hold before anybody reads "synced" [SYNC-10]', async () => {
    const north = await door();
    await past.backup();
    const done = [];
    for (const [index, guest] of guests.slice(0, 4).entries()) {
      const { event } = index % 2 === 0 ? desk : north;
      const result = await event.repository.checkIn(sessionId, guest, 'list');
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      done.push(result.value._id);
    }
    await desk.tab.data.sync.syncNow(eventId);
    await north.tab.data.sync.syncNow(eventId);
    expect(await stored()).toHaveLength(4);
    await until(desk.event.store, () => desk.event.store.counts(sessionId).arrived === 4);
    await until(desk.tab.data.sync, () => desk.event.sync.get().state === 'synced');

    // Nothing can be sent at first: then nothing may be called synced either.
    const states: string[] = [];
    const stopLooking = desk.tab.data.sync.subscribe(() => states.push(desk.event.sync.get().state));
    desk.device.intercept = (url) =>
      url.includes('_bulk_docs') ? Promise.reject(new TypeError('cut')) : null;
    desk.device.online(false);
    north.device.online(false);
    await until(desk.tab.data.sync, () => desk.event.sync.get().state === 'offline');
    await restore();
    expect(await stored()).toHaveLength(0);
    states.length = 0;
    desk.device.online(true);
    void desk.tab.data.sync.syncNow(eventId);
    await until(desk.tab.data.sync, () => states.includes('offline'));
    stopLooking();
    expect(states).not.toContain('synced');
    desk.device.intercept = null;
    await desk.tab.data.sync.syncNow(eventId);
    await until(desk.tab.data.sync, () => desk.event.sync.get().state === 'synced');
    expect((await stored()).toSorted()).toEqual(done.toSorted());
  });

  it('a host brings the own check-ins; the work of others is no refusal', async () => {
    const north = await doorAfterBackup();
    // The desk brings what it holds as well, and at its own pace: for now only the door meets the server.
    desk.device.online(false);
    await restore();
    await north.tab.data.sync.syncNow(eventId);
    await until(north.tab.data.sync, () => north.event.sync.get().state === 'synced');
    expect(north.event.sync.get()).toMatchObject({ refused: [], waiting: 0 });
    expect(await stored()).toHaveLength(1);
    // Nor is it offered: an honest door stands in no log of refusals.
    const noted = (await past.current.call('GET', '/api/security-events?group=people'))['events'];
    expect((noted as { kind: string }[]).filter(({ kind }) => kind.endsWith('_refused'))).toEqual([]);
    desk.device.online(true);
    await desk.tab.data.sync.syncNow(eventId);
    await until(desk.tab.data.sync, () => desk.event.sync.get().state === 'synced');
    expect(await stored()).toHaveLength(2);
    const db = await past.current.built.storage.open(`event-${eventId}`);
    expect(await db.get(guests[1] ?? '')).toMatchObject({ company: 'Navy' });
  });

  it("a door's copy of a version that brought messages goes on, and offers none of them", async () => {
    const north = await doorAfterBackup();
    await north.tab.stop();
    tabs = tabs.filter((tab) => tab !== north.tab);
    const local = await openLocal(north.device.deps, localName(doorId, eventId));
    const metadata = { author: { id: 'mia', name: 'mia' }, createdAt: 1, updatedAt: 1 };
    const brought = { _id: 'notif_a', _rev: '1-a', type: 'notif', notifType: 'inactive', notifMethod: 'sms' };
    await local.use((db) => db.bulkDocs([{ ...brought, metadata }] as never, { new_edits: false }));
    await local.close();
    // For now only the door meets the server.
    desk.device.online(false);
    await restore();
    const tab = north.device.tab();
    tabs.push(tab);
    const event = await tab.open(eventId);
    await tab.data.sync.syncNow(eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    expect(event.sync.get()).toMatchObject({ refused: [], waiting: 0 });
    expect(await stored()).toHaveLength(1);
    const noted = (await past.current.call('GET', '/api/security-events?group=people'))['events'];
    expect((noted as { kind: string }[]).filter(({ kind }) => kind.endsWith('_refused'))).toEqual([]);
  });

  it('a door that crashed before it noted what came to it offers nothing of that as its own', async () => {
    const north = await doorAfterBackup();
    await north.tab.stop();
    tabs = tabs.filter((tab) => tab !== north.tab);
    // From here on nothing but the documents tells who made them.
    const local = await openLocal(north.device.deps, localName(doorId, eventId));
    await writePushed(local, 0);
    await local.close();
    desk.device.online(false);
    await restore();

    const again = north.device.tab();
    tabs.push(again);
    const event = await again.open(eventId);
    await until(again.data.sync, () => event.sync.get().state === 'synced');
    expect(event.sync.get()).toMatchObject({ refused: [], waiting: 0 });
    expect(await stored()).toHaveLength(1);
    expect(event.store.counts(sessionId).arrived).toBe(2);
  });

  it('versions that only a door has of what was lost are no conflict there for good', async () => {
    const north = await door();
    await past.backup();
    // The server folds it, and nobody but the door reads that.
    await desk.event.repository.checkIn(sessionId, guests[0] ?? '', 'list');
    await desk.tab.data.sync.syncNow(eventId);
    await desk.tab.stop();
    tabs = tabs.filter((tab) => tab !== desk.tab);
    await past.current.built.worker?.idle();
    await north.tab.data.sync.syncNow(eventId);
    const local = await north.device.deps.openDatabase(localName(doorId, eventId));
    const read = () => local.get(sessionId, { conflicts: true, revs: true });
    const before = await read();
    north.device.online(false);
    await restore();
    const db = await past.current.built.storage.open(`event-${eventId}`);
    const stored = (await db.get(sessionId)) as object;
    await db.put({ ...stored, title: 'Dinner' } as never);
    expect((await db.get(sessionId))._rev).not.toBe(before._rev);

    north.device.online(true);
    await north.tab.data.sync.syncNow(eventId);
    await until(north.event.store, () => north.event.store.session(sessionId)?.title === 'Dinner');
    await until(north.tab.data.sync, () => north.event.sync.get().state === 'synced');
    // Lost versions are closed right after what was told is stored, and no screen waits for that.
    await expect.poll(async () => (await read())._conflicts).toBeUndefined();
    // The server folds what the door brought, and the door hears of it.
    const isLevel = async (): Promise<boolean> => (await read())._rev === (await db.get(sessionId))._rev;
    await expect.poll(isLevel).toBe(true);
    expect(north.event.sync.get()).toMatchObject({ refused: [], waiting: 0 });
  });

  it('an event that was made after the backup stays on the devices, goes on there, and is given back whole', async () => {
    await past.backup();
    const created = await desk.tab.data.createEvent({ ...eventInput('Ball'), company: 'Navy' });
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    const ballId = created.value.eventId;
    const ball = await desk.tab.open(ballId);
    const dinner = ball.store.sessions()[0]?._id ?? '';
    await ball.repository.addPastedClients(dinner, parsePastedRows('Blue\tAnn\nGreen\tBo', new Set()));
    const [ann = '', bo = ''] = [...ball.store.clients().keys()];
    await desk.tab.data.sync.syncNow(ballId);
    await past.current.addUser('ballhost', 'host', [ballId]);
    const host = newDevice();
    const tab = host.tab();
    tabs.push(tab);
    await tab.login('ballhost');
    const seen = await tab.open(ballId);
    await until(tab.data.sync, () => seen.sync.get().state === 'synced');

    await restore();
    await desk.tab.data.sync.syncNow();
    await until(desk.tab.data.missingEvents, () => desk.tab.data.missingEvents.get().length === 1);
    expect(desk.tab.data.missingEvents.get()[0]).toMatchObject({ id: ballId, title: 'Ball' });
    // Work goes on, also after the event was closed and opened again.
    expect((await ball.repository.checkIn(dinner, ann, 'list')).ok).toBe(true);
    const again = await desk.tab.open(ballId);
    expect(again.store.counts(dinner)).toMatchObject({ arrived: 1, expected: 2 });
    again.close();

    const back = await desk.tab.data.bringBackEvent(ballId);
    expect(back).toMatchObject({ ok: true });
    expect(desk.tab.data.missingEvents.get()).toEqual([]);
    await until(desk.tab.data.sync, () => ball.sync.get().state === 'synced');
    const db = await past.current.built.storage.open(`event-${ballId}`);
    const { rows } = await db.allDocs({ include_docs: true });
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['event', dinner, ann, bo]));
    expect(ids.filter((id) => id.startsWith('checkin_'))).toHaveLength(1);
    expect(await db.get('event', { conflicts: true })).toMatchObject({ company: 'Navy' });
    expect((await db.get('event', { conflicts: true }))._conflicts).toBeUndefined();
  });

  it('an event that was made after the backup is missed also by a device whose app was closed meanwhile', async () => {
    await past.backup();
    const created = await desk.tab.data.createEvent(eventInput('Ball'));
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    const ball = await desk.tab.open(created.value.eventId);
    await until(desk.tab.data.sync, () => ball.sync.get().state === 'synced');
    await desk.tab.stop();
    tabs = tabs.filter((tab) => tab !== desk.tab);
    await restore();
    const tab = desk.device.tab();
    tabs.push(tab);
    await until(tab.data.missingEvents, () => tab.data.missingEvents.get().length > 0);
    expect(tab.data.missingEvents.get().map(({ id }) => id)).toEqual([created.value.eventId]);
  });

  it('an event that the server lacks and nobody wants is given up, in every tab, and stays away', async () => {
    await past.backup();
    const created = await desk.tab.data.createEvent(eventInput('Ball'));
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    const ballId = created.value.eventId;
    const ball = await desk.tab.open(ballId);
    const dinner = ball.store.sessions()[0]?._id ?? '';
    await ball.repository.addPastedClients(dinner, parsePastedRows('Blue\tAnn\nGreen\tBo', new Set()));
    await desk.tab.data.sync.syncNow(ballId);
    await until(desk.tab.data.sync, () => ball.sync.get().state === 'synced');
    expect(await desk.tab.data.heldHere(ballId)).toMatchObject({ value: { guests: 2, unconfirmed: 0 } });
    const second = desk.device.tab();
    tabs.push(second);
    await second.open(ballId);

    await restore();
    await desk.tab.data.sync.syncNow();
    for (const { data } of [desk.tab, second]) {
      await until(data.missingEvents, () => data.missingEvents.get().length === 1);
    }
    const [ann = ''] = [...ball.store.clients().keys()];
    expect((await ball.repository.checkIn(dinner, ann, 'list')).ok).toBe(true);
    expect(await desk.tab.data.heldHere(ballId)).toMatchObject({ value: { guests: 2, unconfirmed: 1 } });

    // The tab that does not lead gives it up.
    expect(await second.data.giveUpEvent(ballId)).toMatchObject({ ok: true });
    for (const { data } of [desk.tab, second]) {
      await until(data.missingEvents, () => data.missingEvents.get().length === 0);
      await until(data.sync, () => data.sync.get().databases.every(({ id }) => id !== ballId));
      expect((await data.openEvent(ballId)).ok).toBe(false);
    }
    await desk.tab.data.sync.syncNow();
    await second.stop();
    await desk.tab.stop();
    tabs = tabs.filter((tab) => tab !== desk.tab && tab !== second);
    const user = desk.tab.data.login.get()?.user._id ?? '';
    const left = await desk.device.deps.openDatabase(localName(user, ballId));
    expect((await left.info()).doc_count).toBe(0);
    expect(desk.device.storage.get(`foyer-copies-${user}`)).not.toContain(ballId);

    const next = desk.device.tab();
    tabs.push(next);
    await until(next.data.events, () => next.data.events.get()?.length === 1);
    expect(next.data.missingEvents.get()).toEqual([]);
  }, 120_000);

  it('an event that somebody deleted, or took away, goes as before', async () => {
    const north = await door();
    await past.backup();
    await restore();
    await north.tab.data.sync.syncNow();
    await past.current.authorize(doorId, eventId, false);
    await north.tab.data.sync.syncNow();
    await until(north.tab.data.events, () => north.tab.data.events.get()?.length === 0);
    expect(north.tab.data.missingEvents.get()).toEqual([]);
  });
});

describe('a server that crashed and lost nothing', () => {
  const processes = serverProcesses();

  it('deleted an event meanwhile: that is no loss, and the copy goes', async () => {
    const first = processes.start();
    const device = createDevice(await first.url);
    const tab = device.tab();
    await tab.login('chief');
    const created = await tab.data.createEvent(eventInput('Ball'));
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    const { eventId } = created.value;
    const event = await tab.open(eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    event.close();
    device.online(false);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = processes.start();
    const url = await second.url;
    const { call, login } = driver(url);
    const deleted = await call('DELETE', `/api/event/${eventId}`, { as: await login('chief') });
    expect(deleted.status).toBe(200);
    Object.assign(device.deps, { baseUrl: url });
    device.online(true);
    await until(tab.data.events, () => tab.data.events.get()?.length === 0);
    expect(tab.data.missingEvents.get()).toEqual([]);
    await tab.stop();
  }, 120_000);
});
