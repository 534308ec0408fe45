import { creditorReference } from '#domain/money/bankAccount.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';

test('a bank statement is matched to open invoices, and what somebody confirms is noted once', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
  const billed = (id: string, amount: number) => ({
    ...{ _id: `consumer_${id}`, type: 'consumer', date: 1, status: 'invoice_sent', metadata },
    ...{ notifMethod: 'email', paymentType: 'transfer', notifs: {} },
    person: { forename: id, surname: 'Lovelace', email: `${id}@example.org`, language: 'en' },
    registration: { amount, currency: 'chf', rate: 100, vat: 0 },
  });
  const event = await world.event({
    ...{ for: [member], clients: 0, event: { invoicePrefix: 'G' } },
    extra: [billed('Ada', 10_810), billed('Bob', 6000)],
  });
  // The server numbers them.
  const numberOf = async (id: string): Promise<string> => {
    const [doc] = await world.documents(event.dbName, `consumer_${id}`);
    const invoices = (doc?.['invoices'] ?? []) as { number: string }[];
    return invoices[0]?.number ?? '';
  };
  await expect.poll(() => numberOf('Ada')).toMatch(/^G000\d$/);
  await expect.poll(() => numberOf('Bob')).toMatch(/^G000\d$/);
  const [ada, bob] = [creditorReference(await numberOf('Ada')), creditorReference(await numberOf('Bob'))];
  const entry = (name: string, amount: string, reference: string) =>
    `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2027-05-03</Dt></BookgDt>` +
    `<AcctSvcrRef>B-${name}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>` +
    `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const camt = `<Document><BkToCstmrStmt><Stmt>${entry('Ada Lovelace', '108.10', ada)}${entry(
    'Bob & Partners International Holding AG'.replace('&', '&amp;'),
    '50.00',
    bob,
  )}${entry('Somebody', '9.00', '210000000003139471430009017')}</Stmt></BkToCstmrStmt></Document>`;

  const desk = await device({ as: member, locale: 'fr-CH' });
  const { page, t, open } = desk;
  await open(`/event/${event.id}/statement`);
  const file = { name: 'mai.xml', mimeType: 'application/xml', buffer: Buffer.from(camt) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText(t('statement.found', { count: 3 }))).toBeVisible();
  await expectAccessible(desk, 'bank statement', ['phone', 'desktop']);
  await page.getByRole('button', { name: t('statement.confirm', { count: 1 }) }).click();
  await expect(page.getByText(t('statement.done', { count: 1 }))).toBeVisible();
  await expect(page.getByText(t('statement.booked'))).toBeVisible();
  await expect
    .poll(async () => (await world.documents(event.dbName, 'consumer_Ada'))[0])
    .toMatchObject({ status: 'invoice_paid', taken: [{ byTransfer: true, amount: 10_810 }] });
  // The same statement once more notes nothing twice.
  await page.locator('input[type="file"]').setInputFiles({ ...file, name: 'juin.xml' });
  await expect(page.getByRole('button', { name: t('statement.confirm', { count: 0 }) })).toBeDisabled();
});
