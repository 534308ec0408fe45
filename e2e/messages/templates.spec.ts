import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { pixelsOf } from '#pdf/testing/pixels.ts';
import { readPdf, scanPixels } from '#pdf/testing/read.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { workersWithoutYounger } from '../support/oldBrowser.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { dragOnTemplate } from '../support/templateArea.ts';

const pdf = async (pages = 1) => ({
  name: 'own.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(await plainTemplate(pages)),
});

test('without network an invitation is drawn on an own PDF, and is there for others afterwards [ROUTE-29] [TPL-04] [TPL-05] [TPL-18] [TPL-20] [DOC-37] [VALID-53] [ERROR-24]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 4 });
  const desk = await device({ as: member, serviceWorker: true });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}`);
  await offlineReady(page);
  await desk.offline();
  await page.getByRole('link', { name: t('templates.newInvitation') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('screens.invitationNew') })).toBeVisible();

  await page.getByRole('button', { name: t('templates.save') }).click();
  await expect(page.getByText(t('invoice_template_creation.error_missing_template'))).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles(await pdf(2));
  await expect(page.getByText(t('templates.page', { page: 1, count: 2 }))).toBeVisible();

  await dragOnTemplate(page, [10, 20], [60, 25]);
  await page.locator('[data-popup] select').selectOption('fullname');
  await dragOnTemplate(page, [60, 40], [80, 30]);
  await page.locator('[data-popup] select').selectOption('qr_code');
  // One without a variable is gone once it is left.
  await dragOnTemplate(page, [10, 60], [30, 65]);
  await dragOnTemplate(page, [90, 90], [90.1, 90.1]);
  await expect(page.locator('[data-box]')).toHaveCount(2);

  await page.getByRole('button', { name: t('templates.save') }).click();
  await expect(page.getByText(t('templates.saved'))).toBeVisible();
  await expect(page.getByText(t('templates.boxes', { count: 2 }))).toBeVisible();
  await desk.online();
  await expect
    .poll(async () => (await world.documents(event.dbName, 'invitationtemplate_')).map(({ refs }) => refs))
    .toEqual([
      [
        expect.objectContaining({ variableKey: 'fullname', pageIndex: 0 }),
        expect.objectContaining({ variableKey: 'qr_code', pageIndex: 0 }),
      ],
    ]);
  const [template] = await world.documents(event.dbName, 'invitationtemplate_');
  const refs = z.array(z.record(z.string(), z.unknown())).parse(template?.['refs']);
  const { x, y, width, height } = refs[0] ?? {};
  for (const [is, expected] of [
    [x, 10],
    [y, 20],
    [width, 50],
    [height, 5],
  ] as const) {
    expect(Math.abs(Number(is) - expected)).toBeLessThan(1);
  }
});

test('Foyer’s own invoice is begun with, changed by keyboard, and is accessible [ROUTE-30] [TPL-01]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 6 });
  const desk = await device({ as: member });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}/invoices/new`);
  await page.getByRole('button', { name: t('templates.own') }).click();
  await expect(page.locator('[data-box]')).toHaveCount(12);
  await page.getByRole('button', { name: t('templateVariables.amount'), exact: true }).click();
  const amount = page.locator('[data-box][data-selected]');
  await expect(amount).toHaveAttribute('style', /top: 78\.6%/);
  await amount.getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await expect(amount).toHaveAttribute('style', /top: 79\.1%/);
  await page.getByRole('button', { name: t('templates.undo') }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(desk, 'template editor', ['phone', 'desktop']);
});

test('the preview shows real people, and those with the longest texts', async ({ device, world }) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 6 });
  const desk = await device({ as: member });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}/invoices/new`);
  await page.getByRole('button', { name: t('templates.own') }).click();
  await page.getByText(t('templates.preview'), { exact: true }).click();
  await expect(page.locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: t('templates.largestAmount') }).click();
  await expectAccessible(desk, 'template preview', ['desktop']);
  await page.getByRole('button', { name: t('templates.save') }).click();
  await expect(page.getByText(t('templates.saved'))).toBeVisible();
  await expect.poll(() => world.documents(event.dbName, 'invoicetemplate_')).toHaveLength(1);
  const [saved] = await world.documents(event.dbName, 'invoicetemplate_');

  // Whoever gets its address waits for it: a tab has the templates after all else.
  const other = await device({ as: member });
  await other.open(`/event/${event.id}/invoices/${saved?._id.replace('invoicetemplate_', '') ?? ''}`);
  await expect(other.page.getByTestId('template-area')).toBeVisible();
});

test('an invitation is downloaded, and its code is read; on a browser of some years ago, too [CLIENT-22]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 3 });
  const desk = await device({ as: member });
  const { page, t } = desk;
  await workersWithoutYounger(desk.context);
  await desk.open(`/event/${event.id}/invitations/new`);
  await page
    .locator('select')
    .first()
    .selectOption(event.clients[0]?.language ?? 'fr');
  await page.getByRole('button', { name: t('templates.own') }).click();
  await expect(page.locator('[data-box]')).toHaveCount(8);
  // Its page is drawn: that is what its reader is asked for.
  await expect(page.locator('canvas')).toHaveAttribute('width', /^[1-9]\d{3}$/);
  await page.getByRole('button', { name: t('templates.save') }).click();
  await expect(page.getByText(t('templates.saved'))).toBeVisible();
  const [client] = event.clients;
  await desk.open(`/event/${event.id}/client/${client?._id.replace('client_', '')}`);
  await page.getByRole('tab', { name: t('client_display.tabs.consumer') }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('client_display.invitation') }).click();
  const bytes = new Uint8Array(await readFile(await (await download).path()));
  const { pages } = await readPdf(bytes);
  expect(pages.some(({ texts }) => texts.some(({ text }) => text.includes(client?.surname ?? '?')))).toBe(
    true,
  );
  const codes = await Promise.all(pages.map(async (_, index) => scanPixels(await pixelsOf(bytes, index))));
  expect(codes.flat()).toContain(client?.number);
});

test('names of China and Japan are printed: their letters come when a document needs them, stay, and where they cannot come that is said', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
  const guest = (id: string, surname: string, forename: string) => ({
    ...{ _id: `client_${id}`, type: 'client', surname, forename, number: `C-${id}`, metadata },
    ...{ category: 'indiv', language: 'en', consumerId: null },
  });
  const extra = [guest('1', '王', '小明'), guest('2', '佐藤', 'さくら')];
  const event = await world.event({ for: [member], clients: 0, extra });
  const desk = await device({ as: member, serviceWorker: true });
  const { page, t } = desk;
  const letters: string[] = [];
  page.context().on('request', (request) => {
    if (/noto-sans-(?:sc|jp|kr)-/.test(request.url())) letters.push(request.url());
  });
  await desk.open(`/event/${event.id}/invitations/new`);
  await offlineReady(page);
  expect(letters, 'none is fetched before a document needs it').toEqual([]);
  await page.getByRole('button', { name: t('templates.own') }).click();
  await expect(page.locator('[data-box]')).toHaveCount(8);
  await page.getByRole('button', { name: t('templates.save') }).click();
  await page.getByRole('link', { name: t('templates.boxes', { count: 8 }) }).click();
  const preview = page.getByText(t('templates.preview'), { exact: true });
  const people = page.getByRole('button', { name: t('templates.nextPerson') });
  await preview.click();
  await expect(page.locator('canvas')).toBeVisible();
  expect(new Set(letters).size).toBeGreaterThan(0);
  expect(new Set(letters).size, 'a slice or two a letter, of both weights').toBeLessThanOrEqual(8);

  await desk.offline();
  await people.click();
  const away = page.getByText(/typeface of .*王 \(Full name\) is on the server\. Connect once/);
  await expect(away).toBeVisible();
  // What was there once is there after a start without network.
  await page.reload();
  await preview.click();
  await expect(page.locator('canvas')).toBeVisible();
  await people.click();
  await expect(away).toBeVisible();
  await desk.online();
  await people.click();
  await expect(page.locator('canvas')).toBeVisible();
  await people.click();
  await expect(page.locator('canvas')).toBeVisible();
  await expect(away).toHaveCount(0);
});
