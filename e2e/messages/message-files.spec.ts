import { attachedTo } from '../../server/outbox/testing/scene.ts';
import { startMailServer } from '../../server/testing/mailServer.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { sendMessage } from '../support/sendMessage.ts';

test('without network a message gets an own file; it goes along byte for byte when the device is back', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const mail = await startMailServer();
  try {
    const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
    const event = await world.event({
      ...{ for: [member], clients: 0 },
      extra: [
        {
          ...{ _id: 'consumer_one', type: 'consumer', date: 1, status: 'registered', metadata },
          ...{ notifMethod: 'email', paymentType: 'none', notifs: {} },
          person: { forename: 'Zoé', surname: 'Zumthor', email: 'zoe@example.org', language: 'fr' },
        },
      ],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, email: mail.account });

    const desk = await device({ as: member });
    const { page, t, open } = desk;
    await open(`/event/${event.id}/notif`);
    await expect(page.getByRole('textbox', { name: t('notifs.body') })).toBeVisible();
    await desk.offline();
    await page.getByRole('textbox', { name: t('notifs.body') }).click();
    await page.keyboard.type('Dear');
    const bytes = await plainTemplate(1);
    const pdf = Buffer.from(bytes);
    const large = new Uint8Array(bytes.length + 4 * 1024 * 1024);
    large.set(bytes);
    const files = page.getByRole('group', { name: t('notifs.attachments') });
    await files
      .locator('input[type="file"]')
      .setInputFiles({ name: 'Menu.pdf', mimeType: 'application/pdf', buffer: pdf });
    await expect(files.getByRole('listitem')).toContainText('Menu');
    await files.locator('input[type="file"]').setInputFiles({
      ...{ name: 'Film.pdf', mimeType: 'application/pdf' },
      buffer: Buffer.from(large),
    });
    await expect(files.getByRole('alert')).not.toBeEmpty();
    await expect(files.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(desk, 'a message with a file', ['phone', 'desktop']);
    await page.getByRole('radio', { name: t('notifs.types.automatic') }).check();
    await sendMessage(desk);
    await expect(page.getByText(t('notifs.saved'))).toBeVisible();
    expect(mail.mails).toEqual([]);

    await desk.online();
    await expect(
      page.getByRole('button', { name: t('notifs.reason', { reason: t('notifs.states.sent'), count: 1 }) }),
    ).toBeVisible();
    expect(mail.mails).toHaveLength(1);
    const [file, ...more] = attachedTo(mail.mails[0]?.source ?? '');
    expect(more).toEqual([]);
    expect(Buffer.from(file?.bytes ?? []).equals(pdf)).toBe(true);
  } finally {
    await mail.close();
  }
});
