import { CheckinPage } from '../pages/CheckinPage.ts';
import type { Device } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { atTheDoor } from '../support/world.ts';

const WAYS = {
  // The app hears of it, and lets go of its connections.
  'another page deleted': ({ page }: Device) =>
    page.evaluate(async () => {
      const gone = (name: string): Promise<void> =>
        new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.addEventListener('success', () => resolve());
          request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
        });
      for (const { name = '' } of await indexedDB.databases()) await gone(name);
    }),
  // As it clears what it keeps of a site: the app's connections are cut, too.
  'the browser cleared': async ({ context, page }: Device) => {
    const devtools = await context.newCDPSession(page);
    const { origin } = new URL(page.url());
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  },
};

for (const [who, clear] of Object.entries(WAYS)) {
  test(`check-ins made after ${who} the databases under the open app arrive, and the door is told [SYNC-10]`, async ({
    device,
    world,
  }) => {
    const { host, event, session, names } = await atTheDoor(world, { clients: 5 });
    const [first = '', second = '', third = ''] = names;
    const door = await device({ as: host });
    const checkin = new CheckinPage(door);
    await checkin.open(event.id, session._id);
    await checkin.expectCounter(0, 5);
    await checkin.admit(first);
    // Not yet sent when the databases go.
    await door.offline();
    await checkin.admit(second);
    await clear(door);
    await checkin.admit(third);
    await checkin.expectCounter(3, 5);
    // Whoever stands at the door is told, and may wave it away.
    const told = door.page.getByRole('alert').filter({ hasText: door.t('sync.copyLost') });
    await expect(told).toBeVisible();
    await told.getByRole('button', { name: door.t('common.close') }).click();
    await expect(told).toBeHidden();
    await door.online();

    const other = await device({ as: world.manager });
    const desk = new CheckinPage(other);
    await desk.open(event.id, session._id);
    await desk.expectCounter(3, 5);
    await door.page.reload();
    await checkin.expectCounter(3, 5);
  });
}

test('a door whose connections to its databases the browser cut goes on [SYNC-10]', async ({
  device,
  world,
}) => {
  const { host, event, session, names } = await atTheDoor(world, { clients: 5 });
  const [first = '', second = ''] = names;
  const door = await device({ as: host });
  await door.context.addInitScript(() => {
    const connections: IDBDatabase[] = [];
    const begin = Reflect.get(IDBFactory.prototype, 'open') as IDBFactory['open'];
    IDBFactory.prototype.open = function (...args) {
      const request = begin.apply(this, args);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    };
    Object.assign(globalThis, { cut: () => connections.splice(0).forEach((one) => one.close()) });
  });
  const checkin = new CheckinPage(door);
  await checkin.open(event.id, session._id);
  await checkin.expectSynced();
  await checkin.admit(first);
  await door.page.evaluate(() => (globalThis as unknown as { cut: () => void }).cut());
  await checkin.admit(second);
  await checkin.expectSynced();
  await expect.poll(async () => (await world.checkins(event)).length).toBe(2);
});
