import { HomePage } from '../pages/HomePage.ts';
import { expect, test, type Device } from '../support/fixtures.ts';

const CHUNK = /\/assets\/EventCreatePage-[^/]*\.js$/;

/** Holds back the code of the event form until it is let through; tells when it is asked for. */
async function heldChunk(device: Device) {
  const gate = signal();
  const asked = signal();
  await device.page.route(CHUNK, async (route) => {
    asked.give();
    await gate.given;
    await route.continue();
  });
  return { asked: asked.given, release: gate.give };
}

function signal(): { given: Promise<void>; give: () => void } {
  const gives: (() => void)[] = [];
  // Filled at once: a promise calls its executor while it is made.
  const given = new Promise<void>((resolve) => gives.push(resolve));
  return { given, give: () => gives.forEach((give) => give()) };
}

test('a route change shows the indicator after 150 ms, and then for 500 ms [SHELL-11] [SHELL-12]', async ({
  device,
  world,
}) => {
  const own = await device({ as: world.manager });
  const { page } = own;
  await page.clock.install();
  const home = new HomePage(own);
  await home.open();
  const chunk = await heldChunk(own);
  await page.clock.pauseAt(Date.now() + 60_000);
  const shown = () => page.getByRole('progressbar', { includeHidden: true }).count();

  await home.create.click();
  await chunk.asked;
  await page.clock.runFor(149);
  expect(await shown()).toBe(0);
  await page.clock.runFor(2);
  await expect.poll(shown).toBe(1);
  chunk.release();
  await expect(page.getByRole('heading', { level: 1, name: own.t('eventForm.createTitle') })).toBeVisible();
  await page.clock.runFor(490);
  expect(await shown()).toBe(1);
  await page.clock.runFor(2_000);
  await expect.poll(shown).toBe(0);
});

test('a quick route change shows no indicator at all [SHELL-11]', async ({ device, world }) => {
  const own = await device({ as: world.manager });
  const { page } = own;
  await page.clock.install();
  const home = new HomePage(own);
  await home.open();
  await page.clock.pauseAt(Date.now() + 60_000);
  await home.create.click();
  await expect(page.getByRole('heading', { level: 1, name: own.t('eventForm.createTitle') })).toBeVisible();
  await page.clock.runFor(1_000);
  expect(await page.getByRole('progressbar', { includeHidden: true }).count()).toBe(0);
});

test('a part of the app that fails to load is tried again', async ({ device, world }) => {
  const own = await device({ as: world.manager });
  const home = new HomePage(own);
  await home.open();
  let failures = 0;
  await own.page.route(CHUNK, (route) => (failures++ < 2 ? route.abort() : route.continue()));
  await home.create.click();
  await expect(
    own.page.getByRole('heading', { level: 1, name: own.t('eventForm.createTitle') }),
  ).toBeVisible();
  expect(failures).toBeGreaterThanOrEqual(2);
});

test('after 120 seconds a part that cannot be loaded is given up with a way out [ERROR-26]', async ({
  device,
  world,
}) => {
  const own = await device({ as: world.manager });
  const { page } = own;
  await page.clock.install();
  const home = new HomePage(own);
  await home.open();
  await page.route(CHUNK, (route) => route.abort());
  await page.clock.pauseAt(Date.now() + 60_000);
  await home.create.click();
  await page.clock.fastForward(119_900);
  const problem = page.getByRole('heading', { level: 1, name: own.t('problem.chunkTitle') });
  await expect(problem).toHaveCount(0);
  await page.clock.fastForward(200);
  await expect(problem).toBeVisible();
  await page.getByText(own.t('problem.details')).click();
  await expect(page.getByText(/^ChunkLoadError:/)).toBeVisible();
  await page.unroute(CHUNK);
  await page.clock.resume();
  await page.getByRole('button', { name: own.t('common.reload') }).click();
  await expect(page.getByRole('heading', { level: 1, name: own.t('eventForm.createTitle') })).toBeVisible();
});

test('an event that comes for the first time says in words how far it is, and what for', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 1500 });
  const { context, page, t, ...own } = await device({ as: world.manager });
  await own.open('/');
  const network = await context.newCDPSession(page);
  const bytesPerSecond = (downloadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      downloadThroughput,
    });
  await bytesPerSecond(40_000);
  await page.getByRole('link', { name: event.title, exact: true }).click();
  const bar = page.getByRole('progressbar', { name: t('opening.title') });
  await expect(bar).toHaveAttribute('aria-valuenow', /^(?!0$|100$)/);
  await expect(page.getByRole('status').filter({ hasText: t('opening.why') })).toContainText('%');
  await bytesPerSecond(-1);
  await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('until the app comes there is its mark; where it does not come, which browsers it takes is said after a while, and not before', async ({
  device,
}) => {
  const { page } = await device({});
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/');
  const mark = page.locator('#root img');
  await expect(mark).toBeVisible();
  const said = page.getByText('iOS 16.4');
  await expect(said).toHaveCount(2);
  await expect(said.first()).toBeHidden();
  // The seconds until then.
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  await expect(said.first()).toBeVisible();
  await expect(mark).toBeHidden();
  await expect(said.last()).toHaveAttribute('lang', 'fr');

  await page.unrouteAll();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(said).toHaveCount(0);
});
