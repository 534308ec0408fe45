import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevice, until, type Device } from '../testing/device.ts';
import { createScene, entryOf, type Scene } from '../testing/scene.ts';
import { startTestServer } from '../testing/server.ts';

const bundles = (device: Device): string[] =>
  device.sent.map(({ path }) => path).filter((path) => path.endsWith('_bundle'));

describe('sync states', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  it('pauses when the page is hidden and resumes when it is visible [SYNC-05]', async () => {
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    // What has come is on the screens a moment after it is on the device.
    await until(
      event.store,
      () => event.store.session(scene.sessionId) !== null && event.store.clients().size > 0,
    );
    device.visible(false);
    await until(tab.data.sync, () => event.sync.get().state === 'paused');
    device.sent.length = 0;
    const guest = entryOf(event, scene.sessionId, 'Lovelace').clientId;
    expect((await event.repository.checkIn(scene.sessionId, guest, 'list')).ok).toBe(true);
    expect(device.sent).toEqual([]);
    device.visible(true);
    await until(
      scene.event.store,
      () => entryOf(scene.event, scene.sessionId, 'Lovelace').checkInTime !== null,
    );
  });

  it('a light copy leaves heavy documents out by the filter main/light; full has them [SYNC-02, SYNC-07, SYNC-09]', async () => {
    await scene.server.call('PUT', `/db/event-${scene.eventId}/file_terms`, { type: 'file', name: 'Terms' });
    const device = scene.device();
    const filters: boolean[] = [];
    device.intercept = (url) => {
      if (!url.includes('_changes?') || !url.includes(scene.eventId)) return null;
      filters.push(new URL(url).searchParams.get('filter') === 'main/light');
      return null;
    };
    const tab = device.tab();
    await tab.login('manager');
    const light = await tab.open(scene.eventId);
    await until(tab.data.sync, () => light.sync.get().state === 'synced');
    expect(light.sync.get().mode).toBe('light');
    expect(light.store.documents('file').size).toBe(0);
    expect(filters.length > 0 && filters.every(Boolean)).toBe(true);
    await tab.stop();

    // The same device, the app now installed: what was left out comes, the rest stays.
    device.standalone = true;
    const installed = scene.tab(device);
    const full = await installed.open(scene.eventId);
    await until([full.store, installed.data.sync], () => full.store.documents('file').size === 1);
    await until(
      installed.data.sync,
      () => full.sync.get().mode === 'full' && full.sync.get().state === 'synced',
    );
  });

  it('in standalone mode a full pull runs before anything is sent [SYNC-06]', async () => {
    const device = scene.device({ standalone: true });
    const tab = scene.tab(device);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    device.visible(false);
    await until(tab.data.sync, () => event.sync.get().state === 'paused');
    const guest = entryOf(event, scene.sessionId, 'Hopper').clientId;
    await event.repository.checkIn(scene.sessionId, guest, 'list');
    device.sent.length = 0;
    device.visible(true);
    await until(
      scene.event.store,
      () => entryOf(scene.event, scene.sessionId, 'Hopper').checkInTime !== null,
    );
    const calls = device.sent
      .map(({ path }) => path)
      .filter((path) => path.includes(`event-${scene.eventId}`));
    expect(calls[0]).toMatch(/_changes$/);
    expect(calls.findIndex((path) => path.endsWith('_bulk_docs'))).toBeGreaterThan(0);
  });

  it("a first full pull that fails raises 'unsynchronized_event', and a later one works [SYNC-08]", async () => {
    const device = scene.device({ standalone: true });
    const tab = scene.tab(device);
    await tab.login('manager');
    await until(tab.data.events, () => tab.data.events.get() !== null);
    device.online(false);
    expect(await tab.data.openEvent(scene.eventId)).toMatchObject({
      error: { code: 'unsynchronized_event' },
    });
    device.online(true);
    expect((await tab.data.openEvent(scene.eventId)).ok).toBe(true);
    // Full now: the next start without network is no error.
    await tab.stop();
    device.online(false);
    const again = scene.tab(device);
    const event = await again.open(scene.eventId);
    expect(event.store.clients().size).toBe(3);
    expect(again.data.events.get()?.map(({ title }) => title)).toEqual(['Gala']);
  });

  it("a light copy that cannot become full says 'unsynchronized_event' until it can, and still sends [SYNC-08]", async () => {
    const device = scene.device();
    const tab = device.tab();
    await tab.login('manager');
    const light = await tab.open(scene.eventId);
    await until(tab.data.sync, () => light.sync.get().state === 'synced');
    await tab.stop();

    device.standalone = true;
    let tries = 0;
    device.intercept = (url) => {
      if (!url.includes('_bundle')) return null;
      tries += 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    const installed = scene.tab(device);
    const event = await installed.open(scene.eventId);
    const seen = new Set<string>();
    event.sync.subscribe(() => {
      // While it is tried again, too.
      if (tries > 0) seen.add(`${event.sync.get().state} ${event.sync.get().error}`);
    });
    const stands = () => event.sync.get();
    await until(installed.data.sync, () => stands().error === 'unsynchronized_event');
    await expect.poll(() => tries, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(stands()).toMatchObject({ state: 'attention', mode: 'light', wanted: 'full', current: false });
    expect(installed.data.sync.get().summary).toBe('attention');
    expect([...seen].filter((one) => one !== 'attention unsynchronized_event')).toEqual([]);
    const guest = entryOf(event, scene.sessionId, 'Lovelace').clientId;
    await event.repository.cancelCheckIn(scene.sessionId, guest, 'list');
    void installed.data.sync.syncNow(scene.eventId);
    await until(
      scene.event.store,
      () => entryOf(scene.event, scene.sessionId, 'Lovelace').checkInTime === null,
    );

    device.intercept = null;
    void installed.data.sync.syncNow(scene.eventId);
    await until(installed.data.sync, () => stands().state === 'synced');
    expect(stands()).toMatchObject({ error: null, mode: 'full', current: true });
  });

  it('in a browser tab the same is plainly offline', async () => {
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    await until(tab.data.events, () => tab.data.events.get() !== null);
    device.online(false);
    expect(await tab.data.openEvent(scene.eventId)).toMatchObject({ error: { code: 'offline' } });
  });

  it('a bundle that is cut off goes on where it was, and nothing is missing [SYNC-01]', async () => {
    const device = scene.device();
    const asked: string[] = [];
    device.intercept = (url, init) => {
      if (!url.includes('_bundle')) return null;
      asked.push(new URL(url).search);
      if (asked.length > 1) return null;
      return fetch(url, init).then(async (response) => {
        const lines = (await response.text()).split('\n');
        // Six whole documents and a piece of the next.
        const cut = lines.slice(0, 7).join('\n') + '\n' + (lines[7] ?? '').slice(0, 20);
        return new Response(cut, { headers: response.headers });
      });
    };
    const tab = scene.tab(device);
    await tab.login('manager');
    const opened = await tab.data.openEvent(scene.eventId);
    expect(opened).toMatchObject({ ok: false, error: { code: 'offline' } });
    const event = await tab.open(scene.eventId);
    expect(asked[1]).toMatch(/after=/);
    expect([...event.store.clients().keys()].toSorted()).toEqual(
      [...scene.event.store.clients().keys()].toSorted(),
    );
    expect(event.store.sessions().map(({ _id }) => _id)).toEqual(
      scene.event.store.sessions().map(({ _id }) => _id),
    );
  });

  it('a cold start without network shows what the last visit knew, with no bundle [SYNC-01]', async () => {
    const device = scene.device();
    const tab = device.tab();
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    await tab.stop();
    device.online(false);
    device.sent.length = 0;
    const again = scene.tab(device);
    const cold = await again.open(scene.eventId);
    expect(cold.store.clients().size).toBe(3);
    expect(bundles(device)).toEqual([]);
  });

  it('two tabs of one device: one exchanges, both show, the other takes over', async () => {
    const device = scene.device();
    const first = device.tab();
    await first.login('manager');
    const one = await first.open(scene.eventId);
    const second = scene.tab(device);
    const two = await second.open(scene.eventId);
    await until(second.data.sync, () => two.sync.get().complete && one.sync.get().complete);
    await first.stop();
    await until(second.data.sync, () => two.sync.get().state === 'synced');
    expect(two.sync.get().localDocs).toBeGreaterThan(0);
    const guest = entryOf(two, scene.sessionId, 'Turing').clientId;
    await two.repository.checkIn(scene.sessionId, guest, 'list');
    await until(
      scene.event.store,
      () => entryOf(scene.event, scene.sessionId, 'Turing').checkInTime !== null,
    );
  });

  it('a rebuilt local database keeps what was not pushed, and the open event goes on with it', async () => {
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    device.intercept = (url) => (url.includes('_bulk_docs') ? Promise.reject(new TypeError('no way')) : null);
    const guest = entryOf(event, scene.sessionId, 'Turing').clientId;
    await scene.event.repository.cancelCheckIn(scene.sessionId, guest, 'list');
    await until(event.store, () => entryOf(event, scene.sessionId, 'Turing').checkInTime === null);
    const done = await event.repository.checkIn(scene.sessionId, guest, 'list');
    expect(done.ok).toBe(true);
    device.intercept = null;
    expect(await tab.data.sync.rebuild(scene.eventId)).toEqual({ ok: true, value: { rescued: 1 } });
    expect(event.store.clients().size).toBe(3);
    expect(entryOf(event, scene.sessionId, 'Turing').checkInTime).toBe(done.ok ? done.value.time : 0);
    await until(
      scene.event.store,
      () => entryOf(scene.event, scene.sessionId, 'Turing').checkInTime !== null,
    );
  });
});

describe('a server that never had an event', () => {
  it('has an empty list, which its first manager reads; nothing is called into question', async () => {
    const server = await startTestServer();
    const device = createDevice(server.url);
    const tab = device.tab();
    await tab.login('manager');
    await until([tab.data.events, tab.data.sync], () => {
      const central = tab.data.sync.get().databases.find(({ id }) => id === 'central');
      return tab.data.events.get()?.length === 0 && central?.state === 'synced';
    });
    expect(tab.data.sync.get().summary).toBe('synced');
    await tab.stop();

    // Without network the next start knows when the server was last heard.
    device.online(false);
    const later = device.tab();
    await until(later.data.events, () => later.data.events.get()?.length === 0);
    const central = later.data.sync.get().databases.find(({ id }) => id === 'central');
    expect(central?.lastExchange).toBeGreaterThan(0);
    await later.stop();
    await server.close();
  });
});
