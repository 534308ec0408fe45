import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { consumerOf, register, unpaid, withScene } from '../support/paying.ts';

const paymentsOf = ({ page, t }: Device) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('services.payments.title'), exact: true }) });
const switchOn = async (device: Device): Promise<void> => {
  const { page, t } = device;
  const title = t('services.payments.title');
  await page.getByRole('switch', { name: t('services.enable', { title }) }).press('Space');
  await expect(paymentsOf(device).getByText(t('services.state.enabled'), { exact: true })).toBeVisible();
};

test('what is copied from the services is what Stripe is told, and its news arrive [API-24]', async ({
  device,
}) => {
  await withScene(device, { isSetUp: false, locale: FRENCH }, async (scene) => {
    const { desk, event, guest, stripe } = scene;
    const { page: office, t } = desk;
    // A browser with windows gives it to whoever clicks, one without does not.
    await desk.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await desk.open(`/event/${event.id}/services`);
    await switchOn(desk);
    const payments = paymentsOf(desk);
    const chosen = payments.getByRole('list', { name: t('services.payments.events') }).getByRole('listitem');
    await expect(chosen).toHaveText([
      ...['checkout.session.completed', 'charge.refunded'],
      ...['charge.dispute.created', 'charge.dispute.closed'],
    ]);
    await payments.getByRole('button', { name: t('services.payments.copy') }).click();
    await expect(payments.getByRole('button', { name: t('services.payments.copied') })).toBeVisible();
    // The app lets no script read the clipboard, its own neither: pasted, it is seen.
    await payments.locator('[name="key"]').focus();
    await office.keyboard.press('Control+V');
    const address = await payments.locator('[name="key"]').inputValue();
    await expect(payments.getByLabel(t('services.payments.address'))).toHaveValue(address);
    await payments.locator('[name="key"]').fill('sk_test');
    await payments.locator('[name="secret"]').fill('whsec_rolled');
    await payments.getByRole('button', { name: t('common.save'), exact: true }).click();
    await expect(payments.getByText(t('services.state.saved'), { exact: true })).toBeVisible();
    await expectAccessible(desk, 'payments of the services', ['phone', 'desktop']);

    await register(scene, 'Paid', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('link', { name: 'Pay' })).toBeVisible();
    const [page] = stripe.sessions;
    // The guest shuts the phone: only Stripe tells.
    stripe.pay(page?.id ?? '');
    const { body, headers } = stripe.signed('whsec_rolled', { id: page?.id, object: 'checkout.session' });
    expect((await fetch(address, { method: 'POST', body, headers })).status).toBe(200);
    await expect.poll(async () => (await consumerOf(scene, 'Paid'))?.['status']).toBe('invoice_paid');
  });
});

test('where nobody said at which address the server is, the services say that nobody can pay by card', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 0 });
  const desk = await device({ as: world.manager });
  const { t } = desk;
  await desk.open(`/event/${event.id}/services`);
  await switchOn(desk);
  await expect(paymentsOf(desk).getByText(t('services.payments.noAddress'))).toBeVisible();
  await expect(paymentsOf(desk).getByLabel(t('services.payments.address'))).toHaveCount(0);
});
