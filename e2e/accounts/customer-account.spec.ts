import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';

const GUESTS = [
  ['ada', 'Ada', 'ada@example.org'],
  ['twin', 'Augusta', 'ADA@example.org'],
  ['none', 'Grace', ''],
] as const;

test("a member gives a registration to its guest's own account [ROLE-08] [CLIENT-24] [CLIENT-25] [ERROR-08] [ERROR-09] [API-12]", async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const extra = GUESTS.flatMap(([id, forename, address]) => {
    const email = address === '' ? '' : `guest.${address}`;
    const about = { forename, surname: 'Byron', email };
    return [
      { _id: `client_${id}`, type: 'client', ...about, consumerId: `consumer_${id}`, sessionIds: [] },
      { _id: `consumer_${id}`, type: 'consumer', person: about },
    ];
  });
  const event = await world.event({ for: [member], clients: 0, sessions: [], extra });
  const { page, t, open, offline, online } = await device({ as: member, locale: FRENCH });
  const associate = page.getByRole('button', { name: t('client_display.associate') });
  const show = (id: string) => open(`/event/${event.id}/client/${id}?tab=consumer`);

  await show('ada');
  await offline();
  await associate.click();
  await expect(page.getByText(t('errors.offline'))).toBeVisible();
  await online();

  await associate.click();
  const dialog = page.getByRole('dialog', { name: t('client_display.accountTitle') });
  await expect(dialog.getByText('guest.ada@example.org')).toBeVisible();
  await expect(dialog.locator('code')).toHaveText(/^[A-Za-z2-9]{16}$/);
  // Nothing but the button takes the only sight of the password away.
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: t('client_display.accountDone') }).click();
  await expect(dialog).toBeHidden();
  await associate.click();
  await expect(page.getByText(t('errors.link_exists'))).toBeVisible();

  await show('twin');
  await associate.click();
  const known = t('client_display.associated', { email: 'guest.ADA@example.org' });
  await expect(page.getByText(known)).toBeVisible();

  await show('none');
  await associate.click();
  await expect(page.getByText(t('errors.no_email'))).toBeVisible();
});
