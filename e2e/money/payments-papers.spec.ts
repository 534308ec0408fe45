import { readFile } from 'node:fs/promises';
import { paymentId } from '#domain/ids.ts';
import { readPdf } from '#pdf/testing/read.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { registration } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { consumerOf, openPayments, register, unpaid, withScene } from '../support/paying.ts';
import { expectRegistered } from '../support/publicForm.ts';

test('a part of a card’s money goes back: the invoice is taken back by a credit note, both are there as PDF', async ({
  device,
}) => {
  await withScene(device, {}, async (scene) => {
    const { desk, event, guest, world } = scene;
    const { page: office, t } = desk;
    const pdf = Buffer.from(await plainTemplate()).toString('base64');
    const box = { x: 10, width: 90, height: 5, pageIndex: 0 };
    const put = await world.manager.call('PUT', `/db/${event.dbName}/invoicetemplate_1`, {
      ...{ _id: 'invoicetemplate_1', type: 'invoicetemplate', language: 'en', paymentType: 'card' },
      refs: [
        { ...box, y: 10, variableKey: 'invoice_id' },
        { ...box, y: 30, variableKey: 'amount' },
      ],
      metadata: {},
      _attachments: { template: { content_type: 'application/pdf', data: pdf } },
    });
    expect(put.status).toBe(201);
    await register(scene, 'Paid', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    await guest.getByRole('button', { name: 'Pay by card' }).click();
    await guest.getByRole('link', { name: 'Pay' }).click();
    await expectRegistered({ page: guest });
    const issued = async () =>
      ((await consumerOf(scene, 'Paid'))?.['invoices'] ?? []) as { number: string; total: number }[];
    await expect.poll(async () => (await issued()).map(({ total }) => total)).toEqual([2500]);

    await openPayments(scene, 'Paid');
    await office.getByRole('button', { name: /Give back the payment of/ }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByLabel(/Amount, /).fill('5');
    await expect(dialog.getByText(t('payments.outcomes.lessInvoice'))).toBeVisible();
    await dialog.getByRole('button', { name: /^Give CHF\s5\.00 back$/ }).click();
    await expect.poll(async () => (await issued()).map(({ total }) => total)).toEqual([2500, -2500, 2000]);

    const [first, credit] = await issued();
    await desk.open(office.url().replace(/^.*?(\/event.*)\?.*$/, '$1?tab=consumer'));
    const rows = office
      .getByRole('listitem')
      .filter({ has: office.getByRole('button', { name: /PDF|Download/ }) });
    await expect(rows.filter({ hasText: t('invoices.credit', { number: credit?.number }) })).toContainText(
      t('invoices.takesBack', { number: first?.number }),
    );
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      office
        .getByRole('button', { name: t('client_display.download', { name: credit?.number ?? '' }) })
        .click(),
    ]);
    const { pages } = await readPdf(new Uint8Array(await readFile(await download.path())));
    const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
    expect(words).toContain(credit?.number);
    expect(words).toMatch(/[-−]\s?(CHF\s?)?25[.,]00/);
  });
});

test('a day’s closing is told apart by who took the money and how', async ({ device, world }) => {
  const [ann, bob] = [await world.person('member'), await world.person('member')];
  const event = await world.event({ for: [ann, bob], clients: 0, extra: [registration('consumer_quill')] });
  const taken: [typeof ann, string, number][] = [
    [ann, 'cash', 1050],
    [ann, 'cash', -50],
    [ann, 'terminal', 2000],
    [bob, 'cash', 499],
    [bob, 'terminal', 3001],
    [bob, 'terminal', 1],
  ];
  for (const [index, [person, kind, amount]] of taken.entries()) {
    const time = Date.now();
    const _id = paymentId('consumer_quill', time, `note${index}`);
    const note = {
      ...{ _id, type: 'payment', consumerId: 'consumer_quill', kind, amount, currency: 'chf' },
      ...{ time, device: { id: 'd', name: 'D' } },
      author: { id: person.userId, name: person.username },
    };
    expect((await person.call('PUT', `/db/${event.dbName}/${_id}`, note)).status).toBe(201);
  }
  const desk = await device({ as: ann });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}/money`);
  const rows = page
    .getByRole('table', { name: t('payments.closing') })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveText([
    new RegExp(`^${ann.username}${t('payments.kinds.cash')}2CHF\\s10\\.00$`),
    new RegExp(`^${ann.username}${t('payments.kinds.terminal')}1CHF\\s20\\.00$`),
    new RegExp(`^${bob.username}${t('payments.kinds.cash')}1CHF\\s4\\.99$`),
    new RegExp(`^${bob.username}${t('payments.kinds.terminal')}2CHF\\s30\\.02$`),
  ]);
});
