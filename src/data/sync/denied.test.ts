import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SERVER_TIME_HEADER } from '#api/wire.ts';
import { until, type Device, type Tab } from '../testing/device.ts';
import { createScene, entryOf, type Scene } from '../testing/scene.ts';
import type { OpenEvent } from '../types.ts';

/** An answer of Foyer's own server: anybody else's counts as no network. */
const answer = (status: number, error: string): Promise<Response> =>
  Promise.resolve(
    new Response(JSON.stringify({ ok: false, error, message: error }), {
      status,
      headers: { 'content-type': 'application/json', [SERVER_TIME_HEADER]: String(Date.now()) },
    }),
  );

describe('a server that refuses an event while something waits to be sent', () => {
  let scene: Scene;
  let device: Device;
  let tab: Tab;
  let event: OpenEvent;
  let doorId: string;
  beforeEach(async () => {
    scene = await createScene();
    doorId = await scene.server.addUser('door', 'host', [scene.eventId]);
    device = scene.device();
    tab = scene.tab(device);
    await tab.login('door');
    event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
  });
  afterEach(() => scene.close());

  async function checkIn(surname: string): Promise<void> {
    const { clientId } = entryOf(event, scene.sessionId, surname);
    expect((await event.repository.checkIn(scene.sessionId, clientId, 'list')).ok).toBe(true);
  }
  const arrived = (surname: string): Promise<void> =>
    until(scene.event.store, () => entryOf(scene.event, scene.sessionId, surname).checkInTime !== null);

  it.each([
    [404, 'not_found'],
    [403, 'forbidden'],
  ])(
    '%i says so and is tried again, whatever becomes of the list of events [SYNC-10]',
    async (status, code) => {
      device.intercept = (url) =>
        url.includes(`event-${scene.eventId}`)
          ? answer(status, code)
          : url.includes('/db/central')
            ? answer(503, 'unavailable')
            : null;
      await checkIn('Lovelace');
      await until(tab.data.sync, () => {
        const { state, error, waiting } = event.sync.get();
        return state === 'attention' && error === code && waiting === 1;
      });
      device.intercept = null;
      await arrived('Lovelace');
      expect(event.sync.get().refused).toEqual([]);
    },
  );

  it('keeps what waits when access is taken away, and sends it when it is given again, opened or not [SYNC-10]', async () => {
    device.intercept = (url) => (url.includes('_bulk_docs') ? answer(503, 'unavailable') : null);
    await checkIn('Hopper');
    await scene.server.authorize(doorId, scene.eventId, false);
    // Nothing of it is shown any more.
    await until(event.store, () => event.store.clients().size === 0);
    // But nobody is told that all was sent.
    const kept = { state: 'attention', error: 'forbidden', waiting: 1 };
    await until(
      tab.data.sync,
      () => tab.data.sync.get().waiting === 1 && event.sync.get().state === 'attention',
    );
    expect(event.sync.get()).toMatchObject(kept);
    expect(tab.data.sync.get()).toMatchObject({ summary: 'attention', waiting: 1 });
    // Nor after the next start.
    await tab.stop();
    tab = scene.tab(device);
    await until(tab.data.sync, () =>
      tab.data.sync.get().databases.some(({ error }) => error === 'forbidden'),
    );
    device.intercept = null;
    await scene.server.authorize(doorId, scene.eventId, true);
    await arrived('Hopper');
    await until(tab.data.sync, () => tab.data.sync.get().summary === 'synced');
    expect(event.store.clients().size).toBe(0);
  });

  it('keeps what waits until somebody lets it go: of a deleted event nobody takes it any more', async () => {
    device.intercept = (url) => (url.includes('_bulk_docs') ? answer(503, 'unavailable') : null);
    await checkIn('Hopper');
    // Of an event that is this user's nothing is let go.
    expect(await tab.data.giveUpEvent(scene.eventId)).toMatchObject({ ok: false });
    await scene.server.authorize(doorId, scene.eventId, false);
    const { sync } = tab.data;
    // The list of events says so after the event's own database does.
    await until(event.store, () => event.store.clients().size === 0);
    await until(sync, () => sync.get().waiting === 1 && event.sync.get().error === 'forbidden');
    expect(await tab.data.giveUpEvent(scene.eventId)).toMatchObject({ ok: true });
    await until(sync, () => sync.get().summary === 'synced' && sync.get().waiting === 0);
    // Nor does the next start know of it.
    await tab.stop();
    tab = scene.tab(device);
    await until(tab.data.sync, () => tab.data.sync.get().summary === 'synced');
    expect(tab.data.sync.get().databases.map(({ id }) => id)).toEqual(['central']);
    expect(await tab.data.giveUpEvent(scene.eventId)).toMatchObject({ ok: false });
  });
});
