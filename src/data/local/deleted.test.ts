import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PouchDatabase } from '../deps.ts';
import { until } from '../testing/device.ts';
import { createScene, entryOf, type Scene } from '../testing/scene.ts';

describe('a database that the browser deleted under the open app', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  it('is begun anew with what is in memory, which is said, and nothing done here is lost [SYNC-10]', async () => {
    const device = scene.device();
    const open = new Map<string, PouchDatabase>();
    let deletions = 0;
    const { openDatabase } = device.deps;
    Object.assign(device.deps, {
      openDatabase: async (name: string) => {
        const db = await openDatabase(deletions === 0 ? name : `${name}-${deletions}`);
        open.set(name, db);
        return db;
      },
    });
    const tab = scene.tab(device);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    device.online(false);
    const guest = (surname: string): string => entryOf(event, scene.sessionId, surname).clientId;
    const before = await event.repository.checkIn(scene.sessionId, guest('Lovelace'), 'list');
    expect(before.ok).toBe(true);
    // Nothing is under way: what this storage is asked while it closes it never answers.
    await until(tab.data.sync, () => event.sync.get().state === 'offline' && event.sync.get().waiting === 1);

    deletions = 1;
    for (const [name, db] of open) if (name.endsWith(scene.eventId)) await db.close();
    const after = await event.repository.checkIn(scene.sessionId, guest('Hopper'), 'list');
    expect(after.ok).toBe(true);
    expect(event.store.counts(scene.sessionId).arrived).toBe(2);
    await until(tab.data.sync, () => event.sync.get().lostAt !== null);
    device.online(true);
    await until(scene.event.store, () => scene.event.store.counts(scene.sessionId).arrived === 2);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    expect(event.store.clients().size).toBe(3);
    expect(event.sync.get()).toMatchObject({ waiting: 0, refused: [], complete: true });
  });
});
