import { readFile } from 'node:fs/promises';
import { readPdf } from '#pdf/testing/read.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { registration } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';

test('a price that changes after the invoice: a credit note and a new invoice, and the old one byte for byte as it was [TPL-32]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
  const box = { x: 10, width: 80, height: 5, pageIndex: 0 };
  const event = await world.event({
    ...{ for: [member], clients: 0, event: { invoicePrefix: 'G' } },
    extra: [
      registration('consumer_quill'),
      {
        ...{
          _id: 'client_quill',
          type: 'client',
          forename: 'Zoé',
          surname: 'Quill',
          number: 'Z-1',
          metadata,
        },
        ...{ category: 'indiv', language: 'fr', consumerId: 'consumer_quill' },
      },
      {
        ...{
          _id: 'invoicetemplate_fr',
          type: 'invoicetemplate',
          language: 'fr',
          paymentType: 'none',
          metadata,
        },
        refs: [
          { ...box, y: 10, variableKey: 'invoice_id' },
          { ...box, y: 30, variableKey: 'amount' },
        ],
        _attachments: {
          template: {
            content_type: 'application/pdf',
            data: Buffer.from(await plainTemplate()).toString('base64'),
          },
        },
      },
    ],
  });
  const desk = await device({ as: member });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}/client/quill?tab=consumer`);
  const saved = async (name: string): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('client_display.download', { name }) }).click(),
    ]);
    return readFile(await download.path());
  };
  const said = async (pdf: Buffer): Promise<string> =>
    (await readPdf(new Uint8Array(pdf))).pages
      .flatMap(({ texts }) => texts.map(({ text }) => text))
      .join(' ')
      .replaceAll(/\s/g, ' ');

  await page.getByRole('button', { name: t('invoices.issue') }).click();
  await expect(page.getByText(t('invoices.invoice', { number: 'G0001' }))).toBeVisible();
  const first = await saved('G0001');
  expect(await said(first)).toMatch(/G0001 .*100[.,]00/);

  await page.getByRole('link', { name: t('client_display.editConsumer') }).click();
  await page.getByLabel(t('consumerForm.amount'), { exact: false }).first().fill('80');
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: t('invoices.correct.label') })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('invoices.correct.confirm') })
    .click();
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /G/ }) });
  await expect(rows).toHaveText([
    new RegExp(`${t('invoices.invoice', { number: 'G0001' })}.*100[.,]00.*${t('invoices.takenBack')}`),
    new RegExp(`${t('invoices.credit', { number: 'GC0001' })}.*[-−].*100[.,]00.*G0001`),
    new RegExp(`${t('invoices.invoice', { number: 'G0002' })}.*80[.,]00`),
  ]);
  expect((await saved('G0001')).equals(first)).toBe(true);
  expect(await said(await saved('GC0001'))).toMatch(/[-−] ?(CHF ?)?100[.,]00/);
  expect(await said(await saved('G0002'))).toMatch(/G0002 .*80[.,]00/);
});
