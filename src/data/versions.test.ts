import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { raise } from '#domain/documents/testing/raised.ts';
import { createDevice, until, type Device, type Tab } from './testing/device.ts';
import { eventWith } from './testing/scene.ts';
import { PASSWORD, startTestServer, type TestServer } from './testing/server.ts';
import type { OpenEvent } from './types.ts';

describe('app and server of different versions', { timeout: 90_000 }, () => {
  let server: TestServer;
  let device: Device;
  let tabs: Tab[] = [];
  const ends: (() => unknown)[] = [];
  beforeEach(() => {
    tabs = [];
  });
  afterEach(async () => {
    for (const tab of tabs) await tab.stop();
    for (const end of ends.splice(0)) await end();
    await server.close();
  });

  function open(): Tab {
    const tab = device.tab();
    tabs.push(tab);
    return tab;
  }

  /** A manager's device with an event of two guests. */
  async function begin(started: TestServer) {
    server = started;
    device = createDevice(server.url);
    const tab = open();
    await tab.login('manager');
    const { clientIds, ...made } = await eventWith(tab, 'Ada\tLovelace\nAlan\tTuring');
    const [ada = '', alan = ''] = clientIds;
    return { tab, ...made, ada, alan };
  }

  /** Changes a document on the server, as a script or as a later version would, whatever this server knows. */
  async function store(eventId: string, id: string, fields: object): Promise<void> {
    const db = await server.built.storage.open(`event-${eventId}`);
    const { rev } = await db.put({ ...(await db.get(id)), ...fields });
    expect(rev).toBeTruthy();
  }
  const noteOf = (event: OpenEvent, id: string) => event.store.client(id)?.notes ?? null;
  const synced = (tab: Tab, event: OpenEvent) =>
    until(tab.data.sync, () => event.sync.get().state === 'synced' && event.sync.get().waiting === 0, {
      show: () => event.sync.get(),
    });

  it('what a later version wrote is kept, shown as far as it is understood, and not changed', async () => {
    const { tab, eventId, event, sessionId, ada, alan } = await begin(await startTestServer());
    await store(eventId, ada, { schemaVersion: 2, company: 'Engines', stars: 5 });
    await store(eventId, alan, { schemaVersion: 2, surname: { family: 'Turing' }, metadata: undefined });
    await until(event.store, () => event.store.newer() === 2);
    expect(event.store.client(ada)).toMatchObject({ company: 'Engines', stars: 5 });
    expect(event.store.client(alan)).toBeNull();

    for (const failed of [
      await event.repository.updateClient(ada, { notes: 'mine' }),
      await event.repository.setCovid(ada, true),
    ]) {
      expect(failed).toMatchObject({ ok: false, error: { code: 'app_outdated' } });
    }
    // The door goes on: a check-in is a document of its own.
    expect(await event.repository.checkIn(sessionId, ada, 'list')).toMatchObject({ ok: true });
    await synced(tab, event);
    const db = await server.built.storage.open(`event-${eventId}`);
    expect(await db.get(alan)).toMatchObject({ schemaVersion: 2, surname: { family: 'Turing' } });

    // The app is updated: nothing was lost.
    await tab.stop();
    ends.push(raise('client', (doc) => doc));
    const later = await open().open(eventId);
    expect(later.store.newer()).toBe(0);
    expect(await later.repository.updateClient(ada, { notes: 'now' })).toMatchObject({ ok: true });
    expect(later.store.client(ada)).toMatchObject({ stars: 5, notes: 'now', schemaVersion: 2 });
  });

  it.each([
    ['app_outdated', { oldest: 9, current: 9 }],
    ['server_outdated', { oldest: 0, current: 0 }],
  ] as const)(
    'a server that is not understood is told: %s; work goes on and is kept',
    async (code, protocol) => {
      const { tab, eventId, event, ada } = await begin(await startTestServer());
      const other = await startTestServer({ protocol });
      ends.push(() => other.close());
      await synced(tab, event);
      // As if the server at this address had been exchanged for another version.
      device.intercept = (url, init) => fetch(url.replace(server.url, other.url), init);
      device.online(false);
      expect(await event.repository.updateClient(ada, { notes: 'meanwhile' })).toMatchObject({ ok: true });
      device.online(true);
      await until(tab.data.sync, () => event.sync.get().error === code, { show: () => event.sync.get() });
      expect(event.sync.get()).toMatchObject({ state: 'attention', waiting: 1, refused: [] });
      expect(tab.data.sync.get().summary).toBe('attention');
      expect(noteOf(event, ada)).toBe('meanwhile');
      const stranger = createDevice(other.url).tab();
      tabs.push(stranger);
      expect(await stranger.data.login.login('manager', PASSWORD)).toMatchObject({ error: { code } });

      device.intercept = null;
      await tab.data.sync.syncNow(eventId);
      await synced(tab, event);
    },
  );
});
