import { defaultPlan } from '#domain/plan/editor/templates.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';
import { SHOWN } from '../support/screens.ts';

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

test('an event is copied for the next time: prepared like it, without its guests, and nothing of it is public yet', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 6, title: 'Lake gala', extra: SHOWN });
  const [session] = await world.sessions(event);
  await writeDocs(world.manager, event.dbName, [{ ...session, plan: defaultPlan() }]);
  const desk = await device({ as: world.manager });
  const { open, page, t } = desk;
  await open(`/event/${event.id}`);
  await page.getByRole('button', { name: t('common.actions') }).click();
  await page.getByRole('menuitem', { name: t('event.copyEvent'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('event.copyTitle') });
  const title = dialog.getByRole('textbox', { name: t('eventForm.title'), exact: false }).first();
  await expect(title).toHaveValue('Lake gala');
  await expectAccessible(desk, 'copying an event', ['phone', 'desktop']);
  await title.fill('Lake gala again');
  await dialog.getByRole('button', { name: t('event.copyMake') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lake gala again' })).toBeVisible();
  const id = /\/event\/([^/]+)$/.exec(page.url())?.[1] ?? '';
  expect(id).not.toBe(event.id);
  const sessions = page.getByRole('table');
  await expect(sessions.getByRole('link', { name: 'Dinner', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Table for eight/ })).toContainText(
    t('forms.closedSince', { time: '' }).trim(),
  );
  await expect(page.getByRole('link', { name: /^Welcome to the dinner/ })).toBeVisible();
  const [copied] = await world.sessions({ dbName: `event-${id}` });
  expect(copied).toMatchObject({ title: 'Dinner', clients: [], status: 'upcoming', plan: { ratio: 1.6 } });
  expect((copied?.date ?? 0) - (session?.date ?? 0)).toBeGreaterThan(360 * 86_400_000);
  const [form] = await world.documents(`event-${id}`, 'form_');
  expect(form?.['accessId']).not.toBe('bcdfghjk');
  const address = `${world.url}/desk/${String(form?.['accessId'])}`;
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  await page.goto(address);
  await expect(page.getByText('Registration closed on')).toBeVisible();
});
