import { registration } from '../support/data.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/navigate.ts';
import { LoginPage } from '../pages/LoginPage.ts';

const PDF = { name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

test('a manager makes a user, gives an event, and the user changes the own password', async ({
  device,
  world,
}) => {
  const username = 'newcomer';
  const event = await world.event({ clients: 1 });
  const office = await device({ as: world.manager, locale: FRENCH });
  const { page, t } = office;
  await office.open('/users/new');
  await page.getByLabel(t('user_creation.username')).fill('ada1');
  await page.getByLabel(t('user_creation.password'), { exact: false }).first().fill('short');
  await page.getByLabel(t('user_creation.confirmation')).fill('other');
  const submit = page.getByRole('button', { name: t('user_creation.submit'), exact: true });
  await submit.click();
  await expect(page.getByText(t('user_creation.usernameBad')).first()).toBeVisible();
  await page.getByLabel(t('user_creation.username')).fill(username);
  await page.getByLabel(t('user_creation.password'), { exact: false }).first().fill('Foyer2026');
  await submit.click();
  await expect(page.getByText(t('error.password_mismatch'))).toBeVisible();
  await page.getByLabel(t('user_creation.confirmation')).fill('Foyer2026');
  await submit.click();

  // A new host has no event yet: their access page opens.
  await expect(
    page.getByRole('heading', { level: 1, name: t('access.userTitle', { name: username }) }),
  ).toBeVisible();
  await page.getByRole('button', { name: t('access.addEvent', { title: event.title }) }).click();
  await page.getByRole('button', { name: t('access.save'), exact: true }).click();
  await expect(page.getByText(t('access.saved'))).toBeVisible();

  const phone = await device({ locale: FRENCH });
  const login = new LoginPage(phone);
  await login.open();
  await login.enter(username, 'Foyer2026');
  await expect(phone.page.getByRole('link', { name: event.title, exact: true })).toBeVisible();
  await phone.open('/user');
  const field = (key: 'current' | 'updated' | 'confirmation') =>
    phone.page.getByLabel(t(`user_display.${key}`), { exact: false }).first();
  await field('current').fill('Wrong2026');
  await field('updated').fill('Foyer2027');
  await field('confirmation').fill('Foyer2027');
  await phone.page.getByRole('button', { name: t('user_display.passwordSubmit') }).click();
  await expect(phone.page.getByText(t('errors.invalid_password')).first()).toBeVisible();
  await field('current').fill('Foyer2026');
  await phone.page.getByRole('button', { name: t('user_display.passwordSubmit') }).click();
  await expect(phone.page.getByText(t('user_display.password_success'))).toBeVisible();
});

test("a registration's amount, rate and file are kept, and told in the history", async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({
    for: [member],
    clients: 0,
    event: { paymentTypes: ['card', 'none'] },
    extra: [
      registration('consumer_k1'),
      {
        ...{ _id: 'client_z', type: 'client', forename: 'Zoé', surname: 'Quill', number: 'G1-01' },
        ...{ consumerId: 'consumer_k1', language: 'fr', category: 'indiv' },
      },
    ],
  });
  const desk = await device({ as: member, locale: FRENCH });
  const { page, t } = desk;
  const stored = async () =>
    (await world.documents(event.dbName, 'consumer_k1'))[0] as unknown as {
      registration: object;
      status: string;
    };

  await desk.open(`/event/${event.id}/registrant/k1`);
  await page.getByLabel(t('consumerForm.amount'), { exact: false }).first().fill('1234.55');
  await page.getByLabel(t('consumerForm.vat'), { exact: false }).first().fill('8.1');
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(page.getByText(t('consumerForm.saved'))).toBeVisible();
  await expect
    .poll(async () => (await stored()).registration)
    .toMatchObject({ amount: 123_455, vat: 810, currency: 'chf', rate: 100 });

  await visit(page, `/event/${event.id}/rate`);
  await page.getByLabel(t('rate_setting.rateName'), { exact: false }).first().fill('Partner');
  await page.getByRole('button', { name: t('rate_setting.submit'), exact: true }).click();
  await expect(page.getByText(t('rate_setting.no_consumer_selected')).first()).toBeVisible();
  await page.getByText('Quill Zoé', { exact: true }).click();
  await page.locator('select[name=rate]').selectOption('75');
  await page.getByRole('button', { name: t('rate_setting.submit'), exact: true }).click();
  await expect
    .poll(async () => (await stored()).registration)
    .toMatchObject({ rate: 75, rateName: 'Partner', amount: 123_455 });

  await visit(page, '/document/new');
  await page.locator('input[type=file]').setInputFiles(PDF);
  const session = event.sessions[0]?.titleFrench ?? '';
  await page.getByLabel(session, { exact: false }).check();
  await page.getByRole('button', { name: t('file_creation.submit'), exact: true }).click();
  await expect.poll(async () => (await world.documents(event.dbName, 'file_')).length).toBe(1);

  await visit(page, `/event/${event.id}/client/z/update`);
  await page.locator('[name=company]').fill('Quillfeather');
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect
    .poll(async () => (await world.history(event)).map(({ change }) => change).join())
    .toContain('Quillfeather');
  await visit(page, `/event/${event.id}/history`);
  await expect(page.getByRole('table')).toContainText('Quillfeather');
  await page.getByLabel(t('history.search')).fill('quillfeather');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
});
