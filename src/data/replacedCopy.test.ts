import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePastedRows } from '#domain/import/pastedRows.ts';
import type { FilledStore } from './store/eventStore.ts';
import { until, type Device, type Tab } from './testing/device.ts';
import { createScene, entryOf, type Scene } from './testing/scene.ts';
import type { OpenEvent } from './types.ts';

describe('an open event whose copy is replaced, because its user has become a host', () => {
  let scene: Scene;
  let device: Device;
  let tab: Tab;
  let event: OpenEvent;
  let clientId: string;
  let userId: string;
  let becomeHost: () => Promise<void>;
  beforeEach(async () => {
    scene = await createScene();
    const id = await scene.server.addUser('demoted', 'member', [scene.eventId]);
    userId = id;
    device = scene.device();
    tab = scene.tab(device);
    await tab.login('demoted');
    event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    ({ clientId } = entryOf(event, scene.sessionId, 'Hopper'));
    becomeHost = async () => {
      const user = await scene.server.call('GET', `/db/users/${id}`);
      await scene.server.call('PUT', `/db/users/${id}`, { ...user, role: 'host' });
      await until(event.store, () => event.store.clients().size === 0);
    };
  });
  afterEach(() => scene.close());

  it('does what is asked meanwhile once the new copy is there', async () => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    device.intercept = (url, init) => (url.includes('_bundle') ? held.then(() => fetch(url, init)) : null);
    await becomeHost();
    const admitted = event.repository.checkIn(scene.sessionId, clientId, 'list');
    const refused = event.repository.setSessionStatus(scene.sessionId, 'upcoming');
    const picture = event.repository.picture();
    goOn();
    expect(await admitted).toMatchObject({ ok: true });
    expect(await refused).toMatchObject({ error: { code: 'forbidden' } });
    expect(await picture).toBeNull();
    await until(
      scene.event.store,
      () => entryOf(scene.event, scene.sessionId, 'Hopper').checkInTime !== null,
    );
  }, 60_000);

  it('says that there is no network while that keeps the new copy away, and is filled as soon as there is', async () => {
    device.intercept = (url) =>
      url.includes(`event-${scene.eventId}`) ? Promise.reject(new TypeError('no network')) : null;
    await becomeHost();
    expect(await event.repository.checkIn(scene.sessionId, clientId, 'list')).toMatchObject({
      error: { code: 'offline' },
    });
    device.intercept = null;
    await tab.data.sync.syncNow(scene.eventId);
    await until(event.store, () => event.store.clients().size === 3);
    expect(await event.repository.checkIn(scene.sessionId, clientId, 'list')).toMatchObject({ ok: true });
  }, 60_000);

  it('says of what is under way that the rights are others, not that the storage is broken', async () => {
    const who = [clientId];
    const set = await event.repository.changeClients(who, { kind: 'category', value: 'sponsor' });
    const sessionIds = [scene.sessionId];
    const taken = await event.repository.changeClients(who, { kind: 'unregister', sessionIds });
    if (!set.ok || !taken.ok) throw new Error('nothing to undo');
    const { signal } = new AbortController();
    // Held as another tab does it: the half of the undo that is about entries waits.
    const letGo = await device.deps.acquireLock(`foyer-entries foyer-${userId}-${scene.eventId}`, signal);
    let begun = (): void => undefined;
    const half = new Promise<void>((resolve) => (begun = resolve));
    const record = { ...taken.value.undo, fields: set.value.undo.fields };
    const undone = event.repository.undoMany(record, {
      onProgress: (at) => (at > 0 ? begun() : undefined),
    });
    await half;
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    device.intercept = (url, init) => (url.includes('_bundle') ? held.then(() => fetch(url, init)) : null);
    await becomeHost();
    goOn();
    await until(event.store, () => event.store.clients().size === 3);
    letGo();
    expect(await undone).toEqual({ ok: false, error: { code: 'rights_changed' } });
  }, 60_000);

  it('says of an act on many that it came to no end, not that those who are gone were so already', async () => {
    const names = Array.from({ length: 450 }, (_, at) => `Guest\tNo ${at}`).join('\n');
    const rows = parsePastedRows(names, new Set());
    expect(await event.repository.addPastedClients(scene.sessionId, rows)).toMatchObject({ ok: true });
    const ids = [...event.store.clients().keys()];
    const store = event.store as FilledStore;
    const all = { kind: 'category', value: 'sponsor' } as const;
    // As it goes when the access is taken away between two portions.
    const done = await event.repository.changeClients(ids, all, {
      onProgress: (at) => (at > 0 ? store.clear() : undefined),
    });
    expect(done).toMatchObject({ ok: false, error: { code: 'not_found' } });
  }, 60_000);

  it('lets go of it when it is closed without a new copy', async () => {
    device.intercept = (url) =>
      url.includes(`event-${scene.eventId}`) ? Promise.reject(new TypeError('no network')) : null;
    await becomeHost();
    // Or what is under way when it is opened again fails as if that had failed.
    await until(tab.data.sync, () => event.sync.get().error !== null);
    event.close();
    device.intercept = null;
    event = await tab.open(scene.eventId);
    expect(event.store.clients().size).toBe(3);
  }, 60_000);
});
