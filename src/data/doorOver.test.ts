import { afterAll, beforeAll, expect, it } from 'vitest';
import { update } from '../../server/storage/documents.ts';
import { until } from './testing/device.ts';
import { createScene, entryOf, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.close());

const HOUR = 3_600_000;

/** A phone that let one guest in without a network, and whose time as a door has run out meanwhile. */
async function overdue(name: string, guest: string) {
  const { server, eventId, sessionId } = scene;
  const asked = { name, until: Date.now() + HOUR };
  const { code } = await server.call('POST', `/api/event/${eventId}/doors`, asked);
  const device = scene.device();
  const tab = scene.tab(device);
  const paired = await tab.data.login.pair(String(code));
  if (!paired.ok) throw new Error(JSON.stringify(paired.error));
  const event = await tab.open(eventId);
  await until(event.sync, () => event.sync.get().state === 'synced');
  device.online(false);
  const { clientId } = entryOf(event, sessionId, guest);
  expect((await event.repository.checkIn(sessionId, clientId, 'list')).ok).toBe(true);
  const users = await server.built.storage.open('users');
  await update(users, paired.value._id, (stored) => ({
    ...stored,
    door: { ...(stored?.['door'] as object), until: Date.now() - HOUR },
  }));
  return { device, login: tab.data.login };
}
const arrived = (): number => scene.event.store.counts(scene.sessionId).arrived;

it('what a door did without a network is brought when its time has run out, and then it is over', async () => {
  const { device, login } = await overdue('North door', 'Lovelace');
  const before = arrived();
  device.online(true);
  await until(login, () => login.get() === null);
  expect(login.ended.get()).toBe('doorDelivered');
  await until(scene.event.store, () => arrived() === before + 1);
});

it('as long as that cannot be brought the phone stays a door, and tries again', async () => {
  const { device, login } = await overdue('South door', 'Turing');
  const before = arrived();
  let tries = 0;
  const triedTwice = new Promise<void>((resolve) => {
    device.intercept = (url) => {
      if (!url.includes('_bulk_docs')) return null;
      tries++;
      if (tries === 2) resolve();
      return Promise.reject(new TypeError('cut'));
    };
  });
  device.online(true);
  await triedTwice;
  expect(login.get()).not.toBeNull();
  device.intercept = null;
  await until(login, () => login.get() === null);
  expect(login.ended.get()).toBe('doorDelivered');
  await until(scene.event.store, () => arrived() === before + 1);
});
