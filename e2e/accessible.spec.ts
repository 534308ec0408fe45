import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CheckinPage } from './pages/CheckinPage.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { QuickAddPage } from './pages/QuickAddPage.ts';
import { SyncPanel } from './pages/SyncPanel.ts';
import { spreadsheet } from './support/data.ts';
import { expect, test, type Device } from './support/fixtures.ts';
import { builtScreens } from './support/screens.ts';
import { guestNames } from './support/world.ts';

const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };

/** Colours on their way to another scheme say nothing: waits until the page is drawn and every transition is over. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** Nothing serious or critical in either scheme and at either size; and a phone needs no sideways scrolling. */
async function expectAccessible(device: Device, name: string): Promise<void> {
  const { page } = device;
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    if (size === 'phone') {
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(wide, { message: `${name}: sideways scrolling` }).toBeLessThanOrEqual(0);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await settled(page);
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
      // The scheme changes colours only: what else axe looks for is the same in both.
      if (colorScheme === 'dark') axe.withRules('color-contrast');
      const { violations } = await axe.analyze();
      const grave = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 120)}`).join(' | ')}`,
        );
      expect.soft(grave, `${name}, ${size}, ${colorScheme}`).toEqual([]);
    }
  }
}

test('everybody can log in', async ({ device }) => {
  const visitor = await device();
  const login = new LoginPage(visitor);
  await login.open();
  await login.submit.click();
  await expectAccessible(visitor, 'login');
});

for (const half of [0, 1]) {
  test(`everybody can use every screen, light and dark, phone and desktop (${half + 1} of 2)`, async ({
    device,
    world,
  }) => {
    test.setTimeout(120_000);
    const event = await world.event({ clients: 12, event: { company: 'Arpège', location: 'Montreux' } });
    const own = await device({ as: world.manager });
    for (const [index, { name, address, ready }] of builtScreens(event).entries()) {
      if (index % 2 !== half) continue;
      await own.page.goto(address);
      await ready(own);
      await expectAccessible(own, name);
    }
  });
}

test('everybody can use what opens on the screens', async ({ device, world }) => {
  test.setTimeout(120_000);
  const event = await world.event({ clients: 12 });
  const [session] = event.sessions;
  if (session === undefined) throw new Error('no session');
  const own = await device({ as: world.manager });
  const { page, t } = own;
  const checkin = new CheckinPage(own);
  await checkin.open(event.id, session._id);
  const [name = ''] = guestNames(event, session);
  await checkin.admit(name);
  await expectAccessible(own, 'check-in with somebody inside');

  await new QuickAddPage(own).open(event.id);
  await new QuickAddPage(own).paste(spreadsheet(5).text);
  await expect(new QuickAddPage(own).preview).toBeVisible();
  await expectAccessible(own, 'pasted rows');

  await page.goto(`/event/${event.id}`);
  await new SyncPanel(own).open();
  await expectAccessible(own, 'sync panel');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('common.actions') }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(own, 'action menu');
  await page.getByRole('menuitem', { name: t('event.deleteEvent') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(own, 'deletion dialog');
});
