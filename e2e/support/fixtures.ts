import { expect, test as base } from '@playwright/test';
import { openDevice, type Device, type DeviceOptions } from './device.ts';
import { startFoyer, type Foyer } from './foyer.ts';
import { createWorld, type World } from './world.ts';

interface WorkerFixtures {
  /** A server that the tests of a worker share: each makes its own events and people. */
  foyer: Foyer;
  world: World;
}
interface TestFixtures {
  /** Takes another device into hand. */
  device(options?: DeviceOptions): Promise<Device>;
  /** A server of this test's own, to be killed and the like. */
  ownFoyer: Foyer;
  ownWorld: World;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  foyer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const foyer = await startFoyer();
      await use(foyer);
      await foyer.dispose();
    },
    { scope: 'worker' },
  ],
  world: [async ({ foyer }, use) => use(await createWorld(foyer.url)), { scope: 'worker' }],

  // oxlint-disable-next-line no-empty-pattern -- see above
  ownFoyer: async ({}, use) => {
    const foyer = await startFoyer();
    await use(foyer);
    await foyer.dispose();
  },
  ownWorld: async ({ ownFoyer }, use) => use(await createWorld(ownFoyer.url)),

  device: async ({ browser, foyer }, use) => {
    const devices: Device[] = [];
    await use(async ({ url = foyer.url, ...options } = {}) => {
      const device = await openDevice(browser, url, options);
      devices.push(device);
      return device;
    });
    for (const { context, errors } of devices) {
      expect.soft(errors, 'errors that nobody caught').toEqual([]);
      await context.close();
    }
  },
});

export { expect };
export type { Device } from './device.ts';
