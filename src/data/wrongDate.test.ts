import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from './testing/device.ts';
import { createScene, entryOf, type Scene } from './testing/scene.ts';
import type { OpenEvent } from './types.ts';

const DAYS = 86_400_000;

describe('a device with a wrong date', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());
  /** A device that has the event as it is. */
  async function atTheDoor() {
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const here = await tab.open(scene.eventId);
    await until(tab.data.sync, () => here.sync.get().state === 'synced');
    return { device, tab, here };
  }
  const isIn = ({ store }: OpenEvent, clientId: string): boolean =>
    store.admissionsOf(scene.sessionId, clientId).some(({ endedBy }) => endedBy === null);

  it('what it edited without network arrives, dated when it arrives, and others go on from there', async () => {
    const { sessionId, event } = scene;
    const { device, tab, here } = await atTheDoor();
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

  it('whom it let in and out without network is in and out everywhere, once it has one', async () => {
    const { eventId, sessionId, event } = scene;
    const { device, tab, here } = await atTheDoor();
    const [ada, turing] = ['Lovelace', 'Turing'].map((name) => entryOf(here, sessionId, name).clientId);
    if (ada === undefined || turing === undefined) throw new Error('no guests');
    device.online(false);
    device.skew = 5 * DAYS;
    const begun = Date.now();
    const acts = [
      await here.repository.checkIn(sessionId, ada, 'list'),
      await here.repository.checkIn(sessionId, turing, 'list'),
      await here.repository.cancelCheckIn(sessionId, turing, 'list'),
    ];
    expect(acts.map(({ ok }) => ok)).toEqual([true, true, true]);
    device.online(true);
    await until(event.store, () => isIn(event, ada));
    await until(event.store, () => event.store.checkinsOf(sessionId, turing).length === 2);
    await until(tab.data.sync, () => here.sync.get().waiting === 0, { show: () => here.sync.get() });
    expect(here.sync.get()).toMatchObject({ state: 'synced', refused: [] });
    for (const at of [here, event]) {
      await until(at.store, () => at.store.checkinsOf(sessionId, turing).length === 2);
      expect([isIn(at, ada), isIn(at, turing)]).toEqual([true, false]);
      for (const { time } of at.store.checkinsOf(sessionId, ada)) {
        expect(time).toBeGreaterThanOrEqual(begun);
        expect(time).toBeLessThanOrEqual(Date.now());
      }
    }
    // At the next start nothing of the other times is left to send.
    await tab.stop();
    const again = scene.tab(device);
    const next = await again.open(eventId);
    await until(again.data.sync, () => next.sync.get().state === 'synced');
    expect(next.sync.get()).toMatchObject({ waiting: 0, refused: [] });
    expect(next.store.checkinsOf(sessionId, ada)).toHaveLength(1);
  });

  it('what it did a moment before it heard how late it is can be undone', async () => {
    const { sessionId, event } = scene;
    const { device, here } = await atTheDoor();
    const { clientId } = entryOf(here, sessionId, 'Turing');
    device.skew = 5 * DAYS;
    const made = await here.repository.checkIn(sessionId, clientId, 'list');
    if (!made.ok) throw new Error(made.error.code);
    await until(event.store, () => isIn(event, clientId));
    const ids = (): string[] => here.store.checkinsOf(sessionId, clientId).map(({ _id }) => _id);
    await until(here.store, () => !ids().includes(made.value._id));
    const undone = await here.repository.cancelCheckIn(sessionId, clientId, 'list', made.value._id);
    expect(undone.ok).toBe(true);
    await until(event.store, () => !isIn(event, clientId));
  });
});
