import { readFile } from 'node:fs/promises';
import { readPdf } from '#pdf/testing/read.ts';
import { registration } from '../support/data.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';

test('à la caisse sans réseau : ce qui est encaissé est noté, une quittance le dit, la clôture le compte', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 1, extra: [registration('consumer_quill')] });
  const client = {
    ...{ _id: 'client_quill', type: 'client', forename: 'Zoé', surname: 'Quill', number: 'Q-1' },
    ...{ consumerId: 'consumer_quill', metadata: {} },
  };
  await world.manager.call('PUT', `/db/${event.dbName}/client_quill`, client);
  const desk = await device({ as: member, locale: FRENCH, serviceWorker: true });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}/client/quill?tab=payment`);
  await offlineReady(page);
  await desk.offline();

  await page.getByRole('button', { name: t('payments.take') }).click();
  const dialog = page.getByRole('dialog', { name: t('payments.take') });
  await dialog.getByRole('textbox', { name: t('payments.amount') }).fill('40');
  await dialog.getByRole('button', { name: /^Noter 40/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t('payments.states.part'), { exact: true }).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Quittance pour 40/ }).click(),
  ]);
  const { pages } = await readPdf(new Uint8Array(await readFile(await download.path())));
  const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
  expect(words).toMatch(/40[.,]00\sCHF reçus de Zoé Quill/);
  expect(words).toContain(member.username);

  await desk.online();
  const told = async () => (await world.documents(event.dbName, 'payment_'))[0];
  await expect.poll(told).toMatchObject({ amount: 4000, kind: 'cash', author: { id: member.userId } });
  // What was seen at the bank, without a file of it.
  await page.getByRole('button', { name: t('payments.take') }).click();
  await dialog.getByLabel(t('payments.kind')).selectOption('transfer');
  await dialog.getByRole('textbox', { name: t('payments.amount') }).fill('10');
  await dialog.getByRole('button', { name: /^Noter 10/ }).click();
  await expect(dialog).toBeHidden();
  const second = async () => (await world.documents(event.dbName, 'payment_'))[1];
  await expect.poll(second).toMatchObject({ amount: 1000, kind: 'transfer', schemaVersion: 2 });
  await desk.open(`/event/${event.id}/money`);
  const closing = page.getByRole('table', { name: t('payments.closing') });
  await expect(closing).toContainText(member.username);
  await expect(closing).toContainText(/40[.,]00\sCHF/);
  await expect(closing).toContainText(t('payments.kinds.transfer'));
});
