import { read, utils } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { newDocument } from '#domain/documents/new.ts';
import { closingsOf, moneyRows } from '#domain/money/moneyList.ts';
import { createI18n } from '#i18n/index.ts';
import { xlsxOf } from '#pdf/xlsx.ts';
import { moneySheets } from './moneySheets.ts';

const DAY = 86_400_000;

it('another program reads the money: a sheet for each currency with its sums, and the closings of all days', async () => {
  const { t } = await createI18n('en');
  const owes = (id: string, amount: number, currency: string, more: object = {}) =>
    newDocument('consumer', {
      ...{ _id: `consumer_${id}`, status: 'registered', paymentType: 'cash', metadata: {} },
      registration: { amount, vat: 0, currency, rate: 100 },
      ...more,
    } as never);
  const note = (n: number, person: string, kind: string, amount: number, day: number, cancels?: string) =>
    newDocument('payment', {
      ...{ _id: `payment_a_${n}`, consumerId: 'consumer_a', kind, amount, currency: 'chf' },
      ...{ time: day * DAY + n, device: { id: 'd', name: 'D' }, author: { id: person, name: person } },
      ...(cancels === undefined ? {} : { cancels }),
    } as never);
  const disputed = { id: 'cs_1', paid: 2000, refunded: 0, disputed: true };
  const consumers = [
    owes('a', 10_050, 'chf', { taken: [{ id: 'payment_a_1', kind: 'cash', amount: 3000 }] }),
    owes('b', 2000, 'chf', { status: 'invoice_paid', cards: [disputed] }),
    owes('c', 700, 'eur'),
  ];
  const notes = [
    ...[note(1, 'mia', 'cash', 3000, 20_000), note(2, 'mia', 'cash', 500, 20_001)],
    ...[note(3, 'ben', 'terminal', 900, 20_001), note(4, 'ben', 'terminal', -900, 20_001, 'payment_a_3')],
    note(5, 'zoe', 'transfer', 700, 20_001),
  ];
  const rows = moneyRows(consumers, []).map((row) => ({ ...row, name: row.consumerId }));
  const closings = closingsOf(notes, (time) => Math.floor(time / DAY));
  const book = read(xlsxOf(moneySheets(rows, closings, t), 0), { cellDates: false });
  expect(book.SheetNames).toEqual(['CHF', 'EUR', 'Closings']);
  const sheet = (name: string): unknown[][] =>
    utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1, raw: true });
  expect(sheet('CHF').slice(0, 3)).toEqual([
    ['Registration', 'Payment type', 'State', 'With VAT', 'Paid', 'Given back', 'Still owed', 'To give back'],
    ['consumer_a', 'Cash', 'Paid in part', 100.5, 30, 0, 70.5, 0],
    ['consumer_b', 'Cash', 'Paid, Disputed', 20, 20, 0, 0, 0],
  ]);
  expect(sheet('CHF')[3]?.slice(3)).toEqual([120.5, 50, 0, 70.5, 0]);
  expect(sheet('EUR')[1]?.slice(3)).toEqual([7, 0, 0, 7, 0]);
  // As Excel counts days.
  expect(sheet('Closings').slice(1)).toEqual([
    [20_000 + 25_569, 'mia', 'Cash', 1, 'CHF', 30],
    [20_001 + 25_569, 'mia', 'Cash', 1, 'CHF', 5],
    [20_001 + 25_569, 'zoe', 'Transfer', 1, 'CHF', 7],
  ]);
});
