import type { Locator } from '@playwright/test';
import { HomePage } from '../pages/HomePage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';

test('Home lists events with their sessions, whose status a member changes for everybody [HOME-01] [HOME-02] [HOME-04] [HOME-05]', async ({
  device,
  world,
}) => {
  const [member, other] = [await world.person('member'), await world.person('member')];
  const event = await world.event({
    for: [member, other],
    clients: 4,
    sessions: [
      { title: 'First dinner', titleFrench: 'Premier', date: Date.now(), status: 'upcoming' },
      { title: 'Last brunch', titleFrench: 'Dernier', date: Date.now() + 86_400_000, status: 'upcoming' },
    ],
  });
  const here = new HomePage(await device({ as: member }));
  const there = new HomePage(await device({ as: other, locale: 'fr-CH' }));
  for (const home of [here, there]) {
    await home.open();
    await expect(home.event(event.title).getByRole('listitem')).toHaveCount(2);
  }
  await expect(here.status('First dinner')).toHaveValue('Upcoming');
  await here.setStatus('First dinner', 'ongoing');
  await expect(here.message('Changed event status.')).toBeVisible();
  await expect(here.status('First dinner')).toHaveValue('Ongoing');
  await expect(there.status('Premier')).toHaveValue('En cours');
  await expect(there.status('Dernier')).toHaveValue('À venir');
  await expect
    .poll(async () => (await world.sessions(event)).map(({ status }) => status).sort())
    .toEqual(['ongoing', 'upcoming']);
});

test('a status changed without network arrives later', async ({ device, world }) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 2 });
  const own = await device({ as: member });
  const home = new HomePage(own);
  await own.open(`/event/${event.id}`);
  await home.open();
  await expect(home.status('Dinner')).toHaveValue('Ongoing');
  await own.offline();
  await home.setStatus('Dinner', 'archived');
  await expect(home.message('Changed event status.')).toBeVisible();
  await expect(home.status('Dinner')).toHaveValue('Archived');
  await own.online();
  await expect
    .poll(async () => (await world.sessions(event))[0]?.status, { timeout: 60_000 })
    .toBe('archived');
});

test('the words of what waits without a network have their room on a tablet, and with large letters', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({
    ...{ for: [member], clients: 2 },
    sessions: [{ title: 'Dinner', titleFrench: 'Dîner', date: Date.now(), status: 'ongoing' }],
  });
  const own = await device({ as: member, locale: FRENCH, viewport: { width: 820, height: 1180 } });
  const home = new HomePage(own);
  await own.open(`/event/${event.id}`);
  await home.open();
  await expect(home.status('Dîner')).toBeVisible();
  await own.offline();
  await home.setStatus('Dîner', 'archived');
  const words = own.page.getByText(own.t('sync.offlineCount', { count: 1 }), { exact: true });
  await expect(words).toBeVisible();
  const lacking = () =>
    words.evaluate((part) => {
      const all = document.createRange();
      all.selectNodeContents(part);
      const [said, shown] = [all.getBoundingClientRect(), part.getBoundingClientRect()];
      return Math.max(said.width - shown.width, part.scrollHeight - part.clientHeight);
    });
  expect(await lacking()).toBeLessThan(0.05);
  // On a phone, and with letters of twice the size: within the header, and beside the search.
  for (const [width, letters] of [
    [360, '100%'],
    [820, '200%'],
  ] as const) {
    await own.page.setViewportSize({ width, height: 1180 });
    await own.page.addStyleTag({ content: `:root { font-size: ${letters} !important }` });
    expect(await lacking(), `${width} px, ${letters}`).toBeLessThan(0.05);
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const search = await boxOf(own.page.getByRole('button', { name: own.t('search.open') }));
    const header = await boxOf(own.page.locator('header').first());
    const box = await boxOf(words);
    expect(search.width).toBeGreaterThan(0);
    expect(box.x).toBeGreaterThanOrEqual(search.x + search.width);
    expect(box.y).toBeGreaterThanOrEqual(header.y);
    expect(box.y + box.height).toBeLessThanOrEqual(header.y + header.height);
  }
  // Where even three lines are too few, no word is in pieces.
  await own.page.setViewportSize({ width: 360, height: 1180 });
  const broken = await words.evaluate((part) => {
    const [text] = part.childNodes;
    return [...(text?.textContent ?? '').matchAll(/\p{L}+/gu)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text as Node, index);
      range.setEnd(text as Node, index + word.length);
      return range.getClientRects().length > 1 || range.getBoundingClientRect().width > part.clientWidth;
    }).length;
  });
  expect(broken).toBe(0);
});

test('a host reads the status as text [HOME-03]', async ({ device, world }) => {
  const host = await world.person('host');
  const event = await world.event({ for: [host], clients: 2 });
  const home = new HomePage(await device({ as: host }));
  await home.open();
  await expect(home.session(event.title, 'Dinner')).toContainText('Ongoing');
  await expect(home.status('Dinner')).toHaveCount(0);
});

test('the whole row of a session leads to it, the title to the event, and the field stays a field', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 1 });
  const own = await device({ as: member });
  const home = new HomePage(own);
  await home.open();
  // It once lay over the whole page.
  expect((await home.eventLink(event.title).boundingBox())?.height).toBeLessThan(80);
  await home.eventLink(event.title).click();
  await expect(own.page).toHaveURL(`/event/${event.id}`);
  await home.open();
  const row = home.session(event.title, 'Dinner');
  const box = await row.boundingBox();
  await home.status('Dinner').click();
  await expect(own.page.getByRole('option').first()).toBeVisible();
  await own.page.keyboard.press('Escape');
  // Between the title and the field.
  await row.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) - 6 } });
  await expect(own.page).toHaveURL(/\/session\//);
});
