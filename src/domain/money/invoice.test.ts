import { describe, expect, it } from 'vitest';
import {
  beginLedger,
  giveIndexes,
  indexesOf,
  invoiceNumber,
  needsInvoiceIndex,
  nextInvoiceIndex,
  recoverIndexes,
} from './invoice.ts';

describe('invoice indexes', () => {
  it('are needed from the first invoice on, or when asked for', () => {
    expect(needsInvoiceIndex({ status: 'ticket_sent' })).toBe(false);
    expect(needsInvoiceIndex({ status: 'invoice_sent' })).toBe(true);
    expect(needsInvoiceIndex({ status: 'registered', invoiceWanted: true })).toBe(true);
    expect(needsInvoiceIndex({ status: 'canceled', invoiceWanted: true })).toBe(false);
  });

  it('the ledger gives each consumer one, in order, and never another', () => {
    const empty = beginLedger([]);
    const one = giveIndexes(empty, ['b', 'a', 'b'], 5);
    expect([...indexesOf(one)]).toEqual([
      ['b', 5],
      ['a', 6],
    ]);
    expect(giveIndexes(one, ['a'], 99)).toBe(one);
    expect(indexesOf(giveIndexes(one, ['c', 'a'], 99)).get('c')).toBe(7);
  });

  it('adopts what is there, each number once', () => {
    const ledger = beginLedger([
      { _id: 'b', invoiceIndex: 3 },
      { _id: 'a', invoiceIndex: 3 },
      { _id: 'c', invoiceIndex: -1 },
      { _id: 'd', invoiceIndex: null },
    ]);
    expect([...indexesOf(ledger)]).toEqual([['a', 3]]);
    expect(nextInvoiceIndex(ledger, 0)).toBe(4);
    expect(nextInvoiceIndex(ledger, 10)).toBe(10);
  });

  it('no forged beginning leads to numbers that cannot be counted on, or saved', () => {
    const forged = [
      { _id: 'evil', invoiceIndex: Number.MAX_SAFE_INTEGER },
      { _id: 'a', invoiceIndex: 3 },
    ];
    const ledger = giveIndexes(beginLedger(forged), ['b', 'c'], Number.MAX_SAFE_INTEGER);
    expect([...indexesOf(ledger)]).toEqual([
      ['a', 3],
      ['b', 4],
      ['c', 5],
    ]);
    expect(nextInvoiceIndex(beginLedger([]), 202_600_000)).toBe(202_600_000);
  });

  it('that a server has lost are recovered from who carries them, near its end only, each once', () => {
    const ledger = giveIndexes(beginLedger([]), ['a', 'b'], 5);
    const back = recoverIndexes(
      ledger,
      [
        { _id: 'c', invoiceIndex: 9 },
        { _id: 'd', invoiceIndex: 9 },
        { _id: 'a', invoiceIndex: 8 },
        { _id: 'e', invoiceIndex: 5000 },
        { _id: 'f', invoiceIndex: 6 },
      ],
      0,
    );
    expect([...indexesOf(back)]).toEqual([
      ['a', 5],
      ['b', 6],
      ['c', 9],
    ]);
    expect(nextInvoiceIndex(back, 0)).toBe(10);
    expect(recoverIndexes(back, [{ _id: 'c', invoiceIndex: 9 }], 8)).toBe(back);
    expect(indexesOf(recoverIndexes(back, [{ _id: 'g', invoiceIndex: 7 }], 8)).get('g')).toBe(7);
    expect(nextInvoiceIndex(recoverIndexes(back, [], 12), 0)).toBe(12);
  });

  it('are shown with the prefix, from 1, in four digits', () => {
    expect(invoiceNumber('GALA-', 0)).toBe('GALA-0001');
    expect(invoiceNumber(null, 12_344)).toBe('12345');
  });
});
