import { TOTP, URI } from 'otpauth';
import { scanPicture } from '#pdf/testing/read.ts';
import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import type { Person } from '../support/world.ts';

const STEP = 30_000;

/** Reads the code on the screen as a phone does, and says what its app shows then. */
async function authenticatorOf({ page, t }: Device): Promise<(steps?: number) => string> {
  const shown = page.getByRole('img', { name: t('codes.qr') });
  const { text } = await scanPicture(new Uint8Array(await shown.screenshot({ type: 'jpeg', quality: 100 })));
  const app = URI.parse(text);
  if (!(app instanceof TOTP)) throw new Error(`this is no authenticator's code: ${text}`);
  return (steps = 0) => app.generate({ timestamp: Date.now() + steps * STEP });
}

async function logIn({ page, t }: Device, { username, password }: Person): Promise<void> {
  await page.getByLabel(t('login.username')).fill(username);
  await page.getByLabel(t('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('login.submit') }).click();
}

test('les codes à usage unique : le code QR à l’écran, la connexion avec un code, avec un code de secours, la désactivation', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const desk = await device({ as: member, locale: FRENCH });
  const { page, t } = desk;
  await desk.open('/user');
  await page.getByRole('button', { name: t('codes.setUp') }).click();
  await page.getByLabel(t('codes.password')).fill('Faux2026');
  await page.getByRole('button', { name: t('codes.next') }).click();
  await expect(page.getByText(t('errors.invalid_password'))).toBeVisible();
  await page.getByLabel(t('codes.password')).fill(member.password);
  await page.getByRole('button', { name: t('codes.next') }).click();
  const codeOf = await authenticatorOf(desk);
  await expectAccessible(desk, 'setting up one-time codes', ['phone']);
  await page.getByLabel(t('codes.first')).fill(codeOf(100));
  await page.getByRole('button', { name: t('codes.confirm') }).click();
  await expect(page.getByText(t('errors.wrong_code'))).toBeVisible();
  await page.getByLabel(t('codes.first')).fill(codeOf());
  await page.getByRole('button', { name: t('codes.confirm') }).click();
  const recovery = page.getByRole('list', { name: t('codes.recovery') }).getByRole('listitem');
  await expect(recovery).toHaveCount(10);
  await expectAccessible(desk, 'recovery codes', ['phone']);
  const [first = '', second = ''] = await recovery.allInnerTexts();
  await page.getByRole('button', { name: t('codes.kept') }).click();
  await expect(page.getByText(t('codes.left', { count: 10 }))).toBeVisible();
  await expectAccessible(desk, 'one’s own one-time codes', ['phone']);
  // Nothing of it stays: neither the secret nor the codes.
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  for (const code of [first, second]) expect(kept).not.toContain(code);

  const other = await device({ locale: FRENCH });
  await other.open('/login');
  await logIn(other, member);
  const field = other.page.getByRole('textbox', { name: t('codes.code') });
  await field.fill(codeOf(100));
  await other.page.getByRole('button', { name: t('login.submit') }).click();
  await expect(other.page.getByText(t('errors.wrong_code'))).toBeVisible();
  await expectAccessible(other, 'login with a code', ['phone']);
  // The one of now has set them up: it is used.
  await field.fill(codeOf(1));
  await other.page.getByRole('button', { name: t('login.submit') }).click();
  await expect(other.page.getByRole('heading', { level: 1, name: t('home.title') })).toBeVisible();

  const third = await device({ locale: FRENCH });
  await third.open('/login');
  await logIn(third, member);
  await third.page.getByRole('button', { name: t('codes.useRecovery') }).click();
  await third.page.getByRole('textbox', { name: t('codes.recoveryCode') }).fill(first.toLowerCase());
  await third.page.getByRole('button', { name: t('login.submit') }).click();
  await expect(third.page.getByRole('heading', { level: 1, name: t('home.title') })).toBeVisible();

  await page.getByRole('button', { name: t('codes.end') }).click();
  await page.getByLabel(t('codes.password')).fill(member.password);
  await page.getByLabel(t('codes.either')).fill(second);
  await page.getByRole('button', { name: t('codes.end') }).click();
  await expect(page.getByRole('button', { name: t('codes.setUp') })).toBeVisible();
});

test('a role must have codes: who has none sets them up before anything else; without network the work goes on; a manager resets them', async ({
  device,
  ownFoyer,
  ownWorld: world,
}) => {
  const { url } = ownFoyer;
  const [member, late] = [await world.person('member'), await world.person('member')];
  const event = await world.event({ clients: 5, for: [member] });
  const tablet = await device({ url, as: member });
  await tablet.open(`/event/${event.id}`);

  const desk = await device({ url, as: world.manager });
  const { page, t } = desk;
  await desk.open('/users');
  await page.getByRole('checkbox', { name: /^User / }).check();
  await expectAccessible(desk, 'who must have one-time codes', ['phone', 'desktop']);
  await page.getByRole('button', { name: t('codes.ruleSave'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('codes.password')).fill('Wrong2026');
  await dialog.getByRole('button', { name: t('codes.ruleSave') }).click();
  await expect(dialog.getByText(t('errors.invalid_password'))).toBeVisible();
  await dialog.getByLabel(t('codes.password')).fill(world.manager.password);
  await dialog.getByRole('button', { name: t('codes.ruleSave') }).click();
  await expect(page.getByText(t('codes.ruleSaved'))).toBeVisible();

  // Who is logged in is told at once.
  const first = { level: 1, name: t('codes.firstTitle') } as const;
  await expect(tablet.page.getByRole('heading', first)).toBeVisible();
  await expectAccessible(tablet, 'codes first', ['phone']);
  await tablet.offline();
  await tablet.page.getByRole('button', { name: t('codes.offline') }).click();
  await tablet.page.evaluate((address) => history.pushState(null, '', address), `/event/${event.id}`);
  await tablet.page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(tablet.page.getByRole('heading', { level: 1, name: event.title })).toBeVisible();
  await tablet.online();
  await expect(tablet.page.getByRole('heading', first)).toBeVisible();
  await tablet.page.getByLabel(t('codes.password')).fill(member.password);
  await tablet.page.getByRole('button', { name: t('codes.next') }).click();
  const codeOf = await authenticatorOf(tablet);
  await tablet.page.getByLabel(t('codes.first')).fill(codeOf());
  await tablet.page.getByRole('button', { name: t('codes.confirm') }).click();
  await tablet.page.getByRole('button', { name: t('codes.kept') }).click();
  await expect(tablet.page.getByText(event.title).first()).toBeVisible();

  // Who logs in from now on gets nowhere else, whatever is typed, and not by a reload.
  const phone = await device({ url });
  await phone.open('/login');
  await logIn(phone, late);
  await expect(phone.page.getByRole('heading', first)).toBeVisible();
  await phone.page.goto('/user');
  await expect(phone.page.getByRole('heading', first)).toBeVisible();
  await phone.offline();
  await expect(phone.page.getByRole('button', { name: t('codes.offline') })).toHaveCount(0);
  await phone.online();
  await phone.page.getByRole('button', { name: t('nav.logout') }).click();
  await expect(phone.page.getByLabel(t('login.username'))).toBeVisible();

  await desk.open(`/users/${member.userId}`);
  await page.getByRole('button', { name: t('codes.reset') }).click();
  await expectAccessible(desk, 'resetting one-time codes', ['phone']);
  await dialog.getByLabel(t('codes.password')).fill(world.manager.password);
  await dialog.getByRole('button', { name: t('codes.reset') }).click();
  await expect(page.getByText(t('codes.userNone'))).toBeVisible();
  await expect(tablet.page.getByRole('heading', first)).toBeVisible();

  await desk.open('/security');
  for (const kind of ['code_rule_changed', 'codes_set_up', 'codes_reset', 'logged_in'] as const)
    await expect(page.getByText(t(`security.kinds.${kind}`)).first()).toBeVisible();
  await expectAccessible(desk, 'security log', ['phone']);
});
