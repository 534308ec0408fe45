import type { Page } from '@playwright/test';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { expect, test } from '../support/fixtures.ts';
import { atTheDoor } from '../support/world.ts';

/** As when somebody turns to another app or locks the phone. */
const show = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibilityState });
    Object.defineProperty(document, 'hidden', {
      configurable: true,
      get: () => visibilityState === 'hidden',
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('sync pauses on a hidden page and resumes when it is seen again [SYNC-05]', async ({
  device,
  world,
}) => {
  const {
    host,
    event,
    session,
    names: [first = '', second = ''],
  } = await atTheDoor(world, { clients: 5 });
  const [pocket, desk] = [await device({ as: host }), await device({ as: world.manager })];
  const [hidden, open] = [new CheckinPage(pocket), new CheckinPage(desk)];
  for (const door of [hidden, open]) {
    await door.open(event.id, session._id);
    await door.expectSynced();
  }
  const longPoll = pocket.page.waitForEvent('requestfailed', (request) =>
    request.url().includes('feed=longpoll'),
  );
  await show(pocket.page, 'hidden');
  await longPoll;
  const asked: string[] = [];
  pocket.page.on('request', (request) => asked.push(request.url()));

  await open.admit(first);
  await expect.poll(async () => (await world.checkins(event)).length).toBe(1);
  // The other door has it all; here nothing was asked and nothing has come.
  await open.expectSynced();
  await hidden.expectCounter(0, 5);
  expect(asked).toEqual([]);

  await show(pocket.page, 'visible');
  await hidden.expectCounter(1, 5);
  await hidden.expectInside(first);
  await open.admit(second);
  await hidden.expectCounter(2, 5);
});
