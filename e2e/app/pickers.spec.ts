import { EventFormPage } from '../pages/EventFormPage.ts';
import { violations } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';

test('the date picker begins its weeks on Monday, the time picker has 24 hours and steps of 5 minutes [SHELL-15] [SHELL-16]', async ({
  device,
  world,
}) => {
  const own = await device({ as: world.manager });
  const form = new EventFormPage(own);
  await form.openNew();
  await form.sessionDate(1).click();
  const calendar = own.page.getByRole('table');
  await expect(calendar.getByRole('columnheader').first()).toHaveText(/^Mo/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await own.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(own.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expect(calendar).toBeVisible();
    await expect.poll(() => violations(own.page, {}, '[data-dates-dropdown]')).toEqual([]);
  }
  await own.page.keyboard.press('Escape');
  const hours = form.session(1).getByLabel('Start: Hours');
  const minutes = form.session(1).getByLabel('Start: Minutes');
  await hours.fill('23');
  await minutes.focus();
  await own.page.keyboard.press('ArrowUp');
  await own.page.keyboard.press('ArrowUp');
  await expect(hours).toHaveValue('23');
  await expect(minutes).toHaveValue('05');
});

test('a popup menu is at least 200 px high before it scrolls [SHELL-13]', async ({ device, world }) => {
  const event = await world.event({ clients: 1 });
  const own = await device({ as: world.manager, viewport: { width: 900, height: 240 } });
  await own.open(`/event/${event.id}`);
  await own.page.getByRole('button', { name: own.t('common.actions') }).click();
  const menu = own.page.getByRole('menu');
  await expect(menu).toBeVisible();
  const { height, content } = await menu.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    content: element.scrollHeight,
  }));
  expect(content).toBeGreaterThan(height);
  expect(height).toBeGreaterThanOrEqual(200);
});
