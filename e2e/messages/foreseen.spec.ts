import { startMailServer } from '../../server/testing/mailServer.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { sendMessage } from '../support/sendMessage.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { expect, test } from '../support/fixtures.ts';

const NAMES = { Zoé: 'Zumthor', Linh: 'Nguyễn', Somchai: 'ใจดี' };

test('who is held back because a name is in no typeface is said before, without network too, and is who is held back [NOTIF-06] [CLIENT-28]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const mail = await startMailServer();
  try {
    const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
    const pdf = Buffer.from(await plainTemplate(1)).toString('base64');
    const event = await world.event({
      ...{ for: [member], clients: 0 },
      extra: [
        ...Object.entries(NAMES).flatMap(([forename, surname], index) => [
          {
            ...{ _id: `consumer_${index}`, type: 'consumer', date: 1, status: 'registered', metadata },
            ...{ notifMethod: 'email', paymentType: 'none', notifs: {} },
            person: { forename, surname, email: `guest${index}@example.org`, language: 'en' },
          },
          {
            ...{ _id: `client_${index}`, type: 'client', forename, surname, number: `Z-${index}` },
            ...{ category: 'indiv', language: 'en', consumerId: `consumer_${index}`, metadata },
          },
        ]),
        {
          ...{ _id: 'invitationtemplate_en', type: 'invitationtemplate', language: 'en', metadata },
          refs: [{ x: 10, y: 10, width: 60, height: 5, pageIndex: 0, variableKey: 'fullname' }],
          _attachments: { template: { content_type: 'application/pdf', data: pdf } },
        },
      ],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, email: mail.account });

    const desk = await device({ as: member, serviceWorker: true });
    const { page, t, open } = desk;
    await open(`/event/${event.id}/notif`);
    await page.getByRole('textbox', { name: t('notifs.body') }).click();
    await page.keyboard.type('Dear');
    await page.getByRole('radio', { name: t('notifs.types.automatic') }).check();
    await expect(page.getByText(t('notifs.due', { count: 3 }))).toBeVisible();
    await offlineReady(page);
    await desk.offline();
    await page.getByLabel(t('notifs.attachInvitation')).check();
    const reason = t('notifs.reason', { reason: t('notifs.holds.unprintable'), count: 1 });
    await expect(page.getByText(reason)).toBeVisible();
    await page.getByText(reason).click();
    await expect(page.locator('details').filter({ hasText: reason }).getByText('ใจดี Somchai')).toBeVisible();
    await expect(page.getByText(t('notifs.due', { count: 2 }))).toBeVisible();
    await desk.online();
    await sendMessage(desk);
    for (const [state, count] of [
      ['sent', 2],
      ['withheld', 1],
    ] as const) {
      await expect(
        page.getByRole('button', {
          name: t('notifs.reason', { reason: t(`notifs.states.${state}`), count }),
        }),
      ).toBeVisible();
    }
    expect(mail.mails.map(({ to }) => to).sort()).toEqual(['guest0@example.org', 'guest1@example.org']);
    const told = async () => JSON.stringify(await world.documents(event.dbName, 'consumer_2'));
    await expect.poll(told).toContain('"error":"unprintable"');
  } finally {
    await mail.close();
  }
});
