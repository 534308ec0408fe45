import { CheckinPage } from '../pages/CheckinPage.ts';
import { EventPage } from '../pages/EventPage.ts';
import { deviceOf } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { atTheDoor } from '../support/world.ts';

test('the app starts cold without network, at the door, and keeps a check-in', async ({ device, world }) => {
  const {
    host,
    event,
    session,
    names: [name = ''],
  } = await atTheDoor(world);
  const before = await device({ as: host, serviceWorker: true });
  await before.open(`/event/${event.id}`);
  await new EventPage(before).expectShown(event.title);
  await offlineReady(before.page);
  const { context } = before;
  for (const page of context.pages()) await page.close();
  await context.setOffline(true);

  const door = await deviceOf(context, await context.newPage(), 'en-US');
  const checkin = new CheckinPage(door);
  await checkin.open(event.id, session._id);
  expect(await door.page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  // Not `navigator.onLine`: a page that a service worker brings does not always know.
  const asked = await door.page.evaluate(() => fetch('/api/health').then(String, () => 'no answer'));
  expect(asked).toBe('no answer');
  await checkin.expectCounter(0, session.clients.length);
  await checkin.admit(name);
  await checkin.expectWaiting(1);
  await door.page.reload();
  await checkin.expectInside(name);

  await context.setOffline(false);
  await checkin.expectSynced();
  expect(await world.checkins(event)).toHaveLength(1);
});
