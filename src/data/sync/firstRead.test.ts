import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PouchDatabase } from '../deps.ts';
import { until } from '../testing/device.ts';
import { createScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.close());

it('a device whose storage fails as its exchange begins says so, and exchanges once it can be read [SYNC-10]', async () => {
  const device = scene.device();
  const { openDatabase } = device.deps;
  let isFailing = false;
  Object.assign(device.deps, {
    openDatabase: async (name: string) => {
      const db = await openDatabase(name);
      return name.endsWith(scene.eventId) ? failing(db, () => isFailing) : db;
    },
  });
  const before = scene.tab(device);
  await before.login('manager');
  await before.open(scene.eventId);
  await before.stop();
  isFailing = true;
  const tab = scene.tab(device);
  const event = await tab.open(scene.eventId);
  await until(tab.data.sync, () => event.sync.get().error === 'storage_broken');
  expect(event.sync.get().state).toBe('attention');
  isFailing = false;
  device.online(false);
  device.online(true);
  await until(tab.data.sync, () => event.sync.get().state === 'synced');
  expect(event.sync.get().error).toBeNull();
});

/** What the server had refused cannot be read, which an exchange begins with. */
const failing = (db: PouchDatabase, isFailing: () => boolean): PouchDatabase =>
  new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (key === 'get' && args[0] === '_local/foyer-refused' && isFailing())
          return Promise.reject(new Error('UnknownError: Internal error'));
        return Reflect.apply(value, target, args);
      };
    },
  });
