import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedInvoice } from '#domain/documents/consumer.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { pixelsOf } from '#pdf/testing/pixels.ts';
import { readPdf, scanPixels } from '#pdf/testing/read.ts';
import { meta, Scene } from '../outbox/testing/scene.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** What the lines of a Swiss code mean, by their number (Implementation Guidelines QR-bill, 4.2). */
const SWISS = [
  ...['type', 'version', 'coding', 'iban'],
  ...['cType', 'cName', 'cStreet', 'cNumber', 'cZip', 'cCity', 'cCountry'],
  ...['uType', 'uName', 'uStreet', 'uNumber', 'uZip', 'uCity', 'uCountry'],
  ...['amount', 'currency', 'dType', 'dName', 'dStreet', 'dNumber', 'dZip', 'dCity', 'dCountry'],
  ...['referenceType', 'reference', 'message', 'trailer'],
];
/** Those of an EPC code (EPC069-12). */
const EPC = ['tag', 'version', 'coding', 'kind', 'bic', 'name', 'iban', 'amount', 'purpose', 'reference'];
const fieldsOf = (names: readonly string[], text: string): Record<string, string> =>
  Object.fromEntries(text.split('\n').map((line, index) => [names[index] ?? `line ${index}`, line]));

describe('how an invoice is paid to an account', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ worker: true });
  });
  afterAll(() => server.close());

  const transfer = { name: 'Lake Ltd', street: 'Quai 3', zip: '1820', city: 'Montreux', country: 'Suisse' };
  async function issued(
    language: 'en' | 'fr',
    account: object | null,
    consumer: object,
  ): Promise<{ bytes: Uint8Array; data: { reference: string | null }; told: IssuedInvoice }> {
    const gala = await new Scene(server).open(null);
    const event = { ...(await gala.get('event')), _id: 'event', invoicePrefix: 'G', transfer: account };
    await gala.put(event);
    const pdf = Buffer.from(await plainTemplate()).toString('base64');
    await gala.put({
      ...{ _id: 'invoicetemplate_1', type: 'invoicetemplate', language, paymentType: 'transfer' },
      refs: [{ x: 10, y: 10, width: 60, height: 5, pageIndex: 0, variableKey: 'invoice_id' }],
      metadata: meta,
      _attachments: { template: { content_type: 'application/pdf', data: pdf } },
    });
    await gala.consumer('ada', { paymentType: 'transfer', invoiceWanted: true, ...consumer });
    await expect
      .poll(async () => ((await gala.get('consumer_ada'))['invoices'] as IssuedInvoice[])?.[0]?.lacks)
      .toBeNull();
    const url = `/api/invoices/${gala.eventId}/invoice/0`;
    const { body } = await server.call<{ pdf: string; data: { reference: string | null } }>('GET', url, {
      as: server.manager,
    });
    const [told] = (await gala.get('consumer_ada'))['invoices'] as [IssuedInvoice];
    return { bytes: new Uint8Array(Buffer.from(body.pdf, 'base64')), data: body.data, told };
  }
  const codesOf = async (bytes: Uint8Array): Promise<string[]> => {
    const { pages } = await readPdf(bytes);
    return scanPixels(await pixelsOf(bytes, pages.length - 1, 3));
  };
  const sold = (amount: number, currency: string) => ({ amount, vat: 810, currency, rate: 100 });
  const ada = { forename: 'Adèle', surname: 'Nguyễn', email: 'ada@example.org' };
  const home = { street: 'Rue du Lac 5', zip: '1800', city: 'Vevey', country: 'Switzerland' };

  it('in CHF by the Swiss QR-bill, each of its fields as it is', async () => {
    const { bytes, data } = await issued(
      'fr',
      { iban: 'CH93 0076 2011 6238 5295 7', ...transfer },
      {
        person: { ...ada, language: 'fr' },
        ...{ address: home, registration: sold(123_456, 'chf') },
      },
    );
    const [text = '', ...more] = await codesOf(bytes);
    expect(more).toEqual([]);
    expect(fieldsOf(SWISS, text)).toEqual({
      ...{ type: 'SPC', version: '0200', coding: '1', iban: 'CH9300762011623852957' },
      ...{ cType: 'S', cName: 'Lake Ltd', cStreet: 'Quai 3', cNumber: '', cZip: '1820' },
      ...{ cCity: 'Montreux', cCountry: 'CH' },
      ...{ uType: '', uName: '', uStreet: '', uNumber: '', uZip: '', uCity: '', uCountry: '' },
      ...{ amount: '1334.56', currency: 'CHF' },
      // The standard knows no ễ.
      ...{ dType: 'S', dName: 'Adèle Nguyen', dStreet: 'Rue du Lac 5', dNumber: '', dZip: '1800' },
      ...{ dCity: 'Vevey', dCountry: 'CH' },
      ...{ referenceType: 'SCOR', reference: data.reference, message: '', trailer: 'EPD' },
    });
    expect(data.reference).toMatch(/^RF\d\dG0001$/);
    const { pages } = await readPdf(bytes);
    expect(pages).toHaveLength(2);
    const words = (pages[1]?.texts ?? []).map(({ text: one }) => one).join(' ');
    for (const one of ['Récépissé', 'Section paiement', '1 334.56', 'CH93 0076 2011 6238 5295 7'])
      expect(words).toContain(one);
    // The Swiss cross, white on black, stands in the middle of the code, of 7 mm with its margin.
    const pixels = await pixelsOf(bytes, 1, 3);
    const isBlack = (x: number, y: number): boolean => {
      const [column, row] = [67 + 23 + x, 297 - 105 + 17 + 23 + y].map((mm) =>
        Math.round((mm * 72 * 3) / 25.4),
      );
      return (pixels.data[((row ?? 0) * pixels.width + (column ?? 0)) * 4] ?? 255) < 128;
    };
    expect([isBlack(0, 0), isBlack(1.5, 0), isBlack(0, -1.5)]).toEqual([false, false, false]);
    expect([isBlack(1.8, 1.8), isBlack(-2.6, 0), isBlack(0, 2.6)]).toEqual([true, true, true]);
    expect([isBlack(3.3, 3.3), isBlack(-3.3, 0)]).toEqual([false, false]);
    // At the bottom of the page, 105 mm high, as banks' scanners look for it.
    const title = pages[1]?.texts.find(({ text: one }) => one === 'Récépissé');
    expect((title?.y ?? 0) * (25.4 / 72)).toBeGreaterThan(94);
    expect((title?.y ?? 999) * (25.4 / 72)).toBeLessThan(101);
  });

  it('to an account for QR references by one of 27 digits, with room for a payer who is not known', async () => {
    const { bytes, data, told } = await issued(
      'en',
      { iban: 'CH44 3199 9123 0008 8901 2', ...transfer },
      { person: { ...ada, language: 'en' }, registration: sold(10_000, 'chf') },
    );
    const [text = ''] = await codesOf(bytes);
    expect(fieldsOf(SWISS, text)).toMatchObject({
      ...{ iban: 'CH4431999123000889012', referenceType: 'QRR', amount: '108.10' },
      ...{ dType: '', dName: '', dCountry: '', trailer: 'EPD' },
    });
    expect(fieldsOf(SWISS, text)['reference']).toMatch(/^0{20}160001\d$/);
    // Devices match statements by what was printed.
    expect(told.reference).toBe(fieldsOf(SWISS, text)['reference']);
    expect(data.reference).toBe(told.reference);
    const words = (await readPdf(bytes)).pages[1]?.texts.map(({ text: one }) => one) ?? [];
    expect(words).toContain('Payable by (name/address)');
  });

  it('in EUR by the EPC code, each of its fields as it is', async () => {
    const account = { iban: 'DE89 3704 0044 0532 0130 00', name: 'Seefest GmbH' };
    const person = { ...ada, language: 'en' };
    const { bytes, data } = await issued('en', account, { person, registration: sold(5000, 'eur') });
    const [text = ''] = await codesOf(bytes);
    expect(fieldsOf(EPC, text)).toEqual({
      ...{ tag: 'BCD', version: '002', coding: '1', kind: 'SCT', bic: '', name: 'Seefest GmbH' },
      ...{ iban: 'DE89370400440532013000', amount: 'EUR54.05', purpose: '', reference: data.reference },
    });
  });

  it.each([
    ['Фондация „Езеро“', 'Sofia'],
    ['ΕΤΑΙΡΕΙΑ ΛΙΜΝΗ', 'Αθήνα'],
    ['湖の会 有限会社', 'Tokyo'],
  ])('in EUR also to %s, whose name no Latin letters hold', async (name, city) => {
    const account = { iban: 'BG80 BNBG 9661 1020 3456 78', name, city };
    const person = { ...ada, language: 'en' };
    const { bytes, data } = await issued('en', account, { person, registration: sold(5000, 'eur') });
    const [text = ''] = await codesOf(bytes);
    expect(fieldsOf(EPC, text)).toEqual({
      ...{ tag: 'BCD', version: '002', coding: '1', kind: 'SCT', bic: '', name },
      ...{ iban: 'BG80BNBG96611020345678', amount: 'EUR54.05', purpose: '', reference: data.reference },
    });
    const words = (await readPdf(bytes)).pages[1]?.texts.map(({ text: one }) => one).join(' ') ?? '';
    expect(words.replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
    expect(words).toContain(city);
  });

  it('without an account, or with one that is none, there is the invoice alone', async () => {
    for (const account of [null, { iban: 'CH94 0076 2011 6238 5295 7', ...transfer }]) {
      const person = { ...ada, language: 'en' };
      const { bytes, data } = await issued('en', account, { person, registration: sold(5000, 'chf') });
      expect((await readPdf(bytes)).pages).toHaveLength(1);
      expect(data.reference).toBeNull();
    }
  });
});
