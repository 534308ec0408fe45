import { readFile } from 'node:fs/promises';
import { readPdf } from '#pdf/testing/read.ts';
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

/** Stripe closes no page just now, such as one on which somebody is paying. */
const keepsPages = ({ stripe }: Scene): void => {
  stripe.onRequest = (_method, path) => (path.endsWith('/expire') ? { status: 400 } : null);
};

async function tell({ event, foyer, stripe }: Scene, page: string): Promise<void> {
  const { body, headers } = stripe.signed(SECRET, { id: page, object: 'checkout.session' });
  const hook = `${foyer.url}/api/payments/webhook/${event.id}`;
  expect((await fetch(hook, { method: 'POST', body, headers })).status).toBe(200);
}

/** The list of the event's money, of what is to be looked at. */
async function expectListed({ desk, event }: Scene, name: string, credit: RegExp): Promise<void> {
  const { page: office, t } = desk;
  await desk.open(`/event/${event.id}/money?state=attention`);
  const row = office
    .getByRole('table', { name: t('screens.money') })
    .getByRole('row')
    .filter({ hasText: name });
  await expect(row).toContainText(t('payments.flags.over'));
  await expect(row.locator('td[data-sum="credit"]')).toHaveText(credit);
}

test('two pages for one registration are both paid: it is flagged, listed, and one of them given back', async ({
  device,
}) => {
  await withScene(device, {}, async (scene) => {
    const { desk, event, guest, stripe, world } = scene;
    const { page: office, t } = desk;
    await register(scene, 'Twice', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    const own = guest.url();
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('link', { name: 'Pay' })).toBeVisible();
    const first = guest.url();

    // The price rises, so there is another page.
    const owes = await consumerOf(scene, 'Twice');
    const registration = { ...(owes?.['registration'] as object), amount: 2775, amountVat: 225 };
    const put = await world.manager.call('PUT', `/db/${event.dbName}/${owes?._id ?? ''}`, {
      ...{ ...owes, registration },
    });
    expect(put.status).toBe(201);
    await guest.goto(own);
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await guest.getByRole('link', { name: 'Pay' }).click();
    await expectRegistered({ page: guest });
    expect(stripe.sessions.map(({ amount_total }) => amount_total)).toEqual([2500, 3000]);
    expect((await consumerOf(scene, 'Twice'))?.['status']).toBe('invoice_paid');

    // Stripe took the money before it heard that nobody may pay there any more.
    Object.assign(stripe.sessions[0] ?? {}, { status: 'open' });
    await guest.goto(first);
    await guest.getByRole('link', { name: 'Pay' }).click();
    await tell(scene, stripe.sessions[0]?.id ?? '');
    await expect
      .poll(async () => ((await consumerOf(scene, 'Twice'))?.['cards'] as object[] | undefined)?.length)
      .toBe(2);
    await guest.goto(own);
    await expect(guest.getByText(/The organiser has CHF\s25\.00 to give back to you/)).toBeVisible();

    await expectListed(scene, 'Twice', /^CHF\s25\.00$/);
    await openPayments(scene, 'Twice');
    await expect(office.getByText(t('payments.flags.over'), { exact: true })).toBeVisible();
    await expect(office.getByText(/CHF\s25\.00 is to be given back/)).toBeVisible();
    await office.getByRole('button', { name: /Give back the payment of CHF\s25\.00/ }).click();
    const dialog = office.getByRole('dialog');
    await expect(dialog.getByText(t('payments.outcomes.credit'))).toBeVisible();
    await dialog.getByRole('button', { name: /^Give CHF\s25\.00 back$/ }).click();
    await expect(office.getByText(t('payments.flags.over'), { exact: true })).toHaveCount(0);
    expect(refunds(scene)).toBe(1);
    // The other one, and the registration, stay as they are.
    const paid = await consumerOf(scene, 'Twice');
    expect(paid?.['status']).toBe('invoice_paid');
    expect(paid?.['registration']).toMatchObject({ amount: 2775, amountVat: 225 });
    const cards = (paid?.['cards'] ?? []) as { paid: number; refunded: number }[];
    expect(cards.map(({ paid: came, refunded }) => came - refunded).toSorted((a, b) => a - b)).toEqual([
      0, 3000,
    ]);
    await guest.goto(own);
    await expect(guest.getByText(/Given back to you: CHF\s25\.00/)).toBeVisible();
    await expect(guest.getByText(/to give back to you/)).toHaveCount(0);
  });
});

test('paid at the desk, with a receipt, and by card as well: it is flagged, listed, and the card given back', async ({
  device,
}) => {
  await withScene(device, {}, async (scene) => {
    const { desk, event, guest, stripe } = scene;
    const { page: office, t } = desk;
    await register(scene, 'Both', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await expect(guest.getByRole('link', { name: 'Pay' })).toBeVisible();
    keepsPages(scene);

    await openPayments(scene, 'Both');
    await office.getByRole('button', { name: t('payments.take') }).click();
    const taking = office.getByRole('dialog', { name: t('payments.take') });
    await taking.getByRole('button', { name: /^Note CHF\s25\.00$/ }).click();
    await expect(taking).toBeHidden();
    await expect.poll(async () => (await consumerOf(scene, 'Both'))?.['status']).toBe('invoice_paid');
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('button', { name: /^Receipt for CHF\s25\.00$/ }).click(),
    ]);
    const { title, pages } = await readPdf(new Uint8Array(await readFile(await download.path())));
    expect(title).toBe(t('payments.receipt'));
    const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('\n');
    expect(words).toMatch(/CHF\s25\.00 received from Ada Both\nCash\nNoted by /);

    await guest.getByRole('link', { name: 'Pay' }).click();
    await tell(scene, stripe.sessions[0]?.id ?? '');
    await expect(office.getByText(t('payments.flags.over'), { exact: true })).toBeVisible();
    await expectListed(scene, 'Both', /^CHF\s25\.00$/);
    await openPayments(scene, 'Both');
    await office.getByRole('button', { name: /Give back the payment of CHF\s25\.00/ }).click();
    await office.getByRole('button', { name: /^Give CHF\s25\.00 back$/ }).click();
    await expect(office.getByText(t('payments.flags.over'), { exact: true })).toHaveCount(0);
    expect(refunds(scene)).toBe(1);
    expect((await consumerOf(scene, 'Both'))?.['status']).toBe('invoice_paid');
    await desk.open(`/event/${event.id}/money?state=attention`);
    await expect(office.getByText(t('payments.none'))).toBeVisible();
  });
});
