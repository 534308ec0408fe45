import { expect, it } from 'vitest';
import { newDocument } from '#domain/documents/new.ts';
import { createI18n } from '#i18n/index.ts';
import { messagePdf } from '#pdf/messagePdf.ts';
import { readPdf, testFonts } from '#pdf/testing/read.ts';
import { formatsIn } from '#ui/words/useFormat.ts';
import { receiptOf } from './receipt.ts';

/** Noon where the device is, whatever its time zone. */
const TIME = new Date(2026, 5, 1, 12, 30).getTime();

const event = newDocument('event', {
  ...{ _id: 'event', id: 'gala', dbName: 'event-gala', title: 'Lake Gala', titleFrench: 'Gala du Lac' },
  ...{ company: 'Lac SA', invoicePrefix: 'GL-', metadata: {} },
} as never);
const consumerOf = (person: object | null, more: object = {}) =>
  newDocument('consumer', {
    ...{ _id: 'consumer_a', status: 'registered', paymentType: 'cash', metadata: {}, person },
    registration: { amount: 10_050, vat: 0, currency: 'eur', rate: 100 },
    ...more,
  } as never);
const noteOf = (amount: number, kind: string, currency: string) =>
  newDocument('payment', {
    ...{ _id: 'payment_a_1', consumerId: 'consumer_a', kind, amount, currency, time: TIME },
    ...{ device: { id: 'd', name: 'D' }, author: { id: 'u', name: 'mia' } },
  } as never);
const zoe = { forename: 'Zoé', surname: 'Quill' };
const invoiced = { invoiceIndex: 7 };

it.each([
  [
    ...(['en', noteOf(123_450, 'cash', 'eur'), consumerOf(zoe, invoiced)] as const),
    ['Receipt', 'Lake Gala', 'Lac SA', 'June 1, 2026 / 12:30', 'Invoice GL-0008'],
    [/^(EUR\s|€)1,234\.50 received from Zoé Quill$/, 'Cash', 'Noted by mia, June 1, 2026 / 12:30'],
  ],
  [
    ...(['fr', noteOf(-4005, 'terminal', 'chf'), consumerOf(zoe, invoiced)] as const),
    ['Quittance', 'Gala du Lac', 'Lac SA', '1er juin 2026 / 12:30', 'Facture GL-0008'],
    [/^40[.,]05\sCHF rendus à Zoé Quill$/, 'Terminal de carte', 'Noté par mia, 1er juin 2026 / 12:30'],
  ],
  [
    ...(['fr', noteOf(500, 'transfer', 'chf'), consumerOf(zoe, invoiced)] as const),
    ['Quittance', 'Gala du Lac', 'Lac SA', '1er juin 2026 / 12:30', 'Facture GL-0008'],
    [/^5[.,]00\sCHF reçus de Zoé Quill$/, 'Virement', 'Noté par mia, 1er juin 2026 / 12:30'],
  ],
  // Of a registration without an invoice, in whose place its guest is named.
  [
    ...(['en', noteOf(5, 'cash', 'usd'), consumerOf(null)] as const),
    ['Receipt', 'Lake Gala', 'Lac SA', 'June 1, 2026 / 12:30'],
    [/^(USD\s|\$)0\.05 received from Ada Byron$/, 'Cash', 'Noted by mia, June 1, 2026 / 12:30'],
  ],
] as const)('a receipt has the amount, its currency, the day, the number: %s', async (...of) => {
  const [language, note, consumer, head, body] = of;
  const { t } = await createI18n(language);
  const parts = { note, consumer, called: 'Ada Byron', event, now: TIME };
  const message = receiptOf(parts, t, formatsIn(language, null));
  const { title, pages } = await readPdf(await messagePdf(message, await testFonts()));
  expect(title).toBe(head[0]);
  const read = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).filter((text) => text !== '');
  const expected = [...head, ...body];
  expect(read).toHaveLength(expected.length);
  for (const [at, one] of expected.entries()) expect(read[at]).toMatch(one);
});
