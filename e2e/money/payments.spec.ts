import { startStripe } from '../../server/testing/stripeServer.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { startFoyer } from '../support/foyer.ts';
import { expectRegistered } from '../support/publicForm.ts';
import { createWorld } from '../support/world.ts';

const SECRET = 'whsec_test';
const form = {
  ...{
    _id: 'form_f',
    type: 'form',
    accessId: 'paybycrd',
    name: 'F',
    language: 'en',
    currency: 'chf',
    vat: 810,
  },
  ...{ enabled: true, metadata: {}, extras: [], options: [{ id: 'menu', name: 'Menu', clientCount: 1 }] },
};

test('a guest pays by card, half-way and again, with Stripe down between; a member gives a part and then all of it back', async ({
  device,
}) => {
  const stripe = await startStripe('sk_test');
  const foyer = await startFoyer((url) => ({ STRIPE_API_BASE: stripe.base, PUBLIC_URL: url }));
  try {
    const world = await createWorld(foyer.url);
    const event = await world.event({
      clients: 0,
      event: { paymentTypes: ['card', 'cash', 'none'] },
    });
    const [session] = event.sessions;
    const price = { amount: 2313, amountGross: 2500, enabled: true };
    const amounts = { [session?._id ?? '']: { menu: { adult: price } } };
    await world.manager.call('PUT', `/db/${event.dbName}/form_f`, { ...form, amounts });
    const services = { _id: event.id, payments: { key: 'sk_test', secret: SECRET } };
    await world.manager.call('PUT', `/db/services/${event.id}`, services);
    const tell = async (object: object, secret = SECRET): Promise<number> => {
      const { body, headers } = stripe.signed(secret, object);
      const address = `${foyer.url}/api/payments/webhook/${event.id}`;
      return (await fetch(address, { method: 'POST', body, headers })).status;
    };

    const desk = await device({ as: world.manager, url: foyer.url });
    const guest = await desk.context.newPage();
    const address = `${foyer.url}/desk/paybycrd?lang=en`;
    await expect.poll(async () => (await fetch(address)).status).toBe(200);
    await guest.goto(address);
    await guest.getByRole('textbox', { name: 'Forename' }).first().fill('Ada');
    await guest.getByRole('textbox', { name: 'Surname' }).first().fill('Byron');
    await guest.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.org');
    await guest.getByRole('radio', { name: /Menu/ }).check();
    await guest.getByRole('radio', { name: 'Card' }).check();
    await guest.getByRole('button', { name: 'Register' }).click();
    const unpaid = guest.getByRole('heading', { name: 'Your registration is not paid yet' });
    await expect(unpaid).toBeVisible();

    stripe.onRequest = () => ({ status: 500 });
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('heading', { name: 'Card payments do not work just now' })).toBeVisible();
    stripe.onRequest = () => null;
    await guest.getByRole('button', { name: 'Try again' }).click();
    await guest.getByRole('link', { name: 'Back' }).click();
    await expect(unpaid).toBeVisible();
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await guest.getByRole('link', { name: 'Pay' }).click();
    const [page] = stripe.sessions;
    const news = { id: page?.id, object: 'checkout.session' };
    expect(await tell(news, 'whsec_forged')).toBe(403);
    expect(await Promise.all([tell(news), tell(news), tell(news)])).toEqual([200, 200, 200]);
    await expect
      .poll(async () => (await world.documents(event.dbName, 'consumer_'))[0]?.['status'])
      .toBe('invoice_paid');
    await guest.reload();
    await expectRegistered({ page: guest });

    // What is behind another tab draws nothing.
    await guest.close();
    const [client] = await world.documents(event.dbName, 'client_');
    const { page: office, t, open } = desk;
    await open(`/event/${event.id}/client/${client?._id.replace('client_', '') ?? ''}?tab=payment`);
    await expect(office.getByText(t('payments.states.paid'), { exact: true }).first()).toBeVisible();
    await expectAccessible(desk, 'payment tab', ['phone', 'desktop']);
    const giveBack = office.getByRole('button', { name: /Give back the payment of/ });
    await giveBack.click();
    await office.getByLabel(/Amount, /).fill('5');
    await office.getByRole('button', { name: /^Give CHF.*back$/ }).click();
    const told = async () => (await world.documents(event.dbName, 'consumer_'))[0];
    await expect.poll(async () => (await told())?.['registration']).toMatchObject({ cardRefunds: 500 });
    await expect(office.getByText(/of it given back/)).toBeVisible();
    await giveBack.click();
    await office.getByRole('button', { name: /^Give CHF.*back$/ }).click();
    await expect.poll(async () => (await told())?.['status']).toBe('canceled');
    await open(`/event/${event.id}/money`);
    await expect(office.getByRole('table', { name: t('screens.money') })).toContainText('Byron');
    await expectAccessible(desk, 'money', ['phone', 'desktop']);
  } finally {
    await foyer.dispose();
    await stripe.close();
  }
});
