import { startTwilio } from '../../server/testing/twilioServer.ts';
import { startFoyer } from '../support/foyer.ts';
import { expect, test } from '../support/fixtures.ts';
import { createWorld } from '../support/world.ts';

const ACCOUNT = { sid: `AC${'0'.repeat(32)}`, token: 'token', number: '+41790000099' };
const CONTENT = `HX${'0a'.repeat(16)}`;

const guest = (name: string, company: string | null, phone: string | null): object => ({
  ...{ _id: `consumer_${name}`, type: 'consumer', date: 1, status: 'registered', paymentType: 'none' },
  ...{ notifMethod: 'whatsapp', notifs: {}, metadata: { createdAt: 1, updatedAt: 1 } },
  person: { forename: name, surname: 'Guest', company, phone, language: 'en' },
});

test('approved content is named, bound, confirmed with its number, called back, and then reaches as many, with their own values', async ({
  device,
}) => {
  const twilio = await startTwilio(ACCOUNT.sid, ACCOUNT.token);
  const foyer = await startFoyer({ TWILIO_API_BASE: twilio.base });
  try {
    const world = await createWorld(foyer.url);
    const extra = [
      guest('Dora', 'Lake & "Sons"', '+41790000001'),
      guest('Emil', null, '+41790000002'),
      guest('Fred', 'Mill Ltd', null),
    ];
    const event = await world.event({ clients: 0, extra: extra as never });
    await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, whatsapp: ACCOUNT });
    const desk = await device({ as: world.manager, url: foyer.url });
    const { page, t, open } = desk;
    await open(`/event/${event.id}/services`);
    await page.getByLabel(t('services.whatsapp.text')).fill('Dear {{1}}, {{company}} has a table.');
    await page.locator('[name="contentSid"]').fill(CONTENT);
    await page.getByRole('button', { name: t('services.whatsapp.add') }).click();
    await expect(page.getByText(t('services.whatsapp.approved', { sid: CONTENT }))).toBeVisible();

    await open(`/event/${event.id}/notif`);
    await page.getByRole('tab', { name: t('notifs.methods.whatsapp') }).click();
    await page.locator('[name="templateId"]').selectOption({ index: 1 });
    await page.getByRole('radio', { name: t('notifs.types.one-time') }).check();
    const send = page.getByRole('button', { name: t('notifs.send'), exact: true });
    await send.click();
    await expect(page.getByText(t('notifs.unbound', { placeholder: '{{1}}' })).first()).toBeVisible();
    await page.getByRole('textbox', { name: t('notifs.standsFor', { placeholder: '{{1}}' }) }).fill('guest ');
    const label = t('common.labelled', {
      ...{ label: t('notifs.standsFor', { placeholder: '{{1}}' }), value: t('notifs.insert') },
    });
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('menuitem', { name: t('templateVariables.forename'), exact: true }).click();
    await expect(page.getByText('Dear guest Dora, Lake & "Sons" has a table.')).toBeVisible();
    const held = (reason: string) =>
      expect(page.getByText(t('notifs.reason', { reason, count: 1 }))).toBeVisible();
    await held(t('notifs.holds.missing_value'));
    await held(t('notifs.holds.missing_phone'));

    await send.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('notifs.confirmNow', { count: 1 }));
    await dialog.getByRole('button', { name: t('notifs.confirmSend') }).click();
    await page.getByRole('button', { name: t('notifs.callBack') }).click();
    await expect(page.getByText(t('notifs.calledBack'))).toBeVisible();
    const notifs = () => world.documents(event.dbName, 'notif_');
    await expect.poll(async () => (await notifs())[0]?.['notifType']).toBe('inactive');
    const counts = async () => {
      const { body } = await world.manager.call('GET', `/api/routine/${event.id}`);
      return (body as { counts: Record<string, number> }).counts;
    };
    expect(Object.values(await counts()).every((count) => count === 0)).toBe(true);
    expect(twilio.messages).toEqual([]);

    // Once more, and its half minute is over.
    const [stored] = await notifs();
    await world.manager.call('PUT', `/db/${event.dbName}/${String(stored?._id)}`, {
      ...{ ...stored, notifType: 'one-time', sendAt: 1 },
    });
    await open(`/event/${event.id}/notif/${String(stored?._id).slice('notif_'.length)}?tab=people`);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row('Dora')).toContainText(t('notifs.states.sent'), { timeout: 60_000 });
    await expect(row('Emil')).toContainText(t('client_display.notifErrors.missing_value'));
    await expect(row('Fred')).toContainText(t('client_display.notifErrors.missing_phone'));
    expect(twilio.messages).toMatchObject([
      {
        ...{ to: 'whatsapp:+41790000001', body: null, contentSid: CONTENT },
        contentVariables: { 1: 'guest Dora', company: 'Lake & "Sons"' },
      },
    ]);
  } finally {
    await foyer.dispose();
    await twilio.close();
  }
});
