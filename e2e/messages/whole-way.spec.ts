import { attachedTo, headerOf } from '../../server/outbox/testing/scene.ts';
import { startMailServer } from '../../server/testing/mailServer.ts';
import { pixelsOf } from '#pdf/testing/pixels.ts';
import { scanPixels } from '#pdf/testing/read.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendMessage } from '../support/sendMessage.ts';
import { dragOnTemplate } from '../support/templateArea.ts';

/** One of those whose letters the standard typefaces lack. */
const [language, locale] = ['fr', 'fr-CH'];
const [forename, surname, number] = ['Łukasz', 'Nguyễn', 'N-042'];

test('an organiser’s PDF is uploaded, boxes are drawn and bound, a message takes it along, and the code in the mailbox is the guest’s number', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const mail = await startMailServer();
  try {
    const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
    const email = `guest@${language}.example.org`;
    const event = await world.event({
      ...{ for: [member], clients: 0 },
      extra: [
        {
          ...{ _id: 'consumer_one', type: 'consumer', date: 1, status: 'registered', metadata },
          ...{ notifMethod: 'email', paymentType: 'none', notifs: {} },
          person: { forename, surname, email, language },
        },
        {
          ...{ _id: 'client_one', type: 'client', forename, surname, number, metadata },
          ...{ category: 'indiv', language, consumerId: 'consumer_one' },
        },
      ],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, email: mail.account });

    const desk = await device({ as: member, locale });
    const { page, t, open } = desk;
    await open(`/event/${event.id}/invitations/new`);
    await page.locator('select').first().selectOption(language);
    await page.locator('input[type="file"]').setInputFiles({
      ...{ name: 'own.pdf', mimeType: 'application/pdf' },
      buffer: Buffer.from(await plainTemplate(1)),
    });
    await expect(page.getByText(t('templates.page', { page: 1, count: 1 }))).toBeVisible();
    await dragOnTemplate(page, [10, 20], [60, 25]);
    await page.locator('[data-popup] select').selectOption('fullname');
    await dragOnTemplate(page, [60, 40], [90, 60]);
    await page.locator('[data-popup] select').selectOption('qr_code');
    await page.getByRole('button', { name: t('templates.save') }).click();
    await expect(page.getByText(t('templates.saved'))).toBeVisible();

    await open(`/event/${event.id}/notif`);
    await page.getByRole('textbox', { name: t('notifs.subject') }).fill('Gala 2026');
    await page.getByRole('textbox', { name: t('notifs.body') }).click();
    await page.keyboard.type(forename);
    await page.getByLabel(t('notifs.attachInvitation')).check();
    await page.getByRole('radio', { name: t('notifs.types.automatic') }).check();
    await expect(page.getByText(t('notifs.due', { count: 1 }))).toBeVisible();
    await sendMessage(desk);
    await expect(
      page.getByRole('button', {
        name: t('notifs.reason', { reason: t('notifs.states.sent'), count: 1 }),
      }),
    ).toBeVisible();

    const [received, ...more] = mail.mails;
    expect(more).toEqual([]);
    expect(received?.to).toBe(email);
    const source = received?.source ?? '';
    expect(headerOf(source, 'Subject')).toBe('Gala 2026');
    const [invitation] = attachedTo(source);
    expect(invitation?.name).toBe(`invitation-${number}.pdf`);
    const pixels = await pixelsOf(invitation?.bytes ?? new Uint8Array(), 0, 3);
    expect(await scanPixels(pixels)).toEqual([number]);
  } finally {
    await mail.close();
  }
});
