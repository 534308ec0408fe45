import { expect, test, type Device } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { dragOnTemplate } from '../support/templateArea.ts';

test('two devices without network draw, write and change; afterwards both hold the same', async ({
  device,
  world,
}) => {
  test.setTimeout(240_000);
  const member = await world.person('member');
  const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
  const letter = (id: string, subject: string): object => ({
    ...{ _id: `notif_${id}`, type: 'notif', notifType: 'inactive', notifMethod: 'email', metadata },
    ...{ consumerStatus: null, consumerStatusNew: null, language: null, sessionIds: null },
    contents: { subject, body: { font: 'sans-serif', html: '<p>Hi</p>', text: 'Hi' } },
    ...{ date: null, count: 0, resendConsumerIds: [] },
  });
  const extra = [letter('a', 'Invitation'), letter('b', 'Programme')];
  const event = await world.event({ for: [member], clients: 2, extra });
  const [one, two] = [
    await device({ as: member, serviceWorker: true }),
    await device({ as: member, serviceWorker: true }),
  ];
  for (const each of [one, two]) {
    await each.open(`/event/${event.id}`);
    await offlineReady(each.page);
    await each.offline();
  }
  const linkOf = ({ page, t }: Device, subject: string) =>
    page.getByRole('link', { name: new RegExp(`^${subject} ${t('notifs.methods.email')}`) });
  /** Within the app: without network nothing is loaded anew. */
  const rewrite = async (on: Device, before: string, after: string): Promise<void> => {
    const { page, t } = on;
    await linkOf(on, before).click();
    const subject = page.getByRole('textbox', { name: t('notifs.subject') });
    await expect(subject).toHaveText(before);
    await subject.fill(after);
    await page.getByRole('button', { name: t('notifs.save'), exact: true }).click();
    await expect(linkOf(on, after)).toBeVisible();
  };

  // One draws and writes, the other writes of something else.
  await one.page.getByRole('link', { name: one.t('templates.newInvitation') }).click();
  await one.page.locator('input[type="file"]').setInputFiles({
    ...{ name: 'own.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from(await plainTemplate(1)),
  });
  await dragOnTemplate(one.page, [10, 20], [60, 25]);
  await one.page.locator('[data-popup] select').selectOption('fullname');
  await one.page.getByRole('button', { name: one.t('templates.save') }).click();
  await expect(one.page.getByText(one.t('templates.boxes', { count: 1 }))).toBeVisible();
  await rewrite(one, 'Programme', 'Programme of one');
  await rewrite(two, 'Invitation', 'Invitation of two');
  // And both change the same: the later word counts, here and there.
  await rewrite(two, 'Programme', 'Programme of two');

  await one.online();
  // A browser tab asks for templates when it comes back, and then once a minute.
  await expect
    .poll(() => world.documents(event.dbName, 'invitationtemplate_'), { timeout: 60_000 })
    .toHaveLength(1);
  await two.online();
  const subjects = async (): Promise<unknown[]> =>
    (await world.documents(event.dbName, 'notif_')).map(
      ({ contents }) => (contents as { subject: string }).subject,
    );
  await expect.poll(subjects, { timeout: 60_000 }).toEqual(['Invitation of two', 'Programme of two']);
  for (const each of [one, two]) {
    const { page, t } = each;
    for (const words of ['Invitation of two', 'Programme of two'])
      await expect(linkOf(each, words)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(t('templates.boxes', { count: 1 }))).toBeVisible({ timeout: 60_000 });
  }
});
