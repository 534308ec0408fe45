import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until, type Device, type Tab } from '../testing/device.ts';
import { createScene, entryOf, type Scene } from '../testing/scene.ts';
import { localName } from '../local/database.ts';
import type { OpenEvent } from '../types.ts';

describe('a device that was away while somebody was erased', () => {
  let scene: Scene;
  let device: Device;
  let tab: Tab;
  let event: OpenEvent;
  beforeEach(async () => {
    scene = await createScene();
    device = scene.device();
    tab = scene.tab(device);
    await tab.login('manager');
    event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
  });
  afterEach(() => scene.close());

  it('brings nothing of them back, keeps nothing of them, and has nothing to complain about', async () => {
    const { clientId } = entryOf(event, scene.sessionId, 'Lovelace');
    device.online(false);
    for (const phone of ['+41791234567', '+41791234568', '+41791234569'])
      expect((await event.repository.updateClient(clientId, { phone })).ok).toBe(true);
    await scene.event.repository.changeClients([clientId], { kind: 'delete' });
    expect(await scene.event.repository.erasePeople([clientId])).toMatchObject({ ok: true });
    await scene.desk.data.sync.syncNow(scene.eventId);
    device.online(true);
    await tab.data.sync.syncNow(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    expect(event.sync.get().refused).toEqual([]);
    const user = tab.data.login.get()?.user._id ?? '';
    const local = await device.deps.openDatabase(localName(user, scene.eventId));
    const { rows } = await local.allDocs({
      startkey: 'client_',
      endkey: 'client_\ufff0',
      include_docs: true,
      conflicts: true,
    });
    expect(JSON.stringify(rows)).not.toMatch(/Lovelace|4179123/);
    const { _revs_info: former = [] } = (await local.get(clientId, { revs_info: true })) as {
      _revs_info?: { status: string }[];
    };
    expect(former.filter(({ status }) => status === 'available')).toHaveLength(1);
  });
});
