import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from './testing/device.ts';
import { createScene, entryOf, type Scene } from './testing/scene.ts';

const DAYS = 86_400_000;

describe('a device with a wrong date', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  it('what it edited without network arrives, dated when it arrives, and others go on from there', async () => {
    const { eventId, sessionId, event } = scene;
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const here = await tab.open(eventId);
    await until(tab.data.sync, () => here.sync.get().state === 'synced');
    const ada = entryOf(here, sessionId, 'Lovelace').clientId;
    device.online(false);
    device.skew = 5 * DAYS;
    const edits = [
      await here.repository.updateClient(ada, { notes: 'by the window' }),
      await here.repository.removeRegistration(sessionId, entryOf(here, sessionId, 'Hopper').clientId),
    ];
    expect(edits.map(({ ok }) => ok)).toEqual([true, true]);
    const written = here.store.client(ada)?.metadata.updatedAt ?? 0;
    device.online(true);
    await until(event.store, () => event.store.client(ada)?.notes === 'by the window');
    await until(event.store, () => event.store.session(sessionId)?.clients.length === 2);
    await until(tab.data.sync, () => here.sync.get().waiting === 0, { show: () => here.sync.get() });
    expect(here.sync.get()).toMatchObject({ state: 'synced', refused: [] });

    const { removedClients = {}, metadata } = event.store.session(sessionId) ?? {};
    const times = [...Object.values(removedClients), metadata?.updatedAt ?? 0];
    for (const time of [...times, event.store.client(ada)?.metadata.updatedAt ?? 0])
      expect(time).toBeLessThan(written - 4 * DAYS);
    expect(await event.repository.updateClient(ada, { notes: 'at the door' })).toMatchObject({ ok: true });
    await until(here.store, () => here.store.client(ada)?.notes === 'at the door');
  });
});
