import { expect, test } from '../support/fixtures.ts';
import {
  consumerOf,
  openPayments,
  refunds,
  register,
  SECRET,
  unpaid,
  withScene,
  type Scene,
} from '../support/paying.ts';
import { expectRegistered } from '../support/publicForm.ts';

interface Sent {
  body: string;
  headers: Record<string, string>;
}

async function send({ event, foyer }: Scene, { body, headers }: Sent): Promise<number> {
  const hook = `${foyer.url}/api/payments/webhook/${event.id}`;
  return (await fetch(hook, { method: 'POST', body, headers })).status;
}
const newsOf = ({ stripe }: Scene, secret = SECRET, at?: number): Sent =>
  stripe.signed(secret, { id: stripe.sessions[0]?.id, object: 'checkout.session' }, at);

/** On Stripe's page, about to pay. */
async function toPay(scene: Scene, surname: string): Promise<void> {
  const { guest } = scene;
  await register(scene, surname, 'Card');
  await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
  await guest.getByRole('button', { name: 'Pay by card' }).click();
  await expect(guest.getByRole('link', { name: 'Pay' })).toBeVisible();
}

test('who paid just before Stripe went away is asked to pay no second time, and it stands there once Stripe is back', async ({
  device,
}) => {
  await withScene(device, {}, async (scene) => {
    const { desk, guest, stripe } = scene;
    const { page: office, t } = desk;
    await toPay(scene, 'Paid');
    const [page] = stripe.sessions;
    stripe.pay(page?.id ?? '');
    await stripe.down();
    // Its news are on the way already, and are answered though nobody can ask what they mean.
    expect(await send(scene, newsOf(scene))).toBe(200);
    await guest.goto(page?.success_url ?? '');
    await expect(guest.getByText(/Have you just paid\?.*do not pay again/)).toBeVisible();
    // Whoever tries all the same is led to no page, and nothing is charged.
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('heading', { name: 'Card payments do not work just now' })).toBeVisible();
    expect((await consumerOf(scene, 'Paid'))?.['status']).toBe('pending');
    await openPayments(scene, 'Paid');
    await expect(office.getByText(/Waits for the payment by card/)).toBeVisible();

    await stripe.up();
    await office.bringToFront();
    await expect(office.getByText(t('payments.states.paid'), { exact: true }).first()).toBeVisible({
      timeout: 60_000,
    });
    await guest.bringToFront();
    await guest.getByRole('button', { name: 'Try again' }).click();
    await expectRegistered({ page: guest });
    expect(stripe.sessions).toHaveLength(1);
    expect((await consumerOf(scene, 'Paid'))?.['cards']).toMatchObject([{ paid: 2500, refunded: 0 }]);
  });
});

test('forged news of a payment change nothing that anybody sees; replayed ones nothing more, also after it went back', async ({
  device,
}) => {
  await withScene(device, {}, async (scene) => {
    const { desk, guest, stripe } = scene;
    const { page: office, t } = desk;
    await toPay(scene, 'Told');
    const right = newsOf(scene);
    const early = newsOf(scene, SECRET, Date.now() + 6 * 60_000);
    const old = newsOf(scene, SECRET, Date.now() - 6 * 60_000);
    const spaced = { ...right, body: right.body.replace('{', '{ ') };
    stripe.pay(stripe.sessions[0]?.id ?? '');
    const asked: string[] = [];
    stripe.onRequest = (_method, path) => (asked.push(path), null);
    const { 'stripe-signature': _, ...bare } = right.headers;
    const forged = [newsOf(scene, 'whsec_forged'), early, old, spaced, { ...right, headers: bare }];
    for (const one of forged) expect(await send(scene, one)).toBe(403);
    await openPayments(scene, 'Told');
    await expect(office.getByText(/Waits for the payment by card/)).toBeVisible();
    // Though it is paid: a stranger does not even have Stripe asked.
    expect(asked).toEqual([]);

    expect(await send(scene, right)).toBe(200);
    await expect(office.getByText(t('payments.states.paid'), { exact: true }).first()).toBeVisible();
    expect(await Promise.all([1, 2, 3].map(() => send(scene, right)))).toEqual([200, 200, 200]);
    await office.getByRole('button', { name: /Give back the payment of/ }).click();
    await office.getByRole('button', { name: /^Give CHF.*back$/ }).click();
    await expect(office.getByText(t('payments.states.refunded'), { exact: true }).first()).toBeVisible();
    const before = asked.length;
    expect(await send(scene, right)).toBe(200);
    // It was read once more, and says the same.
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    expect(refunds(scene)).toBe(1);
    await desk.page.reload();
    await expect(office.getByText(t('payments.states.refunded'), { exact: true }).first()).toBeVisible();
    const told = await consumerOf(scene, 'Told');
    expect(told).toMatchObject({ status: 'canceled', cards: [{ paid: 2500, refunded: 2500 }] });
    await guest.goto(stripe.sessions[0]?.success_url ?? '');
    await expect(guest.getByRole('heading', { name: 'This registration is cancelled' })).toBeVisible();
  });
});
