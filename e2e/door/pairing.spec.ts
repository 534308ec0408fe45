import { scanPicture } from '#pdf/testing/read.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { guestNames } from '../support/world.ts';

test('un téléphone devient une porte : le code à l’écran, l’entrée sans réseau, la fin d’un geste', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 5 });
  const [session] = event.sessions;
  if (session === undefined) throw new Error('no session');
  const desk = await device({ as: world.manager, locale: FRENCH });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}`);
  await page.getByText(t('doors.show')).click();
  await page.getByRole('button', { name: t('doors.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('doors.addTitle') });
  await dialog.getByRole('button', { name: t('doors.getCode') }).click();
  await expect(dialog.getByText(t('validation.required'))).toBeVisible();
  await dialog.getByRole('textbox', { name: t('doors.name') }).fill('Porte nord');
  await dialog.getByRole('button', { name: t('doors.getCode') }).click();
  await expect(dialog.getByText(t('doors.waiting'))).toBeVisible();
  await expectAccessible(desk, 'code of a door', ['phone', 'desktop']);
  const shown = dialog.getByRole('img', { name: /^[A-Z2-9]{4} [A-Z2-9]{4}$/ });
  const { text } = await scanPicture(new Uint8Array(await shown.screenshot({ type: 'jpeg', quality: 100 })));
  const address = new URL(text);
  expect(address.pathname).toBe('/pair');

  const phone = await device({ locale: FRENCH, mobile: true, hasTouch: true, serviceWorker: true });
  // Whoever has only a code and the address finds the way from the login.
  await phone.page.goto('/login');
  await expectAccessible(phone, 'login', ['phone']);
  await phone.page.getByRole('link', { name: t('login.pair') }).click();
  await expect(phone.page).toHaveURL(/\/pair$/);
  await phone.page.getByRole('textbox', { name: t('pairing.code') }).fill('ABCDEFGH');
  const pair = phone.page.getByRole('button', { name: t('pairing.submit') });
  await pair.click();
  await expect(phone.page.getByText(t('errors.invalid_code'))).toBeVisible();
  await expectAccessible(phone, 'pairing', ['phone']);
  await phone.page.goto('about:blank');
  await phone.page.goto(`${address.pathname}${address.hash}`);
  await pair.click();
  // At the door itself.
  await expect(phone.page).toHaveURL(/\/checkin$/);
  await expect(
    dialog.getByText(t('doors.paired', { name: 'Porte nord', device: 'Android · Chrome' })),
  ).toBeVisible();
  await dialog
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();

  // It holds a copy like every host's phone: the network may go.
  const checkin = new CheckinPage(phone);
  await checkin.expectSynced();
  await offlineReady(phone.page);
  await phone.offline();
  const [name = ''] = guestNames(event, session);
  await checkin.admit(name);
  await phone.online();
  await expect
    .poll(() => world.checkins(event))
    .toMatchObject([{ author: { name: 'Porte nord' }, device: { name: 'Porte nord' } }]);

  await page.getByRole('button', { name: t('doors.endOf', { name: 'Porte nord' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('doors.end') })
    .click();
  await expect(page.getByRole('button', { name: t('doors.endOf', { name: 'Porte nord' }) })).toHaveCount(0);
  await expect(phone.page.getByText(t('loginMore.doorEnded'))).toBeVisible();
});
