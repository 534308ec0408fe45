import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import { correctInvoice, giveIndexes, issuedTo, type InvoiceLedger } from '../money/invoice.ts';
import { MAX_AMOUNT_CENTS, MAX_VAT_BASIS_POINTS } from '../money/money.ts';
import { settlementOf } from '../money/settlement.ts';
import type { RegistrationFacts } from './facts.ts';
import { creditData, invoiceData, type InvoiceData } from './invoiceData.ts';
import { copiesOf } from './values.ts';

const seller = { company: null, transfer: null };
const issued = (amount: number, vat: number): InvoiceData =>
  invoiceData(
    {
      event: { title: 'Gala' },
      consumer: {
        ...{ person: null, address: null, addressSec: null, invoiceIndex: null, paymentType: 'transfer' },
        status: 'registered',
        registration: { amount, vat, currency: 'chf', rate: 100 } as Consumer['registration'],
      },
      ...{ clients: [], sessions: [] },
    },
    seller,
    { number: '1', issuedAt: 0, language: 'en' },
  );

test('an invoice holds to the cent: net and VAT are the total, VAT is the nearest cent, and a credit note ends it', () => {
  const price = fc.record({
    amount: fc.nat(MAX_AMOUNT_CENTS),
    vat: fc.nat(MAX_VAT_BASIS_POINTS),
  });
  fc.assert(
    fc.property(price, ({ amount, vat }) => {
      const invoice = issued(amount, vat);
      expect(invoice.net + invoice.vat).toBe(invoice.total);
      // In whole numbers: the share is at most half a cent from the exact one.
      const rest = BigInt(invoice.vat) * 10_000n - BigInt(amount) * BigInt(vat);
      expect(rest > -5000n && rest <= 5000n).toBe(true);
      const credit = creditData(invoice, { number: 'C1', issuedAt: 1 });
      for (const field of ['net', 'vat', 'total'] as const) {
        expect(invoice[field] + credit[field]).toBe(0);
        expect(Object.is(credit[field], -0)).toBe(false);
      }
    }),
  );
});

test('over any changes, corrections and cancellations, all that was issued comes to what is owed', () => {
  const step = fc.record({
    ...{ amount: fc.nat(1_000_000), vat: fc.constantFrom(0, 260, 380, 810, 2000) },
    canceled: fc.boolean(),
    /** A wish that came late, or twice. */
    stale: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let ledger: InvoiceLedger = { adopted: {}, first: null, given: [] };
      ledger = giveIndexes(ledger, ['consumer_a', 'consumer_b'], 0);
      const data = new Map<string, InvoiceData>();
      const keep = (amount: number, vat: number): number => {
        let sum = 0;
        for (const { index, credit } of issuedTo(ledger, 'consumer_a')) {
          const invoice = data.get(`i${index}`) ?? issued(amount, vat);
          data.set(`i${index}`, invoice);
          sum += invoice.total;
          if (credit !== null) sum += creditData(invoice, { number: `C${credit}`, issuedAt: 0 }).total;
        }
        return sum;
      };
      keep(1, 0);
      for (const { amount, vat, canceled, stale } of steps) {
        const index = issuedTo(ledger, 'consumer_a').at(-1)?.index ?? -1;
        const wish = { consumerId: 'consumer_a', index, isAgain: !canceled };
        ledger = correctInvoice(ledger, wish);
        if (stale && !canceled) ledger = correctInvoice(ledger, wish);
        const status = canceled ? 'canceled' : 'registered';
        const registration = { amount, vat, currency: 'chf', rate: 100 } as Consumer['registration'];
        expect(keep(amount, vat)).toBe(settlementOf({ status, registration }).total);
      }
      // Each number once, in order, in both series; nobody else's invoice was touched.
      expect(new Set(ledger.credits).size).toBe(ledger.credits?.length ?? 0);
      expect(issuedTo(ledger, 'consumer_b')).toEqual([{ index: 1, credit: null }]);
    }),
  );
});

test('what an invoice says of its payer and its amounts is what is kept of it, to the cent', () => {
  const guest = newDocument('client', {
    _id: 'client_a',
    forename: 'Ada',
    surname: 'Nguyễn',
    company: 'Lake',
  });
  const person = { forename: 'Eve', surname: 'Ng', company: '', email: 'eve@example.org' };
  const money = fc.record({
    ...{ amount: fc.nat(MAX_AMOUNT_CENTS), vat: fc.nat(MAX_VAT_BASIS_POINTS), isNamed: fc.boolean() },
    amountVat: fc.option(fc.nat(MAX_AMOUNT_CENTS), { nil: undefined }),
    language: fc.constantFrom('en' as const, 'fr' as const),
  });
  fc.assert(
    fc.property(money, ({ isNamed, language, ...amounts }) => {
      const registration = { ...amounts, currency: 'chf', rate: 100 } as Consumer['registration'];
      const facts: RegistrationFacts = {
        event: { title: 'Gala' },
        consumer: {
          ...{ person: isNamed ? (person as Consumer['person']) : null, address: null, addressSec: null },
          ...{ status: 'registered', invoiceIndex: null, paymentType: 'transfer', registration },
        },
        ...{ clients: [guest], sessions: [] },
      };
      const { buyer, net, vat, total } = invoiceData(facts, seller, { number: '1', issuedAt: 0, language });
      const [texts] = copiesOf('invoice', facts, DOCUMENT_WORDS[language], { now: 0 });
      if (texts === undefined) throw new Error('no invoice');
      const centsIn = (text: string): number => Number(text.replaceAll(/\D/g, ''));
      expect([texts.amount_excl, texts.amount_vat, texts.amount].map(centsIn)).toEqual([net, vat, total]);
      expect([buyer.forename, buyer.surname, buyer.company]).toEqual([
        ...[texts.forename, texts.surname, texts.company],
      ]);
    }),
  );
});
