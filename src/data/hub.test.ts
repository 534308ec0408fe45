import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hubPlace, startTestHub, type HubPlace, type TestHub } from '../../server/testing/hub.ts';
import { startLine, type Line } from '../../server/testing/line.ts';
import { createDevice, until, type Device, type Tab } from './testing/device.ts';
import { createScene, entryOf, type Scene } from './testing/scene.ts';
import { heardOfHub } from './hub.ts';

const PATIENCE = { timeout: 30_000, interval: 30 };

/* A device that moves keeps its address: in the hall the name leads to the hub, elsewhere to the central server. */
describe('a device that moves between the central server and a hub', () => {
  let scene: Scene;
  let upstream: Line;
  let name: Line;
  let hub: TestHub;
  let place: HubPlace;
  let device: Device;
  let tab: Tab;
  beforeEach(async () => {
    scene = await createScene();
    upstream = await startLine(scene.server.url);
    name = await startLine(scene.server.url);
    place = await hubPlace();
    const body = { name: 'Hall', eventIds: [scene.eventId], until: Date.now() + 3_600_000 };
    const { code } = (await scene.server.call('POST', '/api/hubs', body)) as { code: string };
    device = createDevice(name.url);
    tab = scene.tab(device);
    await tab.login('manager');
    hub = await startTestHub({ upstream: upstream.url, code, place });
    await vi.waitUntil(() => (hub.link?.met() ?? 0) > 0, PATIENCE);
  });
  afterEach(async () => {
    await tab.stop();
    await hub.close();
    await upstream.close();
    await name.close();
    await scene.close();
    await place.remove();
  });

  const stored = async (server: { storage: TestHub['storage'] }): Promise<string[]> => {
    const db = await server.storage.open(`event-${scene.eventId}`);
    return (await db.allDocs()).rows.map(({ id }) => id);
  };
  const admit = async (event: Awaited<ReturnType<Tab['open']>>, surname: string): Promise<string> => {
    const { clientId } = entryOf(event, scene.sessionId, surname);
    const done = await event.repository.checkIn(scene.sessionId, clientId, 'list');
    if (!done.ok) throw new Error(done.error.code);
    return done.value._id;
  };

  it('does so without a new login, a new first pull or a loss, and says where its work is', async () => {
    const event = await tab.open(scene.eventId);
    await until(event.store, () => event.store.counts(scene.sessionId).expected === 3);
    await until(tab.data.sync, () => tab.data.sync.get().summary === 'synced');
    expect(tab.data.sync.get().hub).toBeNull();
    const pulls: string[] = [];
    device.intercept = (url) => {
      // Counting asks for what comes after the last id, and gets nothing.
      if (url.includes('_bundle') && !url.includes('after=')) pulls.push(url);
      return null;
    };

    name.lead(hub.url);
    await until(tab.data.sync, () => tab.data.sync.get().hub !== null, { show: () => tab.data.sync.get() });
    expect(tab.data.sync.get().hub?.met).toBeGreaterThan(0);
    upstream.cut();
    const atHub = await admit(event, 'Lovelace');
    await vi.waitUntil(async () => (await stored(hub)).includes(atHub), PATIENCE);
    await until(tab.data.sync, () => tab.data.sync.get().summary === 'synced');
    expect(await stored(scene.server.built)).not.toContain(atHub);
    const { met } = tab.data.sync.get().hub ?? {};
    expect(met, 'before the network was cut').toBeLessThanOrEqual(hub.link?.met() ?? 0);

    // On to the central server before the hub has met it: the device brings what that one lacks.
    name.lead(scene.server.url);
    await until(tab.data.sync, () => tab.data.sync.get().hub === null, { show: () => tab.data.sync.get() });
    await vi.waitUntil(async () => (await stored(scene.server.built)).includes(atHub), PATIENCE);
    const atCentral = await admit(event, 'Hopper');
    await vi.waitUntil(async () => (await stored(scene.server.built)).includes(atCentral), PATIENCE);

    name.lead(hub.url);
    await vi.waitUntil(async () => (await stored(hub)).includes(atCentral), PATIENCE);
    upstream.restore();
    const before = hub.link?.met() ?? 0;
    await vi.waitUntil(() => (hub.link?.met() ?? 0) > before, PATIENCE);
    await scene.server.built.worker?.idle();
    expect(pulls).toEqual([]);
    expect(device.reloads, 'nobody was logged out').toBe(0);
    expect(event.sync.get().refused).toEqual([]);
  });

  it('keeps the events that the hub does not hold', async () => {
    const other = await scene.desk.data.createEvent({
      ...{ title: 'Elsewhere', titleFrench: '', company: '', location: '', paymentTypes: ['none'] },
      ...{ invoicePrefix: '', adminContact: false, sessions: [] },
    });
    if (!other.ok) throw new Error(other.error.code);
    const { eventId } = other.value;
    const elsewhere = await tab.open(eventId);
    await until(elsewhere.store, () => elsewhere.store.event()?.title === 'Elsewhere');
    name.lead(hub.url);
    await until(tab.data.missingEvents, () => tab.data.missingEvents.get().some(({ id }) => id === eventId));
    expect(elsewhere.store.event()?.title).toBe('Elsewhere');
    // Only the central server gives events back.
    expect(await tab.data.bringBackEvent(eventId)).toMatchObject({ error: { code: 'central_only' } });
    name.lead(scene.server.url);
    await until(tab.data.missingEvents, () => tab.data.missingEvents.get().length === 0);
    expect(elsewhere.store.event()?.title).toBe('Elsewhere');
    expect(device.reloads).toBe(0);
  });
});

it('a hub says of each event when it was exchanged, and of everything else when all were', () => {
  const first = heardOfHub(null, 1000, '/db/event-gala/_changes?since=1');
  expect(first).toEqual({ met: 1000, metOf: { gala: 1000 } });
  const all = heardOfHub(first, 2000, '/db/central');
  expect(all).toEqual({ met: 2000, metOf: { gala: 1000 } });
  const never = heardOfHub(all, 0, '/db/event-fair');
  expect(never).toEqual({ met: 2000, metOf: { gala: 1000, fair: null } });
  expect(heardOfHub(never, 1000, '/db/event-gala'), 'nothing new').toBe(never);
  expect(heardOfHub(never, null, '/db/central'), 'the central server').toBeNull();
});
