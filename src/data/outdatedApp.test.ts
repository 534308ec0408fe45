import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { raise } from '#domain/documents/testing/raised.ts';
import { driver } from '../../server/testing/server.ts';
import type { Device, Tab, until as untilHere } from './testing/device.ts';
import type { eventWith as eventWithHere } from './testing/scene.ts';
import { PASSWORD, type TestServer } from './testing/server.ts';
import type { OpenEvent } from './types.ts';

type Raise = typeof raise;

/** A version in which a client's notes have another name. */
const renamed = ({ notes, ...doc }: Record<string, unknown>) => ({ ...doc, remarks: notes });

describe('an app that knows fewer versions of documents than its server', { timeout: 90_000 }, () => {
  let server: TestServer;
  let device: Device;
  let tabs: Tab[] = [];
  let until: typeof untilHere;
  let eventWith: typeof eventWithHere;
  let raiseThere: Raise;
  let raiseHere: Raise;

  // Each has modules of its own, as in two processes: what one knows the other need not.
  beforeEach(async () => {
    vi.resetModules();
    const there = await import('./testing/server.ts');
    raiseThere = (await import('#domain/documents/testing/raised.ts')).raise;
    server = await there.startTestServer();
    vi.resetModules();
    const here = await import('./testing/device.ts');
    raiseHere = (await import('#domain/documents/testing/raised.ts')).raise;
    eventWith = (await import('./testing/scene.ts')).eventWith;
    until = here.until;
    device = here.createDevice(server.url);
    tabs = [];
  });
  afterEach(async () => {
    for (const tab of tabs) await tab.stop();
    await server.close();
  });

  function open(): Tab {
    const tab = device.tab();
    tabs.push(tab);
    return tab;
  }

  /** A manager's device with an event of two guests. */
  async function begin() {
    const tab = open();
    await tab.login('manager');
    const { clientIds, ...made } = await eventWith(tab, 'Ada\tLovelace\nAlan\tTuring');
    const [ada = '', alan = ''] = clientIds;
    return { tab, ...made, ada, alan };
  }
  const noteOf = (event: OpenEvent, id: string) => event.store.client(id)?.notes ?? null;
  const synced = (tab: Tab, event: OpenEvent) =>
    until(tab.data.sync, () => event.sync.get().state === 'synced' && event.sync.get().waiting === 0, {
      show: () => event.sync.get(),
    });

  it('an edit that the server only takes from a later version waits for the update, and nothing behind it', async () => {
    const { tab, event, eventId, sessionId, ada, alan } = await begin();
    raiseThere('client', renamed);
    device.online(false);
    expect(await event.repository.updateClient(ada, { notes: 'while away' })).toMatchObject({ ok: true });
    const http = driver(server.url);
    const path = `/db/event-${eventId}/${ada}`;
    const as = await http.login('manager', PASSWORD);
    const { body } = await http.call('GET', path, { as });
    const wrote = await http.call('PUT', path, {
      as,
      body: { ...body, schemaVersion: 2, company: 'Engines' },
    });
    expect(wrote.status).toBe(201);

    device.online(true);
    await until(tab.data.sync, () => event.sync.get().error === 'app_outdated', {
      show: () => event.sync.get(),
    });
    expect(event.sync.get()).toMatchObject({ state: 'attention', waiting: 1, refused: [] });
    expect(await event.repository.checkIn(sessionId, alan, 'list')).toMatchObject({ ok: true });
    const checkins = `/db/event-${eventId}/_all_docs?startkey="checkin_"&endkey="checkin_z"`;
    await vi.waitFor(
      async () =>
        expect((await http.call<{ rows: unknown[] }>('GET', checkins, { as })).body.rows).toHaveLength(1),
      { timeout: 40_000, interval: 50 },
    );
    await until(tab.data.sync, () => event.sync.get().waiting === 1);
    expect(event.sync.get()).toMatchObject({ unsentCheckins: [], error: 'app_outdated' });
    expect(noteOf(event, ada)).toBe('while away');

    // The app is updated: the edit is brought up to date, leaves, and meets the other one.
    await tab.stop();
    raiseHere('client', renamed);
    const updated = open();
    const later = await updated.open(eventId);
    await synced(updated, later);
    await vi.waitFor(
      async () => {
        const merged = await http.call('GET', `${path}?conflicts=true`, { as });
        expect(merged.body).toMatchObject({ remarks: 'while away', schemaVersion: 2 });
        expect(merged.body).not.toHaveProperty('_conflicts');
        expect(merged.body).not.toHaveProperty('notes');
      },
      { timeout: 40_000, interval: 50 },
    );
    expect(later.sync.get()).toMatchObject({ error: null, refused: [] });
  });
});
