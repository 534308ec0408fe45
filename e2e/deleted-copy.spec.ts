import { CheckinPage } from './pages/CheckinPage.ts';
import { expect, test } from './support/fixtures.ts';
import { atTheDoor } from './support/world.ts';

test('check-ins made after the browser deleted the databases under the open app arrive, and the door is told [SYNC-10]', async ({
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
  // Not yet sent when the browser clears up.
  await door.offline();
  await checkin.admit(second);
  await door.page.evaluate(async () => {
    const gone = (name: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    for (const { name = '' } of await indexedDB.databases()) await gone(name);
  });
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
