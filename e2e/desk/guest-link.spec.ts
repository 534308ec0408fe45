import { startMailServer } from '../../server/testing/mailServer.ts';
import { startStripe } from '../../server/testing/stripeServer.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { startFoyer } from '../support/foyer.ts';
import { sendMessage } from '../support/sendMessage.ts';
import { createWorld } from '../support/world.ts';

const SECRET = 'whsec_test';

test('a message leads a guest whom staff registered to their own page, where they pay by card; a member shows the same as a code, and ends it', async ({
  device,
}) => {
  const stripe = await startStripe('sk_test');
  const mail = await startMailServer();
  const foyer = await startFoyer((url) => ({ STRIPE_API_BASE: stripe.base, PUBLIC_URL: url }));
  try {
    const world = await createWorld(foyer.url);
    const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
    const event = await world.event({
      clients: 0,
      event: { paymentTypes: ['card', 'none'] },
      extra: [
        {
          ...{ _id: 'consumer_one', type: 'consumer', date: 1, status: 'registered', metadata },
          ...{ notifMethod: 'email', paymentType: 'card', notifs: {} },
          person: { forename: 'Zoé', surname: 'Zumthor', email: 'zoe@example.org', language: 'en' },
          registration: { amount: 2313, amountVat: 187, vat: 810, currency: 'chf', rate: 100 },
        },
        {
          ...{ _id: 'client_one', type: 'client', consumerId: 'consumer_one', number: 'G0001-01', metadata },
          ...{ forename: 'Zoé', surname: 'Zumthor', category: 'indiv', language: 'en' },
        },
      ],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, {
      _id: event.id,
      payments: { key: 'sk_test', secret: SECRET },
      email: mail.account,
    });

    const desk = await device({ as: world.manager, url: foyer.url });
    const { page, t, open } = desk;
    await open(`/event/${event.id}/notif`);
    const body = page.getByRole('textbox', { name: t('notifs.body') });
    await body.click();
    await page.keyboard.type('Your registration: ');
    await page
      .getByRole('button', {
        name: t('common.labelled', { label: t('notifs.body'), value: t('notifs.insert') }),
      })
      .click();
    await page.getByRole('menuitem', { name: t('templateVariables.registration_link') }).click();
    await expect(page.getByTestId('message-preview').locator('iframe')).toHaveAttribute(
      'srcdoc',
      /https:\/\/…/,
    );
    await page.getByRole('radio', { name: t('notifs.types.automatic') }).check();
    await sendMessage(desk);
    await expect.poll(() => mail.mails.length).toBe(1);
    const told = (mail.mails[0]?.source ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const [, link = ''] = /href="([^"]+\/desk\/registrations\/[^"]+)"/.exec(told) ?? [];
    expect(link.startsWith(`${foyer.url}/desk/registrations/`)).toBe(true);
    // On devices nothing stands that opens it.
    const stored = async (): Promise<string> => JSON.stringify(await world.documents(event.dbName));
    await expect.poll(stored).toContain('"message":"Your registration: …"');
    expect(await stored()).not.toContain(link.slice(-22));

    const { page: guest } = await device({ url: foyer.url });
    await guest.goto(link);
    await expect(guest.getByText('G0001-01')).toBeVisible();
    await expect(guest.getByText(/Still to pay: CHF\s25\.00/)).toBeVisible();
    // On paper, to show at the door: black on white, and nothing to press.
    const press = guest.getByRole('button', { name: 'Pay by card' });
    await guest.emulateMedia({ colorScheme: 'dark' });
    await expect(guest.getByText('G0001-01')).toHaveCSS('color', 'rgb(250, 250, 249)');
    await expect(press).toBeVisible();
    await guest.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await expect(guest.getByText('G0001-01')).toHaveCSS('color', 'rgb(28, 25, 23)');
    await expect(press).toBeHidden();
    await guest.emulateMedia({ colorScheme: 'light', media: 'screen' });
    await guest.goto(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`);
    await expect(guest.getByText('G0001-01')).toHaveCount(0);
    await expectAccessible({ page: guest }, 'no registration', ['phone']);

    // At the desk, as a code.
    await open(`/event/${event.id}/client/one?tab=payment`);
    await page.getByRole('button', { name: t('guestLink.pay') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('link')).toHaveAttribute('href', `${link}/pay`);
    await expectAccessible(desk, 'the code to pay by card', ['phone', 'desktop']);
    await guest.goto(`${link}/pay`);
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await guest.getByRole('link', { name: 'Pay' }).click();
    const [paid] = stripe.sessions;
    expect(paid).toMatchObject({ amount_total: 2500 });
    const { body: news, headers } = stripe.signed(SECRET, { id: paid?.id, object: 'checkout.session' });
    const hook = `${foyer.url}/api/payments/webhook/${event.id}`;
    expect((await fetch(hook, { method: 'POST', body: news, headers })).status).toBe(200);
    await page.keyboard.press('Escape');
    await expect(page.getByText(t('payments.states.paid'), { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: t('guestLink.pay') })).toHaveCount(0);
    await guest.goto(link);
    await expect(guest.getByRole('button', { name: 'Pay by card' })).toHaveCount(0);

    // Ended: what is in the mailbox opens nothing any more, the next one does.
    await page.getByRole('tab', { name: t('client_display.tabs.consumer') }).click();
    await page.getByRole('button', { name: t('guestLink.show') }).click();
    await expectAccessible(desk, 'the guest’s own page', ['phone', 'desktop']);
    await dialog.getByRole('button', { name: t('guestLink.end') }).click();
    await page.getByRole('button', { name: t('guestLink.endNow') }).click();
    await expect(page.getByText(t('guestLink.ended'))).toBeVisible();
    await expect.poll(async () => (await fetch(link)).status).toBe(404);
    await page.getByRole('button', { name: t('guestLink.show') }).click();
    const next = await dialog.getByRole('link').getAttribute('href');
    expect(next).not.toBe(link);
    await guest.goto(next ?? '');
    await expect(guest.getByText('G0001-01')).toBeVisible();
  } finally {
    await foyer.dispose();
    await mail.close();
    await stripe.close();
  }
});
