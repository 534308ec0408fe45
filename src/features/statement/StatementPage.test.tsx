import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeWorker } from '#app/testing/fakeWorker.ts';
import { creditorReference } from '#domain/money/bankAccount.ts';
import { ok } from '#domain/result.ts';
import type { EventRepository } from '#data/types.ts';
import { showScreen } from '#hooks/testing/screen.tsx';
import { StatementPage } from './StatementPage.tsx';

const billed = (id: string, number: string, amount: number) => ({
  ...{ _id: `consumer_${id}`, _rev: '1-a', type: 'consumer', notifs: {}, notifMethod: 'email' },
  ...{ paymentType: 'transfer', status: 'invoice_sent', metadata: {}, invoiceIndex: 0 },
  person: { forename: id, surname: 'Test' },
  registration: { amount, currency: 'chf', rate: 100, vat: 0 },
  invoices: [{ kind: 'invoice', index: 0, number, issuedAt: 0, currency: 'chf', total: amount }],
});
const CSV = [
  'Date;Amount;Currency;Payer;Reference',
  `2027-05-03;108.10;CHF;Ada AG;${creditorReference('G0001')}`,
  `2027-05-04;50.00;CHF;Bob GmbH;${creditorReference('G0002')}`,
  '2027-05-05;9.00;CHF;Somebody;RF00',
  `2027-05-05;60.00;EUR;Bob GmbH;${creditorReference('G0002')}`,
].join('\n');

beforeEach(() => void vi.stubGlobal('Worker', FakeWorker));
afterEach(() => void vi.unstubAllGlobals());

async function open(language: 'en' | 'fr' = 'en', more: readonly object[] = []) {
  const bookTransfers = vi.fn<EventRepository['bookTransfers']>(async () => ok({ booked: 2 }));
  await showScreen({
    screen: <StatementPage />,
    path: '/event/:eventId/statement',
    at: '/event/gala/statement',
    documents: [
      { ...billed('Cleo', 'G0003', 700), status: 'invoice_paid' },
      ...[billed('Ada', 'G0001', 10_810), billed('Bob', 'G0002', 6000), ...more],
    ],
    language,
    repository: { bookTransfers },
  });
  const choose = (text: string, name = 'a.csv') =>
    fireEvent.change(
      screen.getByLabelText(language === 'en' ? 'Choose a statement' : 'Choisir un relevé', {
        selector: 'input',
      }),
      {
        target: { files: [new File([text], name)] },
      },
    );
  return { bookTransfers, choose };
}

it('what is noted from another file of the bank is said, and not proposed once more', async () => {
  const note = { _id: 'payment_Dan_bank-0123456789abcdef0123-3000-0', amount: 3000 };
  const { choose } = await open('en', [
    {
      ...billed('Dan', 'G0004', 6000),
      taken: [{ id: note._id, kind: 'terminal', byTransfer: true, amount: 3000 }],
    },
    {
      ...note,
      ...{
        _rev: '1-a',
        type: 'payment',
        consumerId: 'consumer_Dan',
        kind: 'transfer',
        currency: 'chf',
        time: 1,
      },
      ...{
        device: { id: 'd', name: 'D' },
        author: { id: 'a', name: 'A' },
        day: '2027-05-03',
        schemaVersion: 3,
      },
    },
  ]);
  choose(`Date;Amount;Currency;Reference\n2027-05-03;30.00;CHF;${creditorReference('G0004')}`);
  expect(await screen.findByText(/^A payment of this day and amount is noted already/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});

it('what the bank took back is told, with the way to its note, and cannot be noted', async () => {
  const { choose } = await open();
  choose(
    '<Document><Stmt><Ntry><Amt Ccy="CHF">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd>' +
      '<BookgDt><Dt>2027-05-03</Dt></BookgDt><AddtlNtryInf>Return of G0003</AddtlNtryInf></Ntry></Stmt></Document>',
    'a.xml',
  );
  expect(await screen.findByText('0 payments came in, 1 was taken back')).toBeTruthy();
  expect(screen.getByText(/^.CHF.7\.00$/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^G0003 · / }).getAttribute('href')).toMatch(/Cleo\/money$/);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('what came in is matched; the exact ones are proposed, the others are chosen, and nothing is noted before somebody confirms', async () => {
  const { bookTransfers, choose } = await open();
  choose(CSV);
  expect(await screen.findByText('4 payments came in')).toBeTruthy();
  const exact = screen.getByRole<HTMLInputElement>('checkbox', { name: /CHF.108\.10 for G0001/ });
  const other = screen.getByRole<HTMLInputElement>('checkbox', { name: /CHF.50\.00 for G0002/ });
  expect([exact.checked, other.checked]).toEqual([true, false]);
  expect(screen.getByText(/^Open: CHF.60\.00$/)).toBeTruthy();
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  expect(screen.getByText('No invoice of this event')).toBeTruthy();
  // 60 euros are not the 60 francs that are open.
  expect(screen.getByText('Another currency than that of the invoice')).toBeTruthy();
  fireEvent.click(other);
  expect(bookTransfers).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Note 2 payments' }));
  await waitFor(() => expect(bookTransfers).toHaveBeenCalledTimes(1));
  expect(bookTransfers.mock.calls[0]?.[0]).toMatchObject([
    { consumerId: 'consumer_Ada', day: '2027-05-03', amount: 10_810, currency: 'chf' },
    { consumerId: 'consumer_Bob', day: '2027-05-04', amount: 5000 },
  ]);
});

it('a payment that tells no invoice is noted for whom somebody says', async () => {
  const { bookTransfers, choose } = await open();
  choose(CSV);
  const whose = await screen.findByRole('combobox', { name: /Whose is the payment of CHF.9\.00/ });
  fireEvent.click(whose);
  fireEvent.click(await screen.findByRole('option', { name: /Test Bob · G0002/, hidden: true }));
  expect(screen.getByText(/^Chosen by hand\. Open: CHF.60\.00$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Note 2 payments' }));
  await waitFor(() => expect(bookTransfers).toHaveBeenCalledTimes(1));
  expect(bookTransfers.mock.calls[0]?.[0]).toMatchObject([
    { consumerId: 'consumer_Ada', amount: 10_810 },
    { consumerId: 'consumer_Bob', day: '2027-05-05', amount: 900 },
  ]);
});

it('what somebody left out of what is proposed stays left out when the rest is noted', async () => {
  const { bookTransfers, choose } = await open();
  choose(CSV);
  const exact = await screen.findByRole<HTMLInputElement>('checkbox', { name: /CHF.108\.10 for G0001/ });
  fireEvent.click(exact);
  fireEvent.click(screen.getByRole('checkbox', { name: /CHF.50\.00 for G0002/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Note 1 payment' }));
  await waitFor(() => expect(bookTransfers).toHaveBeenCalledTimes(1));
  await screen.findByText('2 payments were noted.');
  expect(exact.checked).toBe(false);
});

it('an amount is in the currency that the bank says, whichever it is', async () => {
  const { choose } = await open();
  choose('Date;Amount;Currency;Payer\n2027-05-03;9.00;GBP;Eve\n2027-05-03;8.00;fr.;Eve\n');
  expect(await screen.findByText('£9.00')).toBeTruthy();
  expect(screen.getByText(/^CHF.8\.00$/)).toBeTruthy();
});

it('a file that is gone when it is read is told', async () => {
  const { choose } = await open();
  const gone = vi
    .spyOn(File.prototype, 'arrayBuffer')
    .mockRejectedValue(new DOMException('', 'NotFoundError'));
  choose(CSV);
  expect(await screen.findByText(/^This file cannot be read/)).toBeTruthy();
  gone.mockRestore();
});

it('of thousands of payments those near the window are drawn, and all are counted', async () => {
  const { choose } = await open();
  const lines = Array.from({ length: 3000 }, (_, at) => `2027-05-03;${at + 1}.00;CHF;Payer ${at};`);
  choose(['Date;Amount;Currency;Payer;Reference', ...lines].join('\n'));
  expect(await screen.findByText('3,000 payments came in')).toBeTruthy();
  const shown = screen.getAllByRole('listitem').filter((one) => one.getAttribute('aria-setsize') === '3000');
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.length).toBeLessThan(60);
});

it('on paper every payment stands', async () => {
  const { choose } = await open();
  const lines = Array.from({ length: 100 }, (_, at) => `2027-05-03;${at + 1}.00;CHF;Payer ${at};`);
  choose(['Date;Amount;Currency;Payer;Reference', ...lines].join('\n'));
  expect(await screen.findByText('100 payments came in')).toBeTruthy();
  const shown = () =>
    screen.getAllByRole('listitem').filter((one) => one.getAttribute('aria-setsize') === '100');
  expect(shown().length).toBeLessThan(60);
  fireEvent(window, new Event('beforeprint'));
  expect(shown()).toHaveLength(100);
});

it('a payment without a number can be of somebody who owes nothing any more, and stands behind those who do', async () => {
  const { bookTransfers, choose } = await open();
  choose(CSV);
  fireEvent.click(await screen.findByRole('combobox', { name: /Whose is the payment of CHF.9\.00/ }));
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent?.slice(0, 9))).toEqual([
    'Test Ada ',
    'Test Bob ',
    'Test Cleo',
  ]);
  fireEvent.click(screen.getByRole('option', { name: 'Test Cleo · G0003', hidden: true }));
  expect(screen.getByText(/^Chosen by hand\. Open: CHF.0\.00$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Note 2 payments' }));
  await waitFor(() => expect(bookTransfers).toHaveBeenCalledTimes(1));
  expect(bookTransfers.mock.calls[0]?.[0]).toMatchObject([{}, { consumerId: 'consumer_Cleo', amount: 900 }]);
});

it('a table is read whatever separates the lines above it', async () => {
  const { choose } = await open();
  choose(`Account statement\nHolder, Lake Ltd, Montreux\n\n${CSV}`);
  expect(await screen.findByText('4 payments came in')).toBeTruthy();
});

it.each(['Pacific/Auckland', 'Pacific/Honolulu'])(
  'the bank’s day is that day on a device in %s, too',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    const { choose } = await open();
    choose(CSV);
    expect((await screen.findAllByText(/May 3/)).length).toBeGreaterThan(0);
    vi.unstubAllEnvs();
  },
);

it('a payment of which the bank says no day has none', async () => {
  const { choose } = await open();
  choose(
    `<Document><Stmt><Ntry><Amt Ccy="CHF">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry></Stmt></Document>`,
  );
  expect(await screen.findByText('1 payment came in')).toBeTruthy();
  expect(screen.queryByText(/invalid/i)).toBeNull();
});

it.each([
  ['en', 'hello', /^No payments were found in this file/],
  ['fr', '<x/>', /^Aucun paiement n’a été trouvé/],
] as const)('a file that is no statement is told: %s', async (language, text, words) => {
  const { choose } = await open(language);
  choose(text);
  expect(await screen.findByText(words)).toBeTruthy();
});

it('a file that is being read can be left, and one of too many payments says so', async () => {
  const { choose } = await open();
  const silent = vi.spyOn(FakeWorker.prototype, 'postMessage').mockImplementationOnce(() => undefined);
  const ended = vi.spyOn(FakeWorker.prototype, 'terminate');
  choose(CSV, 'long.csv');
  expect(await screen.findByText('Reading long.csv…')).toBeTruthy();
  await waitFor(() => expect(silent).toHaveBeenCalled());
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(ended).toHaveBeenCalled());
  expect(screen.queryByText('Reading long.csv…')).toBeNull();
  choose(`Date;Amount\n${'2027-05-03;1.00\n'.repeat(10_001)}`);
  expect(await screen.findByText(/more than 10,000 payments/)).toBeTruthy();
});
