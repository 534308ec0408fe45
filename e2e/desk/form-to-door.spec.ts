import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { attachedTo } from '../../server/outbox/testing/scene.ts';
import { startMailServer } from '../../server/testing/mailServer.ts';
import { pixelsOf } from '#pdf/testing/pixels.ts';
import { scanPixels } from '#pdf/testing/read.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { ScanPage } from '../pages/ScanPage.ts';
import { openDevice } from '../support/device.ts';
import { browserWithCamera } from '../support/fakeCamera.ts';
import { expect, test } from '../support/fixtures.ts';
import { typeForm } from '../support/publicForm.ts';

const SESSIONS = [
  { title: 'Dinner', titleFrench: 'Dîner', date: Date.now(), status: 'ongoing' as const },
  { title: 'Ball', titleFrench: 'Bal', date: Date.now(), status: 'upcoming' as const },
];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

test('from a new form to an invited, checked-in guest: editor, public page, mailbox, door, and the list with what was answered', async ({
  device,
  foyer,
  world,
}) => {
  const [member, host] = [await world.person('member'), await world.person('host')];
  const mail = await startMailServer();
  try {
    const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
    const pdf = Buffer.from(await plainTemplate(1)).toString('base64');
    const event = await world.event({
      ...{ for: [member, host], clients: 0, sessions: SESSIONS },
      extra: [
        {
          ...{ _id: 'invitationtemplate_fr', type: 'invitationtemplate', language: 'fr', metadata },
          refs: [{ x: 10, y: 10, width: 30, height: 20, pageIndex: 0, variableKey: 'qr_code' }],
          _attachments: { template: { content_type: 'application/pdf', data: pdf } },
        },
      ],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, email: mail.account });
    const desk = await device({ as: member });
    const { page, t, open } = desk;

    // The message that invites whoever registers.
    await open(`/event/${event.id}/notif`);
    await page.getByRole('textbox', { name: t('notifs.subject') }).fill('Votre invitation');
    await page.getByRole('textbox', { name: t('notifs.body') }).click();
    await page.keyboard.type('Bienvenue');
    await page.getByLabel(t('notifs.status')).selectOption('registered');
    await page.getByLabel(t('notifs.attachInvitation')).check();
    await page.getByRole('radio', { name: t('notifs.types.automatic') }).check();
    await page.getByRole('button', { name: t('notifs.send') }).click();
    await expect.poll(async () => (await world.documents(event.dbName, 'notif_')).length).toBe(1);

    // The form.
    await open(`/event/${event.id}/form/new`);
    await typeForm(desk, { name: 'Invités', price: '120' });
    await page.getByRole('button', { name: t('forms.addQuestion') }).click();
    const question = page.getByRole('group', { name: t('forms.questionN', { n: 1 }), exact: true });
    await question.getByRole('textbox', { name: t('forms.questionLabel') }).fill('Votre arrêt ?');
    await page.getByRole('button', { name: t('forms.save') }).click();
    const link = page.getByRole('link', { name: t('forms.publicPageOf', { name: 'Invités' }) });
    const address = (await link.getAttribute('href')) ?? '';
    await expect.poll(async () => (await fetch(address)).status).toBe(200);

    // A guest, who knows nothing of all this.
    const guest = await device({ ...PHONE, locale: 'fr-CH' });
    await guest.page.goto(`${address}?lang=fr`);
    await guest.page.getByRole('textbox', { name: 'Prénom' }).first().fill('Zoé');
    await guest.page.getByRole('textbox', { name: 'Nom', exact: true }).first().fill('Zumthor');
    await guest.page.getByRole('textbox', { name: 'E-mail' }).first().fill('zoe@example.org');
    await guest.page.getByRole('radio', { name: /Menu/ }).first().check();
    await guest.page.getByRole('textbox', { name: 'Votre arrêt ?' }).fill('Gare');
    await expect(guest.page.getByText(/Total\s+120\.00\s+CHF/)).toBeVisible();
    await guest.page.getByRole('button', { name: 'S’inscrire' }).click();
    await expect(
      guest.page.getByRole('heading', { name: 'Votre inscription est enregistrée' }),
    ).toBeVisible();
    const number = (await guest.page.getByText(/-01$/).textContent()) ?? '';
    const [invitation, diary] = await Promise.all(
      ['Invitation (PDF)', 'Ajouter à l’agenda'].map(async (name) => {
        const href = await guest.page.getByRole('link', { name }).getAttribute('href');
        return guest.context.request.get(new URL(href ?? '', world.url).href);
      }),
    );
    const codeIn = async (bytes: Uint8Array) => scanPixels(await pixelsOf(new Uint8Array(bytes), 0, 3));
    expect(await codeIn(new Uint8Array((await invitation?.body()) ?? []))).toEqual([number]);
    expect(await diary?.text()).toContain('SUMMARY');

    // The mailbox.
    await expect.poll(() => mail.mails.map(({ to }) => to)).toEqual(['zoe@example.org']);
    const [attached] = attachedTo(mail.mails[0]?.source ?? '');
    const codes = await codeIn(attached?.bytes ?? new Uint8Array());
    expect(codes).toEqual([number]);

    // The door reads the mailed code.
    const [dinner] = event.sessions;
    const browser = await browserWithCamera({ shows: codes });
    try {
      const door = await openDevice(browser, foyer.url, { ...PHONE, as: host });
      const scan = new ScanPage(door);
      await scan.open(event.id, dinner?._id ?? '');
      await scan.expectVerdict('in', door.t('scan.in'), 'Zoé Zumthor');
      await expect
        .poll(async () => (await world.checkins(event)).map(({ method }) => method))
        .toEqual(['scan']);
      expect(door.errors).toEqual([]);
    } finally {
      await browser.close();
    }

    // The list of the session has who came, and what was answered.
    await open(`/event/${event.id}/session/${dinner?._id.replace('session_', '') ?? ''}`);
    await expect(page.getByText(number)).toBeVisible();
    await page.getByRole('button', { name: t('common.actions') }).click();
    await page.getByRole('menuitem', { name: t('exports.action.csv') }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog', { name: t('exports.title') })
        .getByRole('button', { name: t('exports.start'), exact: true })
        .click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const [row] = Papa.parse<Record<string, string>>(text.replace('\uFEFF', ''), { header: true }).data;
    expect(row).toMatchObject({ 'Votre arrêt ?': 'Gare', [t('client.number')]: number });
    expect(row?.[t('session.checkedIn')]).not.toBe('');
  } finally {
    await mail.close();
  }
});
