import { LoginPage } from '../pages/LoginPage.ts';
import { request } from '../support/http.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';

test('a manager resets, disables and enables an account; its person changes the one-time password [USER-09] [USER-10]', async ({
  device,
  world,
}) => {
  const person = await world.person('host');
  const office = await device({ as: world.manager, locale: FRENCH });
  const { page, t } = office;
  await office.open('/users');
  await page.getByRole('link', { name: new RegExp(person.username) }).click();
  await page.getByRole('button', { name: t('users.reset') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('users.reset') })
    .click();
  const told = page.getByRole('dialog', { name: t('users.resetDone', { name: person.username }) });
  const once = (await told.locator('code').textContent()) ?? '';
  expect(once).toMatch(/^\w{16}$/);
  await told
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();
  await expect(page.getByText(once)).toHaveCount(0);

  const phone = await device({ locale: FRENCH });
  const login = new LoginPage(phone);
  await login.open();
  await login.enter(person.username, once);
  const updated = phone.page.getByLabel(t('loginMore.updated'), { exact: true });
  const confirmation = phone.page.getByLabel(t('loginMore.confirmation'), { exact: true });
  const save = phone.page.getByRole('button', { name: t('loginMore.changeSubmit') });
  await updated.fill('Password1');
  await confirmation.fill('Password1');
  await save.click();
  await expect(phone.page.getByText(t('passwordRule.password_common'))).toBeVisible();
  await updated.fill('Lantern2026');
  await confirmation.fill('Lantern2026');
  await save.click();
  await expect(phone.page.getByRole('heading', { level: 1, name: t('home.title') })).toBeVisible();

  await page.getByRole('button', { name: t('users.disable'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('users.disable'), exact: true })
    .click();
  await expect(page.getByRole('button', { name: t('users.enable'), exact: true })).toBeVisible();
  await login.expectShown();
  await page.getByRole('button', { name: t('users.enable'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('users.disable'), exact: true })).toBeVisible();
  await login.enter(person.username, 'Lantern2026');
  await expect(phone.page.getByRole('heading', { level: 1, name: t('home.title') })).toBeVisible();

  await office.open('/security');
  await expect(page.getByText(t('security.kinds.password_reset')).first()).toBeVisible();
});

test('logout ends the login on the server, without network as soon as there is one [USER-11]', async ({
  device,
  foyer,
  world,
}) => {
  const person = await world.person('host');
  const status = async (token: string) =>
    (await request(foyer.url, 'GET', '/api/user', undefined, token)).status;
  const own = await device({ as: person, serviceWorker: true });
  await own.open('/user');
  await offlineReady(own.page);
  await expect(own.page.getByText(own.t('logins.current'), { exact: true })).toBeVisible();
  await own.offline();
  await own.page.getByRole('button', { name: own.t('nav.logout') }).click();
  await expect(own.page.getByText(own.t('loginMore.unheard'))).toBeVisible();
  expect(await status(person.token)).toBe(200);
  await own.online();
  await expect(own.page.getByText(own.t('loginMore.unheard'))).toHaveCount(0);
  expect(await status(person.token)).toBe(401);
});
