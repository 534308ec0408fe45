import { CheckinPage } from '../pages/CheckinPage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { request } from '../support/http.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { atTheDoor } from '../support/world.ts';

test('a revoked token logs out with a reload, and offline work leaves after the next login [LOGIN-07]', async ({
  device,
  foyer,
  world,
}) => {
  const {
    host,
    event,
    session,
    names: [first = '', second = ''],
  } = await atTheDoor(world);
  const door = await device({ as: host, serviceWorker: true });
  const checkin = new CheckinPage(door);
  await checkin.open(event.id, session._id);
  await checkin.expectSynced();

  await offlineReady(door.page);
  await door.offline();
  // What waited for an answer when the network went would still get it: begin anew without any.
  await door.page.reload();
  await checkin.admit(first);
  await checkin.admit(second);
  await checkin.expectWaiting(2);
  const updated = 'Changed2026';
  const change = { password: { current: host.password, updated } };
  expect((await request(foyer.url, 'PUT', '/api/user', change, host.token)).body).toMatchObject({
    success: true,
  });
  await door.page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await door.online();

  const login = new LoginPage(door);
  await login.expectShown();
  await expect
    .poll(() => door.page.evaluate(() => 'sameDocument' in window), { message: 'the page was loaded anew' })
    .toBe(false);
  expect(await world.checkins(event)).toHaveLength(0);
  await expect(door.page.getByText(door.t('loginMore.ended'))).toBeVisible();

  await login.expectShown();
  await login.logIn({ username: host.username, password: updated });
  await expect.poll(async () => (await world.checkins(event)).length, { timeout: 60_000 }).toBe(2);
  await checkin.open(event.id, session._id);
  await checkin.expectCounter(2, session.clients.length);
  await checkin.expectSynced();
});
