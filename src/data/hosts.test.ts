import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from './testing/device.ts';
import { until } from './testing/device.ts';
import { createScene, type Scene } from './testing/scene.ts';
import type { OpenEvent } from './types.ts';

describe('what hosts hold of registrations', () => {
  let scene: Scene;
  let consumerId = '';
  beforeAll(async () => {
    scene = await createScene();
    [consumerId = ''] = scene.event.store.consumers().keys();
  });
  afterAll(() => scene.close());

  const setRole = async (id: string, role: string): Promise<void> => {
    const user = await scene.server.call('GET', `/db/users/${id}`);
    await scene.server.call('PUT', `/db/users/${id}`, { ...user, role });
  };
  /** All that lies on the device for one user, of whatever database. */
  async function lies(device: Device, name: string): Promise<string> {
    const db = await device.deps.openDatabase(name);
    const { rows } = await db.allDocs({ include_docs: true });
    return JSON.stringify(rows);
  }
  const synced = (event: OpenEvent) =>
    until(event.sync, () => event.sync.get().state === 'synced' && event.sync.get().complete, {
      show: () => event.sync.get(),
    });
  const roleIs = (tab: ReturnType<Scene['tab']>, role: string) =>
    until(tab.data.login, () => tab.data.login.get()?.user.role === role);

  it("a host's device has none, and all the same everything that there is for it", async () => {
    const host = await scene.server.addUser('hugo', 'host', [scene.eventId]);
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('hugo');
    const event = await tab.open(scene.eventId);
    await synced(event);
    expect(event.store.consumers().size).toBe(0);
    expect(event.store.clients().size).toBe(3);
    await until(event.sync, () => event.sync.get().remoteDocs === event.sync.get().localDocs);
    expect(await lies(device, `foyer-${host}-${scene.eventId}`)).not.toContain('"id":"consumer_');
    // A change over there does not bring one either.
    await scene.event.repository.setConsumerStatus(consumerId, 'invoice_paid');
    await scene.desk.data.sync.syncNow(scene.eventId);
    await tab.data.sync.syncNow(scene.eventId);
    expect(event.store.consumers().size).toBe(0);

    // That a registration is cancelled reaches the door all the same, off line too.
    await scene.event.repository.setConsumerStatus(consumerId, 'canceled');
    const guest = [...event.store.clients().values()].find((client) => client.consumerId === consumerId);
    const clientId = guest?._id ?? '';
    await until(event.store, () => event.store.client(clientId)?.canceled === true);
    device.online(false);
    expect(await event.repository.checkIn(scene.sessionId, clientId, 'list')).toMatchObject({
      error: { code: 'registration_canceled' },
    });
    device.online(true);
    expect(await scene.event.repository.checkIn(scene.sessionId, clientId, 'list')).toMatchObject({
      error: { code: 'registration_canceled' },
    });
    await scene.event.repository.setConsumerStatus(consumerId, 'registered');
    await until(event.store, () => event.store.client(clientId)?.canceled !== true);

    await setRole(host, 'member');
    await until(event.store, () => event.store.consumers().size === 3);
    await setRole(host, 'host');
    await roleIs(tab, 'host');
    await until(event.store, () => event.store.consumers().size === 0 && event.store.clients().size === 3, {
      show: () => [device.errors, event.sync.get(), event.store.consumers().size, event.store.clients().size],
    });
    await synced(event);
    expect(await lies(device, `foyer-${host}-${scene.eventId}`)).not.toContain('"id":"consumer_');
  }, 120_000);

  it('what a member did not send is kept while the member is a host, out of sight, and leaves afterwards', async () => {
    const id = await scene.server.addUser('mona', 'member', [scene.eventId]);
    const device = scene.device();
    const first = device.tab();
    await first.login('mona');
    const before = await first.open(scene.eventId);
    await synced(before);
    device.online(false);
    await before.repository.setConsumerStatus(consumerId, 'postevent_sent');
    await first.stop();
    await setRole(id, 'host');
    const tab = scene.tab(device);
    device.online(true);
    const event = await tab.open(scene.eventId);
    await roleIs(tab, 'host');
    await until(event.store, () => event.store.consumers().size === 0 && event.store.clients().size === 3, {
      show: () => [device.errors, event.sync.get(), event.store.consumers().size, event.store.clients().size],
    });
    expect(await lies(device, `foyer-${id}-${scene.eventId}`)).not.toContain('"id":"consumer_');
    const status = () => scene.event.store.consumers().get(consumerId)?.status;
    expect(status()).not.toBe('postevent_sent');
    await setRole(id, 'member');
    await until(scene.event.store, () => status() === 'postevent_sent');
    await until(event.store, () => event.store.consumers().size === 3);
    expect([...device.storage.keys()].filter((key) => key.includes('aside'))).toEqual([]);
  }, 120_000);

  it('what a member did not send is sent afterwards too where it was merged with newer work of another', async () => {
    const id = await scene.server.addUser('maya', 'member', [scene.eventId]);
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('maya');
    const event = await tab.open(scene.eventId);
    await synced(event);
    const guest = [...event.store.clients().values()].find(({ forename }) => forename === 'Grace');
    const clientId = guest?._id ?? '';
    device.online(false);
    expect((await event.repository.updateClient(clientId, { diet: 'no nuts' })).ok).toBe(true);
    const edited = Number(event.store.client(clientId)?.metadata.updatedAt);
    // Each device's clock is a little wrong: this one is to be later.
    const later = async () => {
      await scene.event.repository.updateClient(clientId, { notes: `by train at ${Date.now()}` });
      return Number(scene.event.store.client(clientId)?.metadata.updatedAt);
    };
    await expect.poll(later).toBeGreaterThan(edited);
    const notes = scene.event.store.client(clientId)?.notes;
    await scene.desk.data.sync.syncNow(scene.eventId);
    // The server is full for a while: nothing leaves.
    const full = () => {
      const headers = { 'content-type': 'application/json', 'x-foyer-time': String(Date.now()) };
      return new Response('{"error":"storage_full"}', { status: 507, headers });
    };
    device.intercept = (url) => (url.includes('_bulk_docs') ? Promise.resolve(full()) : null);
    device.online(true);
    await until(event.store, () => event.store.client(clientId)?.notes === notes);
    // It merges what it holds for an edit that it then refuses.
    const other = [...event.store.clients().values()].find(({ forename }) => forename === 'Alan');
    const taken = await event.repository.updateClient(clientId, { number: other?.number ?? '' });
    expect(taken).toMatchObject({ error: { code: 'number_exists' } });
    const db = await device.deps.openDatabase(`foyer-${id}-${scene.eventId}`);
    expect(await db.get(clientId)).toMatchObject({ diet: 'no nuts', notes });
    expect(event.store.client(clientId)?.metadata.author?.name).toBe('manager');
    await setRole(id, 'host');
    await roleIs(tab, 'host');
    device.intercept = null;
    await until(event.sync, () => event.sync.get().refused.some((change) => change.id === clientId));
    await setRole(id, 'member');
    await until(scene.event.store, () => scene.event.store.client(clientId)?.diet === 'no nuts');
    await synced(event);
  }, 120_000);

  it("a host who logs in where a member was finds the member's copy gone, unless work of it waits", async () => {
    const member = await scene.server.addUser('mike', 'member', [scene.eventId]);
    await scene.server.addUser('hans', 'host', [scene.eventId]);
    for (const unsent of [false, true]) {
      const device = scene.device();
      const tab = scene.tab(device);
      await tab.login('mike');
      const own = await tab.open(scene.eventId);
      await synced(own);
      if (unsent) {
        device.online(false);
        await own.repository.setConsumerStatus(consumerId, 'notice_sent');
      }
      own.close();
      await tab.data.login.logout();
      device.online(true);
      await tab.login('hans');
      const event = await tab.open(scene.eventId);
      await synced(event);
      expect(event.store.consumers().size).toBe(0);
      const copy = await lies(device, `foyer-${member}-${scene.eventId}`);
      expect(copy.includes('"id":"consumer_')).toBe(unsent);
    }
  }, 120_000);
});
