import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { consumerOf, openPayments, refunds, register, SECRET, unpaid, withScene } from '../support/paying.ts';
import { expectRegistered } from '../support/publicForm.ts';

test('a guest who pays when the time is over and the place is somebody else’s is told so, and gets the money back', async ({
  device,
}) => {
  await withScene(device, { capacity: 1 }, async (scene) => {
    const { stripe, world, event, desk, guest } = scene;
    const { page: office, t } = desk;
    await register(scene, 'Late', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    const own = guest.url();
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('link', { name: 'Pay' })).toBeVisible();
    const paying = guest.url();
    const [page] = stripe.sessions;

    const late = await consumerOf(scene, 'Late');
    const over = { ...late, hold: { until: 1, over: false } };
    expect((await world.manager.call('PUT', `/db/${event.dbName}/${late?._id ?? ''}`, over)).status).toBe(
      201,
    );
    await expect.poll(async () => (await consumerOf(scene, 'Late'))?.['status']).toBe('canceled');
    await expect.poll(() => page?.status).toBe('expired');
    await register(scene, 'Second', 'Free');
    await expectRegistered({ page: guest });

    // In the last moment: Stripe took the money before it heard that nobody may pay there any more.
    if (page !== undefined) page.status = 'open';
    await guest.goto(paying);
    await guest.getByRole('link', { name: 'Pay' }).click();
    await expect(guest.getByRole('heading', { name: 'This registration is cancelled' })).toBeVisible();
    await expect(guest.getByText('there was no place left')).toBeVisible();
    await expect(guest.getByText(/The organiser has CHF\s25\.00 to give back to you/)).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Pay by card' })).toHaveCount(0);
    await expectAccessible({ page: guest }, 'paid too late', ['phone']);

    await openPayments(scene, 'Late');
    await expect(office.getByText(t('payments.flags.late'), { exact: true })).toBeVisible();
    await expect(office.getByText(/CHF\s25\.00 is to be given back\./)).toBeVisible();
    await expectAccessible(desk, 'paid too late', ['phone', 'desktop']);
    await office.getByRole('button', { name: /Give back the payment of/ }).click();
    await office.getByRole('button', { name: /^Give CHF.*back$/ }).click();
    await expect(office.getByText(t('payments.states.refunded'), { exact: true }).first()).toBeVisible();
    await expect(office.getByText(t('payments.flags.late'), { exact: true })).toHaveCount(0);
    expect(refunds(scene)).toBe(1);
    await guest.goto(own);
    await expect(guest.getByText(/Given back to you: CHF\s25\.00/)).toBeVisible();
    await expect(guest.getByText(/to give back to you/)).toHaveCount(0);
    expect((await consumerOf(scene, 'Second'))?.['status']).toBe('registered');
  });
});

test('Stripe takes no connections: guest and organiser read so, nothing moves, and both go on when it is back', async ({
  device,
}) => {
  await withScene(device, {}, async (scene) => {
    const { stripe, desk, guest } = scene;
    const { page: office, t } = desk;
    await register(scene, 'Paid', 'Card');
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await guest.getByRole('link', { name: 'Pay' }).click();
    await expectRegistered({ page: guest });
    await register(scene, 'Waits', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();

    await stripe.down();
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('heading', { name: 'Card payments do not work just now' })).toBeVisible();
    await expectAccessible({ page: guest }, 'Stripe is down', ['phone']);
    await guest.getByRole('button', { name: 'Try again' }).click();
    await expect(guest.getByRole('heading', { name: 'Card payments do not work just now' })).toBeVisible();
    await openPayments(scene, 'Waits');
    await expect(office.getByText(/Waits for the payment by card. The place is held until/)).toBeVisible();
    await openPayments(scene, 'Paid');
    await office.getByRole('button', { name: /Give back the payment of/ }).click();
    await office.getByRole('button', { name: /^Give CHF.*back$/ }).click();
    await expect(office.getByText(t('errors.cards_unavailable')).first()).toBeVisible();
    expect((await consumerOf(scene, 'Waits'))?.['status']).toBe('pending');
    expect((await consumerOf(scene, 'Paid'))?.['status']).toBe('invoice_paid');

    await stripe.up();
    await guest.getByRole('button', { name: 'Try again' }).click();
    await guest.getByRole('link', { name: 'Pay' }).click();
    await expectRegistered({ page: guest });
    await office.getByRole('button', { name: /^Give CHF.*back$/ }).click();
    await expect.poll(async () => (await consumerOf(scene, 'Paid'))?.['status']).toBe('canceled');
    expect(refunds(scene)).toBe(1);
    await openPayments(scene, 'Waits');
    await expect(office.getByText(t('payments.states.paid'), { exact: true }).first()).toBeVisible();
    expect(stripe.sessions).toHaveLength(2);
  });
});

test('a server that was put back from a backup gives nothing back before a manager has confirmed it, then once', async ({
  device,
}) => {
  await withScene(device, {}, async (scene) => {
    const { desk, foyer, event, guest, world } = scene;
    const { page: office, t } = desk;
    await register(scene, 'Paid', 'Card');
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await guest.getByRole('link', { name: 'Pay' }).click();
    await expectRegistered({ page: guest });
    await register(scene, 'Waits', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    await foyer.backup();
    await foyer.restore();

    // A guest pays nothing on a copy, either.
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('heading', { name: 'Card payments do not work just now' })).toBeVisible();
    await openPayments(scene, 'Paid');
    const give = office.getByRole('button', { name: /Give back the payment of/ });
    await give.click();
    await office.getByLabel(/Amount, /).fill('5');
    await office.getByRole('button', { name: /^Give CHF.*back$/ }).click();
    await expect(office.getByText(t('errors.copy_unconfirmed')).first()).toBeVisible();
    expect(refunds(scene)).toBe(0);
    expect(scene.stripe.sessions).toHaveLength(1);

    await desk.open(`/event/${event.id}/notif`);
    await office.getByRole('button', { name: t('notifs.confirmCopy') }).click();
    await office
      .getByRole('dialog')
      .getByRole('button', { name: t('notifs.confirmCopy') })
      .click();
    await expect(office.getByText(t('notifs.copyConfirmed'))).toBeVisible();
    await openPayments(scene, 'Paid');
    await give.click();
    await office.getByLabel(/Amount, /).fill('5');
    await office.getByRole('button', { name: /^Give CHF.*back$/ }).click();
    await expect(office.getByText(/of it given back/)).toBeVisible();
    const [paid] = (await world.documents(event.dbName, 'consumer_')).filter(({ cards }) => cards);
    expect(paid?.['cards']).toMatchObject([{ paid: 2500, refunded: 500 }]);
    expect(refunds(scene)).toBe(1);
    await guest.getByRole('button', { name: 'Try again' }).click();
    await guest.getByRole('link', { name: 'Pay' }).click();
    await expectRegistered({ page: guest });
  });
});

test('the code at the desk says by itself that it is paid', async ({ device }) => {
  await withScene(device, {}, async (scene) => {
    const { desk, event, foyer, guest, stripe } = scene;
    const { page: office, t } = desk;
    await register(scene, 'Shown', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    await openPayments(scene, 'Shown');
    await office.getByRole('button', { name: t('guestLink.pay') }).click();
    const dialog = office.getByRole('dialog', { name: t('guestLink.payTitle') });
    const code = dialog.getByRole('link');
    const address = (await code.getAttribute('href')) ?? '';
    await expect(dialog.getByText(t('guestLink.paid'))).toHaveCount(0);

    await guest.goto(address);
    await expect(guest.getByText(/Still to pay: CHF\s25\.00/)).toBeVisible();
    await expectAccessible({ page: guest }, 'what is still to pay', ['phone', 'desktop']);
    expect(stripe.sessions).toHaveLength(0);
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('link', { name: 'Pay' })).toBeVisible();
    const [page] = stripe.sessions;
    // The guest shuts the phone: only Stripe tells.
    stripe.pay(page?.id ?? '');
    const { body, headers } = stripe.signed(SECRET, { id: page?.id, object: 'checkout.session' });
    const hook = `${foyer.url}/api/payments/webhook/${event.id}`;
    expect((await fetch(hook, { method: 'POST', body, headers })).status).toBe(200);
    await office.bringToFront();
    await expect(dialog.getByText(t('guestLink.paid'))).toBeVisible();
    await expect(code).toHaveCount(0);
    await expectAccessible(desk, 'the code at the desk, paid', ['phone', 'desktop']);
  });
});

test('the code at the desk says when the registration was cancelled meanwhile, and thanks nobody', async ({
  device,
}) => {
  await withScene(device, {}, async (scene) => {
    const { desk, event, guest, world } = scene;
    const { page: office, t } = desk;
    await register(scene, 'Left', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    await openPayments(scene, 'Left');
    await office.getByRole('button', { name: t('guestLink.pay') }).click();
    const dialog = office.getByRole('dialog', { name: t('guestLink.payTitle') });
    await expect(dialog.getByRole('link')).toBeVisible();
    const consumer = await consumerOf(scene, 'Left');
    const path = `/db/${event.dbName}/${consumer?._id ?? ''}`;
    expect((await world.manager.call('PUT', path, { ...consumer, status: 'canceled' })).status).toBe(201);
    await office.bringToFront();
    await expect(dialog.getByText(t('guestLink.cancelled'))).toBeVisible();
    await expect(dialog.getByRole('link')).toHaveCount(0);
    await expect(dialog.getByText(t('guestLink.paid'))).toHaveCount(0);
  });
});
