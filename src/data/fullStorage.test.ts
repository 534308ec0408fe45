import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from './testing/device.ts';
import { createScene, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.close());

it('an app that is opened on a full device says that it is full, not that it is damaged, and opens without a network once there is room', async () => {
  const device = scene.device();
  const before = device.tab();
  await before.login('manager');
  await before.open(scene.eventId);
  await before.stop();

  device.online(false);
  const { deps } = device;
  const { openDatabase } = deps;
  // Opening one writes into it.
  deps.openDatabase = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
  const { data } = scene.tab(device);
  expect(await data.openEvent(scene.eventId)).toMatchObject({ error: { code: 'storage_full' } });
  await until(data.sync, () => data.sync.get().summary === 'attention');
  expect(data.sync.get().databases).toMatchObject([{ error: 'storage_full' }]);

  deps.openDatabase = openDatabase;
  const opened = await data.openEvent(scene.eventId);
  expect(opened.ok && opened.value.store.clients().size).toBe(3);
});
