import type { Plan, Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { dinner, SMALL } from '../support/dinner.ts';
import { drawnIn, noteDrawing } from '../support/drawn.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';

/** A hall of 60 tables, numbered from 1. */
const tables = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `t${index + 1}`,
    {
      ...{ type: 'circle' as const, number: index + 1, seats: 8, rotation: 0, scale: 0.9 },
      position: { x: 9 + (index % 10) * 16, y: 10 + Math.floor(index / 10) * 16 },
    },
  ]),
);
const plan: Plan = { ratio: 1.6, state: { nextTableIndex: 60, tables } };

test('the plan fills the window, a table is found by its number and comes close, and guests are told beside it', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 40 });
  const [stored] = await world.sessions(event);
  if (stored === undefined) throw new Error('no session');
  const clients = stored.clients.map((entry, index) => ({
    ...entry,
    checkInTime: null,
    // Some at table 12, one of them without a seat of their own.
    placement: index < 5 ? placementAt('t12', index) : index === 5 ? placementAt('t12', null) : null,
  }));
  await writeDocs(world.manager, event.dbName, [{ ...stored, plan, clients } satisfies Session]);
  const desk = await device({ as: world.manager });
  const { page, t, open } = desk;
  const face = page.getByRole('region', { name: t('seating.canvas') });
  const room = async () => (await face.boundingBox()) ?? { width: 0, height: 0, x: 0, y: 0 };

  // A tablet upright: the list stands beside the room.
  await page.setViewportSize({ width: 820, height: 1180 });
  await open(`/event/${event.id}/session/${stored._id.replace('session_', '')}/plan`);
  await expect(face).toBeVisible();
  const guests = page.getByRole('region', { name: t('seating.clients') });
  const list = await guests.boundingBox();
  const beside = await room();
  expect(list?.x ?? 0).toBeGreaterThan(beside.x + beside.width);
  expect(list?.y ?? 0).toBeLessThan(beside.y + beside.height / 2);
  expect(beside.width).toBeGreaterThan(520);

  await page.setViewportSize({ width: 1440, height: 900 });
  const foot = async () => (await room()).y + (await room()).height;
  await expect.poll(foot, { message: 'the room ends within the wider window' }).toBeLessThanOrEqual(900);
  const before = await room();
  expect(before.width).toBeGreaterThan(1000);
  expect(before.height).toBeGreaterThan(640);
  await page.getByRole('button', { name: t('seating.large') }).click();
  const hasScreen = () => page.evaluate(() => document.fullscreenElement === document.documentElement);
  await expect.poll(hasScreen).toBe(true);
  await page.getByRole('button', { name: t('seating.fold') }).click();
  await expect(guests).toBeHidden();
  await expect.poll(async () => (await room()).width).toBeGreaterThan(1380);
  const large = await room();
  expect(large.width * large.height).toBeGreaterThan(1.5 * before.width * before.height);
  // Nothing behind it takes the focus.
  const menu = page.locator(`nav[aria-label="${t('nav.label')}"]`);
  expect(await menu.evaluate((nav) => nav.closest('[inert]') !== null)).toBe(true);

  await page.getByRole('button', { name: t('seating.unfold') }).click();
  await page.getByRole('searchbox').fill('table 12');
  await expect(guests.getByRole('status')).toHaveText(t('seating.foundCount', { count: 6 }));
  await guests.getByRole('button', { name: t('seating.tableTitle', { table: '12' }), exact: true }).click();
  const card = page.getByRole('region', { name: t('seating.tableTitle', { table: '12' }) });
  await expect(card).toContainText(t('seating.onTable'));
  // Escape leaves what was picked, then the view.
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const enlarge = page.getByRole('button', { name: t('seating.large') });
  await expect(enlarge).toBeVisible();
  await expect.poll(hasScreen).toBe(false);

  // Whoever leaves the full screen as the browser offers it leaves the view too.
  await enlarge.click();
  await expect.poll(hasScreen).toBe(true);
  await page.evaluate(() => document.exitFullscreen());
  await expect(enlarge).toBeVisible();
  // A browser that refuses: as large as the window.
  await page.evaluate(() => {
    document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not granted'));
  });
  await enlarge.click();
  await expect.poll(async () => (await room()).width).toBeGreaterThan(before.width + 50);
  expect(await hasScreen()).toBe(false);
  await expectAccessible(desk, 'plan fills the window', ['phone', 'tablet', 'desktop']);
});

test('how many seats are free is read at every table while the whole hall is in view, on a phone, a tablet and a desk', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 40 });
  const [stored] = await world.sessions(event);
  if (stored === undefined) throw new Error('no session');
  // Table 1 has five guests on seats and one without, table 2 is full.
  const clients = stored.clients.map((entry, index) => ({
    ...entry,
    checkInTime: null,
    placement:
      index < 5
        ? placementAt('t1', index)
        : index === 5
          ? placementAt('t1', null)
          : index < 14
            ? placementAt('t2', index - 6)
            : null,
  }));
  await writeDocs(world.manager, event.dbName, [{ ...stored, plan, clients } satisfies Session]);
  const { page, t, open } = await device({ as: world.manager, locale: FRENCH, hasTouch: true });
  const face = page.getByRole('region', { name: t('seating.canvas') });
  await noteDrawing(page);
  const readable = async (text: string) =>
    (await drawnIn(face)).texts.filter((one) => one.text === text && one.size > 8.9).length;
  for (const [width, height, [own, empty], more] of [
    // Tables 2 and 8 have these numbers, too.
    [360, 740, ['2', '8'], 1],
    [820, 1180, ['2/8', '8/8'], 0],
    [1440, 900, ['2/8', '8/8'], 0],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(`/event/${event.id}/session/${stored._id.replace('session_', '')}/plan`);
    await expect.poll(() => readable('60'), { message: `the whole hall on ${width}` }).toBe(1);
    expect([await readable(own), await readable(empty)]).toEqual([1 + more, 58 + more]);
  }
  const key = page.getByRole('list', { name: t('seating.legend') });
  await expect(key).toContainText(t('seating.figures'));
  // On a tablet it has a line of its own, and is seen with the plan alone on the window, too.
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.getByRole('button', { name: t('seating.large') }).click();
  await expect(page.getByRole('button', { name: t('seating.small') })).toBeVisible();
  await expect(key).toBeInViewport({ ratio: 1 });
  await expect.poll(() => readable('2/8')).toBe(1);
});

test('what the colours of companies mean is seen beside the plan, without scrolling, on a tablet and a desk', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, SMALL);
  // Seven companies and all others: a key of several lines.
  const others = Array.from({ length: 20 }, (_, at) => ({
    ...{ _id: `client_key${at}`, type: 'client', forename: 'Ida', surname: `Key ${at}`, number: `K-${at}` },
    company: `Association des amis du lac no ${at % 10}`,
    metadata: { createdAt: 1, updatedAt: 1 },
  }));
  const [stored] = await world.sessions(event);
  if (stored === undefined) throw new Error('no session');
  const entries = others.map(({ _id }) => ({
    ...{ clientId: _id, checkInTime: null, placement: null, product: null, updatedTime: 1 },
  }));
  await writeDocs(world.manager, event.dbName, others);
  await writeDocs(world.manager, event.dbName, [{ ...stored, clients: [...stored.clients, ...entries] }]);
  const { page, t, open } = await device({ as: member, locale: FRENCH, hasTouch: true });
  await open(`/event/${event.id}/session/floor/plan`);
  const room = page.getByRole('region', { name: t('seating.canvas') });
  const guests = page.getByRole('region', { name: t('seating.clients') });
  const key = page.getByRole('list', { name: t('seating.legend') });
  await page.getByRole('combobox', { name: t('seating.colourBy') }).selectOption('company');
  await expect(key).toContainText('Association des amis du lac');
  for (const [width, height] of [
    [820, 1180],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const below = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    await expect.poll(below, { message: `scrolls on ${width}` }).toBeLessThanOrEqual(0);
    await expect(key).toBeInViewport({ ratio: 1 });
    await expect(guests).toBeInViewport({ ratio: 1 });
    expect((await room.boundingBox())?.height).toBeGreaterThan(340);
  }
});
