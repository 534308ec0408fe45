import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedClient } from '#domain/import/check.ts';
import { databaseName } from '#domain/ids.ts';
import { until } from './testing/device.ts';
import { createScene, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.close());

const planned = (surname: string): PlannedClient => ({
  ...{ line: 2, number: '', title: null, forename: 'Guest', surname, company: '', category: 'indiv' },
  ...{ language: 'en', email: '', phone: '', notes: '', address: null },
  registrations: [{ sessionId: scene.sessionId, placement: null }],
});

describe('an import that is undone while the server notes that a message did not go', () => {
  it('leaves no registration without a guest, on the server and on the device', async () => {
    const { event, eventId } = scene;
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const { repository, store, sync } = await tab.open(eventId);
    const done = await repository.importClients([planned('Noted'), planned('Not')]);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    const pushed = () => sync.get().state === 'synced' && sync.get().waiting === 0;
    await tab.data.sync.syncNow(eventId);
    await until(tab.data.sync, pushed);
    const worker = scene.server.built.worker;
    await worker?.idle();
    device.online(false);
    const { created } = done.value.undo;
    const [noted = ''] = created.map(({ consumerId }) => consumerId);
    const db = await scene.server.built.storage.open(databaseName(eventId));
    const notifs = { notif_n: [{ ok: false, error: 'disabled', date: Date.now() }] };
    await db.put(Object.assign(await db.get(noted), { notifs }));
    expect(await repository.undoMany(done.value.undo)).toMatchObject({ ok: true, value: { conflicts: [] } });
    device.online(true);
    await tab.data.sync.syncNow(eventId);
    await until(tab.data.sync, pushed);
    await worker?.idle();
    const { rows } = await db.allDocs({ keys: created.map(({ consumerId }) => consumerId) });
    expect(rows.map((row) => 'value' in row && row.value.deleted)).toEqual([true, true]);
    for (const { consumers } of [store, event.store]) {
      await expect.poll(() => created.filter(({ consumerId }) => consumers().has(consumerId))).toEqual([]);
    }
    const gone = created.map(({ clientId }) => store.documents('client').get(clientId)?.deletedAt);
    expect(gone).toEqual([expect.any(Number), expect.any(Number)]);
  });
});
