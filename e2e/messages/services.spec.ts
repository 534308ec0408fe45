import { startMailServer } from '../../server/testing/mailServer.ts';
import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';

test('a manager sets up, checks and disables services [ROUTE-27] [SERVICE-01] [SERVICE-02] [SERVICE-03] [SERVICE-04] [SERVICE-05] [SERVICE-07] [VALID-47] [VALID-48] [VALID-49] [VALID-50] [ERROR-23]', async ({
  device,
  world,
}) => {
  const mail = await startMailServer('the right word');
  const event = await world.event({ clients: 1 });
  const own = await device({ as: world.manager, locale: FRENCH });
  const { page, t } = own;
  await own.open(`/event/${event.id}/services`);
  const section = (name: 'email' | 'sms' | 'whatsapp' | 'payments') =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t(`services.${name}.title`), exact: true }) });
  const on = (name: 'email' | 'payments') =>
    page.getByRole('switch', { name: t('services.enable', { title: t(`services.${name}.title`) }) });
  for (const name of ['email', 'sms', 'whatsapp', 'payments'] as const)
    await expect(section(name).getByText(t('services.state.disabled'), { exact: true })).toBeVisible();

  await on('email').press('Space');
  const email = section('email');
  await expect(email.getByText(t('services.state.enabled'), { exact: true })).toBeVisible();
  const field = (name: string) => email.locator(`[name="${name}"]`);
  const save = email.getByRole('button', { name: t('common.save'), exact: true });
  const check = email.getByRole('button', { name: t('services.email.check') });
  await save.click();
  for (const name of ['email', 'name', 'host'])
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true');
  await expect(field('username')).not.toHaveAttribute('aria-invalid', 'true');
  await field('email').fill('nobody');
  await field('name').fill('Gala');
  await field('host').fill('127.0.0.1');
  await field('port').fill('');
  await save.click();
  await expect(email.getByText(t('validation.email'))).toBeVisible();
  await expect(field('port')).toHaveAttribute('aria-invalid', 'true');
  await field('email').fill('gala@example.org');
  await field('port').fill(String(mail.port));
  await email.getByRole('switch', { name: t('services.email.secure') }).press('Space');
  await field('username').fill('gala');
  await field('password').fill('the wrong word');
  await check.click();
  await expect(email.getByText(t('services.email.check_error'))).toBeVisible();
  await expect(email.getByText(t('services.email.fault.login_refused'))).toBeVisible();
  await field('password').fill('the right word');
  await check.click();
  await expect(email.getByText(t('services.email.check_success'))).toBeVisible();
  expect(mail.logins).toContain('gala');
  await save.click();
  await expect(page.getByText(t('services.save_success'))).toBeVisible();
  await expect(email.getByText(t('services.state.saved'), { exact: true })).toBeVisible();
  // What was typed is not kept by the form either; and what follows keeps what is stored.
  await expect(field('password')).toHaveValue('********');
  await field('name').fill('Gala 2026');
  await save.click();
  await expect(page.getByText(t('services.save_success'))).not.toHaveCount(0);

  // A message to oneself, by what is saved.
  await email.getByRole('textbox', { name: t('services.test.address') }).fill('me@example.org');
  const testIt = email.getByRole('button', { name: t('services.test.send') });
  await testIt.click();
  await expect(email.getByText(t('services.test.sent', { to: 'me@example.org' }))).toBeVisible();
  expect(mail.mails.map(({ to }) => to)).toEqual(['me@example.org']);
  mail.onRecipient = () => ({ refuse: 550 });
  await testIt.click();
  await expect(email.getByText(t('notifs.smtp.address', { code: '550' }))).toBeVisible();

  // The password is there and cannot be seen; it is not sent to another place either.
  await own.open(`/event/${event.id}/services`);
  await expect(field('password')).toHaveValue('********');
  await check.click();
  await expect(email.getByText(t('services.email.check_success'))).toBeVisible();
  await field('username').fill('eve');
  await save.click();
  await expect(email.getByText(t('services.again'))).toBeVisible();
  await expectAccessible(own, 'services', ['phone', 'desktop']);
  // A failure without a field is told, and nothing else is: what was typed is still there, and so is the question.
  const saving = '**/db/services/**';
  await page.route(saving, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await field('password').fill('another word');
  await save.click();
  await expect(page.getByText(t('errors.offline'))).toBeVisible();
  await expect(field('password')).toHaveValue('another word');
  await on('email').press('Space');
  const disable = page.getByRole('dialog').getByRole('button', { name: t('services.disable') });
  await disable.click();
  await expect(disable).toBeEnabled();
  await page.unroute(saving);
  await disable.click();
  await expect(section('email').getByText(t('services.state.disabled'), { exact: true })).toBeVisible();
  await own.open(`/event/${event.id}/services`);
  await expect(section('email').getByText(t('services.state.disabled'), { exact: true })).toBeVisible();
  expect(own.errors).toEqual([]);
  await mail.close();
});

test('numbers, keys and templates of the other services [SERVICE-06] [VALID-51] [VALID-52] [VALID-63]', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 1 });
  const own = await device({ as: world.manager });
  const { page, t } = own;
  await own.open(`/event/${event.id}/services`);
  const section = (name: 'whatsapp' | 'payments') =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t(`services.${name}.title`), exact: true }) });
  for (const name of ['whatsapp', 'payments'] as const) {
    await page
      .getByRole('switch', { name: t('services.enable', { title: t(`services.${name}.title`) }) })
      .press('Space');
    await expect(section(name).getByText(t('services.state.enabled'), { exact: true })).toBeVisible();
    await section(name)
      .getByRole('button', { name: t('common.save'), exact: true })
      .click();
  }
  for (const name of ['key', 'secret'])
    await expect(section('payments').locator(`[name="${name}"]`)).toHaveAttribute('aria-invalid', 'true');

  const whatsapp = section('whatsapp');
  await whatsapp.locator('[name="sid"]').fill('AC1');
  await whatsapp.locator('[name="token"]').fill('token');
  await whatsapp.locator('[name="number"]').fill('079 123');
  await whatsapp.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(whatsapp.getByText(t('validation.phone'))).toBeVisible();
  await whatsapp.locator('[name="number"]').fill('+41 79 123 45 67');
  await whatsapp.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(whatsapp.getByText(t('services.state.saved'), { exact: true })).toBeVisible();

  const text = whatsapp.getByLabel(t('services.whatsapp.text'));
  const add = whatsapp.getByRole('button', { name: t('services.whatsapp.add') });
  await text.fill('  ');
  await expect(add).toBeDisabled();
  await text.fill('See you at the gala');
  await add.click();
  const list = whatsapp.getByRole('list', { name: t('services.whatsapp.templates') });
  await expect(list.getByRole('listitem')).toHaveText(['See you at the gala']);
  await expect
    .poll(async () => (await world.documents(event.dbName, 'whatsapptemplate_')).map((doc) => doc['message']))
    .toEqual([['See you at the gala']]);
  await text.fill('Hello {{1}}');
  await add.click();
  await expect(whatsapp.locator('[name="contentSid"]')).toHaveAttribute('aria-invalid', 'true');
  await expect(whatsapp.getByText(t('errors.content_sid_missing'))).toBeVisible();
  await whatsapp.locator('[name="contentSid"]').fill('HX1');
  await add.click();
  await expect(whatsapp.locator('[name="contentSid"]')).toHaveAttribute('aria-invalid', 'true');
  const sid = `HX${'0a'.repeat(16)}`;
  await whatsapp.locator('[name="contentSid"]').fill(sid);
  await add.click();
  await expect(list.getByRole('listitem')).toHaveText([
    'See you at the gala',
    `Hello {{1}}${t('services.whatsapp.approved', { sid })}`,
  ]);
  await expect
    .poll(async () =>
      (await world.documents(event.dbName, 'whatsapptemplate_'))
        .map((doc) => String(doc['contentSid']))
        .sort((a, b) => a.localeCompare(b)),
    )
    .toEqual([sid, 'undefined']);
  await list.getByRole('button').nth(1).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('services.whatsapp.removeConfirm') })
    .click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('services.whatsapp.removeConfirm') })
    .click();
  await expect(whatsapp.getByText(t('services.whatsapp.none'))).toBeVisible();
  await expect.poll(async () => (await world.documents(event.dbName, 'whatsapptemplate_')).length).toBe(0);
});
