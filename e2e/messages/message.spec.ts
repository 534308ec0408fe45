import { readFile } from 'node:fs/promises';
import { attachedTo, headerOf } from '../../server/outbox/testing/scene.ts';
import { startMailServer } from '../../server/testing/mailServer.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { pixelsOf } from '#pdf/testing/pixels.ts';
import { scanPixels } from '#pdf/testing/read.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendMessage } from '../support/sendMessage.ts';

test('from the editor to a mailbox: who gets it is said before, and the code on the invitation is the guest’s number [NOTIF-06] [NOTIF-07] [EVENT-05]', async ({
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
        {
          ...{ _id: 'consumer_zoe', type: 'consumer', date: 1, status: 'seating_validated', metadata },
          ...{ notifMethod: 'email', paymentType: 'none', notifs: {} },
          person: { forename: 'Zoé', surname: 'Zumthor', email: 'zoe@example.org', language: 'en' },
        },
        {
          ...{ _id: 'client_zoe', type: 'client', forename: 'Zoé', surname: 'Zumthor', number: 'Z-777' },
          ...{ category: 'indiv', language: 'en', consumerId: 'consumer_zoe', metadata },
        },
        {
          ...{ _id: 'invitationtemplate_en', type: 'invitationtemplate', language: 'en', metadata },
          refs: [{ x: 10, y: 10, width: 30, height: 20, pageIndex: 0, variableKey: 'qr_code' }],
          _attachments: { template: { content_type: 'application/pdf', data: pdf } },
        },
      ],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, email: mail.account });

    const desk = await device({ as: member });
    const { page, t, open } = desk;
    await open(`/event/${event.id}/notif`);
    await page.getByRole('textbox', { name: t('notifs.subject') }).click();
    await page.keyboard.type('Your invitation, ');
    const inSubject = t('common.labelled', { label: t('notifs.subject'), value: t('notifs.insert') });
    await page.getByRole('button', { name: inSubject }).click();
    await page.getByRole('menuitem', { name: t('templateVariables.forename'), exact: true }).click();
    await page.keyboard.type(' Z.');
    const body = page.getByRole('textbox', { name: t('notifs.body') });
    await body.click();
    await page.keyboard.type('Dear ');
    const label = t('common.labelled', { label: t('notifs.body'), value: t('notifs.insert') });
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('menuitem', { name: t('templateVariables.fullname'), exact: true }).click();
    // Larger than any mail shows.
    const photo = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1600, 800);
      const pen = canvas.getContext('2d');
      for (let at = 0; at < 1600; at += 10) {
        if (pen !== null) pen.fillStyle = `hsl(${at % 360} 80% 50%)`;
        pen?.fillRect(at, (at * 7) % 700, 10, 100);
      }
      const bytes = await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer();
      return [...new Uint8Array(bytes)];
    });
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) });
    await page.getByLabel(t('notifs.pictureAlt')).fill('The hall');
    await page.getByRole('button', { name: t('notifs.pictureDone') }).click();
    await page.getByLabel(t('notifs.status')).selectOption('seating_validated');
    await page.getByLabel(t('notifs.attachInvitation')).check();
    await page.getByRole('radio', { name: t('notifs.types.automatic') }).check();
    await expect(page.getByText(t('notifs.due', { count: 1 }))).toBeVisible();
    const shown = page.frameLocator('iframe');
    await expect(shown.getByText('Dear Zoé Zumthor')).toBeVisible();
    await expect(shown.getByAltText('The hall')).toBeVisible();
    await expectAccessible(desk, 'message editor', ['desktop']);
    await sendMessage(desk);

    // What became of it moves while one looks.
    await expect(
      page.getByRole('button', { name: t('notifs.reason', { reason: t('notifs.states.sent'), count: 1 }) }),
    ).toBeVisible();
    await expect.poll(() => mail.mails.length).toBe(1);
    const [received] = mail.mails;
    expect(received?.to).toBe('zoe@example.org');
    const source = received?.source ?? '';
    // Between words stand spaces as they were typed, and no others.
    const [notif] = await world.documents(event.dbName, 'notif_');
    expect(notif).toMatchObject({ contents: { subject: 'Your invitation, {{forename}} Z.' } });
    expect(headerOf(source, 'Subject')).toContain('=?UTF-8?');
    const [invitation, hall] = attachedTo(source).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(invitation?.name).toBe('invitation-Z-777.pdf');
    // The picture is a part of the mail, as large as mails show it.
    const cid = /^Content-ID: <([^>]+)>/im.exec(source)?.[1] ?? '';
    expect(source.replaceAll(/=\r\n/g, '')).toContain(`src=3D"cid:${cid}" alt=3D"The hall" width=3D"600"`);
    expect(hall?.bytes.length).toBeLessThan(200_000);
    const size = await page.evaluate(
      async (bytes) => {
        const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        return { width, height };
      },
      [...(hall?.bytes ?? [])],
    );
    expect(size).toEqual({ width: 1200, height: 600 });
    const pixels = await pixelsOf(invitation?.bytes ?? new Uint8Array(), 0, 3);
    expect(await scanPixels(pixels)).toEqual(['Z-777']);
  } finally {
    await mail.close();
  }
});

test('what went wrong is said of each in words, on Home too, and taken along as a table', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const mail = await startMailServer();
  mail.onRecipient = (to) => (to.startsWith('ann') ? { refuse: 550 } : null);
  mail.onMail = ({ to }) =>
    to.startsWith('bea') ? { refuse: 552 } : to.startsWith('cleo') ? 'keepAndDrop' : null;
  try {
    const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
    const guest = (forename: string, email: string | null) => ({
      ...{ _id: `consumer_${forename}`, type: 'consumer', date: 1, status: 'registered', metadata },
      ...{ notifMethod: 'email', paymentType: 'none', notifs: {} },
      person: { forename, surname: 'Test', email, language: 'fr' },
    });
    const event = await world.event({
      ...{ for: [member], clients: 0 },
      extra: [
        ...['Ann', 'Bea', 'Cleo', 'Dora'].map((name) => guest(name, `${name.toLowerCase()}@example.org`)),
        guest('Eve', null),
      ],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, email: mail.account });
    await world.manager.call('PUT', `/db/${event.dbName}/notif_a`, {
      ...{ _id: 'notif_a', type: 'notif', notifType: 'automatic', notifMethod: 'email', metadata },
      ...{ consumerStatus: 'registered', consumerStatusNew: null, language: 'fr', sessionIds: null },
      contents: { subject: 'Bienvenue', body: { html: '<p>Bonjour {{forename}}</p>' } },
    });

    const desk = await device({ as: member, locale: 'fr-CH' });
    const { page, t, open } = desk;
    await open(`/event/${event.id}/notif/a?tab=people`);
    const counts = { sent: 1, failed: 2, uncertain: 1, withheld: 1 } as const;
    for (const state of ['sent', 'failed', 'uncertain', 'withheld'] as const) {
      const name = t('notifs.reason', { reason: t(`notifs.states.${state}`), count: counts[state] });
      await expect(page.getByRole('button', { name })).toBeVisible();
    }
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: t('notifs.export') }).click();
    const table = (await readFile(await (await download).path(), 'utf8')).replace('\uFEFF', '');
    await expect(page.getByText(t('notifs.smtp.address', { code: '550' }))).toBeVisible();
    await expect(page.getByText(t('notifs.smtp.full', { code: '552' }))).toBeVisible();
    const rows = table
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    expect(rows.map(([name, to, state]) => [name, to, state])).toEqual([
      [t('notifs.name'), t('notifs.address'), t('notifs.state')],
      ['Test Ann', 'ann@example.org', t('notifs.states.failed')],
      ['Test Bea', 'bea@example.org', t('notifs.states.failed')],
      ['Test Cleo', 'cleo@example.org', t('notifs.states.uncertain')],
      ['Test Dora', 'dora@example.org', t('notifs.states.sent')],
      ['Test Eve', '', t('notifs.states.withheld')],
    ]);
    // Nothing was sent twice, whatever became of it.
    expect(mail.mails.map(({ to }) => to).toSorted()).toEqual(['cleo@example.org', 'dora@example.org']);

    await open('/');
    const waits = page.getByRole('region', { name: t('notifs.attention', { count: 1 }) });
    await expect(waits.getByRole('listitem')).toContainText('Bienvenue');
    await expectAccessible(desk, 'Home with a message that waits', ['desktop']);
    await waits.getByRole('link').click();
    await expect(page.getByRole('button', { name: t('notifs.retry', { count: 3 }) })).toBeVisible();
  } finally {
    await mail.close();
  }
});
