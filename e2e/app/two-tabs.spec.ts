import type { Page } from '@playwright/test';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { deviceOf } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { guestNames } from '../support/world.ts';

/** Exchanges with the event's database that a tab has begun. */
function exchanges(page: Page, dbName: string): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/db/${dbName}/`)) urls.push(request.url());
  });
  return urls;
}

test('of two tabs one syncs for both, and the other takes over', async ({ device, world }) => {
  const event = await world.event({ clients: 6 });
  const [session] = event.sessions;
  if (session === undefined) throw new Error('no session');
  const names = guestNames(event, session);
  const first = await device({ as: world.manager });
  const leader = new CheckinPage(first);
  const ofLeader = exchanges(first.page, event.dbName);
  await leader.open(event.id, session._id);
  await leader.expectSynced();

  const second = await deviceOf(first.context, await first.context.newPage(), 'en-US');
  const follower = new CheckinPage(second);
  const ofFollower = exchanges(second.page, event.dbName);
  await follower.open(event.id, session._id);
  await follower.expectSynced();
  await leader.admit(names[0] ?? '');
  await follower.admit(names[1] ?? '');
  for (const tab of [leader, follower]) {
    await tab.expectCounter(2, 6);
    await tab.expectSynced();
  }
  await expect.poll(async () => (await world.checkins(event)).length).toBe(2);
  expect(ofLeader.some((url) => url.includes('feed=longpoll'))).toBe(true);
  expect(ofFollower).toEqual([]);

  await first.page.close();
  await follower.admit(names[2] ?? '');
  await expect.poll(async () => (await world.checkins(event)).length, { timeout: 60_000 }).toBe(3);
  await follower.expectSynced();
  expect(ofFollower.length).toBeGreaterThan(0);
});

test('a tab shows what the other writes, also when localStorage tells it nothing', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 4 });
  const [session] = event.sessions;
  if (session === undefined) throw new Error('no session');
  const names = guestNames(event, session);
  const first = await device({ as: world.manager });
  // Two tabs that write in the same moment lose these events now and then; here all of them are lost.
  await first.context.addInitScript(() => {
    addEventListener('storage', (event) => {
      if (event.isTrusted && event.key?.startsWith('_pouch_') === true) event.stopImmediatePropagation();
    });
  });
  const second = await deviceOf(first.context, await first.context.newPage(), 'en-US');
  const tabs = [new CheckinPage(first), new CheckinPage(second)];
  for (const tab of tabs) await tab.open(event.id, session._id);
  await first.context.setOffline(true);
  for (const [index, tab] of tabs.entries()) {
    await tab.admit(names[index] ?? '');
    for (const each of tabs) await each.expectCounter(index + 1, 4);
  }
});
