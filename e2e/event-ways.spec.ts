import { expect, test } from './support/fixtures.ts';

test('who may see an event is ticked on its page, user by user; the server takes it at once [ACCESS-06]', async ({
  device,
  world,
}) => {
  const host = await world.person('host');
  const event = await world.event({ clients: 1 });
  const phone = await device({ as: host });
  await phone.open('/');
  await expect(phone.page.getByRole('link', { name: event.title, exact: true })).toHaveCount(0);
  const { open, page, t } = await device({ as: world.manager });
  await open(`/event/${event.id}`);
  await page.getByText(t('event.accessShow')).click();
  const tick = page.getByRole('checkbox', { name: host.username });
  await expect(tick).not.toBeChecked();
  await tick.check();
  await expect(phone.page.getByRole('link', { name: event.title, exact: true })).toBeVisible();
  await page.reload();
  await page.getByText(t('event.accessShow')).click();
  await expect(tick).toBeChecked();
  await tick.uncheck();
  await expect(phone.page.getByRole('link', { name: event.title, exact: true })).toHaveCount(0);
});

test('an event without guests says what comes next; the menu and Ctrl-K lead to what there is in it', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 0 });
  const { open, page, t } = await device({ as: world.manager });
  await open(`/event/${event.id}`);
  const next = page.getByRole('link', { name: t('event.nextPaste') });
  await expect(next).toHaveAttribute('href', `/event/${event.id}/client/new?paste`);
  const menu = page.getByRole('navigation', { name: t('nav.label') });
  await menu.getByRole('link', { name: 'Dinner', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dinner' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Dinner', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await menu.getByRole('link', { name: t('session.plan') }).click();
  await expect(page).toHaveURL(/\/plan$/);
  await menu.getByRole('link', { name: t('event.messages') }).click();
  await expect(page.getByRole('heading', { name: t('event.messages') })).toBeInViewport();
  await menu.getByRole('link', { name: t('nav.templates') }).click();
  await expect(page.getByRole('heading', { name: t('templates.invitations') })).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: t('search.open') }).fill('hist');
  await page.getByRole('option', { name: t('event.history') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('history.title') })).toBeVisible();
});
