import { expect, it } from 'vitest';
import { lacksForSwissBill, paymentCodeOf } from './paymentCode.ts';

type Sold = Parameters<typeof paymentCodeOf>[0];
const address = { name: null, street: 'Rue du Lac 5', zip: '1800', city: 'Vevey', country: 'Suisse' };
const sold = (more: Partial<Sold> = {}, transfer: object = {}): Sold => ({
  ...{ currency: 'chf', total: 10_810, reference: 'RF18539007547034' },
  seller: {
    company: 'Lake Ltd',
    transfer: { iban: 'CH9300762011623852957', name: 'Lake', zip: '1820', city: 'Montreux', ...transfer },
  },
  buyer: { title: null, forename: 'Ada', surname: 'King', company: '', email: '', address } as never,
  ...more,
});

it('nothing is asked for where nothing is owed, nor more than a code can hold', () => {
  expect(paymentCodeOf(sold())?.amount).toBe('108.10');
  expect(paymentCodeOf(sold({ total: 99_999_999_999 }))?.amount).toBe('999999999.99');
  for (const total of [0, -10_810, 100_000_000_000]) expect(paymentCodeOf(sold({ total }))).toBeNull();
  expect(paymentCodeOf(sold({ currency: 'usd' }))).toBeNull();
  expect(paymentCodeOf(sold({ reference: null }))).toBeNull();
  expect(paymentCodeOf(sold({}, { iban: 'DE89370400440532013000' }))).toBeNull();
  expect(paymentCodeOf(sold({ currency: 'eur' }, { iban: 'DE89370400440532013000' }))?.kind).toBe('epc');
});

it('each line keeps to the standard, whatever a guest is called', () => {
  const buyer = (surname: string, more: object = {}) =>
    ({ ...sold().buyer, forename: 'Şükrü', surname, address: { ...address, ...more } }) as never;
  const of = (surname: string, more?: object) => paymentCodeOf(sold({ buyer: buyer(surname, more) }));
  expect(of('Nguyễn')?.debtor?.name).toBe('Şükrü Nguyen');
  const long = of('Long '.repeat(40), { street: 'x'.repeat(90), zip: '1'.repeat(20), city: 'y'.repeat(40) });
  const { name = '', street = '', zip = '', city = '' } = long?.debtor ?? {};
  expect([name.length <= 70, street.length, zip.length, city.length]).toEqual([true, 70, 16, 35]);
  // Room to write by hand, rather than half an address.
  expect(of('King', { city: null })?.debtor).toBeNull();
  for (const code of [of('King'), of('😀'), long]) expect(code?.payload.split('\n')).toHaveLength(31);
});

it.each([
  ['ΑΣΤΙΚΗ ΕΤΑΙΡΕΙΑ «ΛΙΜΝΗ»', 'ΑΣΤΙΚΗ ΕΤΑΙΡΕΙΑ «ΛΙΜΝΗ»'],
  ['Фондация  „Езеро“\n', 'Фондация „Езеро“'],
  ['Кафе Bar', 'Кафе Bar'],
  ['湖の会', '湖の会'],
  // What Latin letters hold is written as every bank takes it.
  ['Nguyễn & Söhne', 'Nguyen & Söhne'],
  ['Ж'.repeat(80), 'Ж'.repeat(70)],
  ['😀', undefined],
])('in EUR an organiser called %s has a code, in UTF-8 as the standard allows', (name, written) => {
  const code = paymentCodeOf(sold({ currency: 'eur' }, { iban: 'DE89370400440532013000', name }));
  expect(code?.payload.split('\n')[5]).toBe(written);
  expect(code?.payload ?? 'BCD\n002\n1\nSCT\n\n').toMatch(/^BCD\n002\n1\nSCT\n\n/);
  expect(new TextEncoder().encode(code?.payload ?? '').length).toBeLessThanOrEqual(331);
});

it('signs that phones write in finer forms are plain ones on a QR-bill, not gone', () => {
  const code = paymentCodeOf(
    sold(
      {},
      { name: 'Société de l’Œuvre “Léman”', street: 'Quai de l’Œuvre 12–14', city: 'Saint\u2011Légier' },
    ),
  );
  expect(code?.creditor).toMatchObject({
    ...{ name: 'Société de l\'Œuvre "Léman"', street: "Quai de l'Œuvre 12-14", city: 'Saint-Légier' },
  });
  expect(code?.payload).toContain("\nQuai de l'Œuvre 12-14\n");
  expect(lacksForSwissBill({ iban: 'CH9300762011623852957', name: 'D’Angelo', city: 'Vevey' })).toBeNull();
});

it('what a QR-bill cannot hold of an account is known before an invoice is issued', () => {
  const lacks = (more: object) =>
    lacksForSwissBill({ iban: 'CH93 0076 2011 6238 5295 7', name: 'Lake', city: 'Montreux', ...more });
  expect(lacks({})).toBeNull();
  expect(lacks({ name: 'Nguyễn' })).toBeNull();
  expect(lacks({ iban: 'DE89370400440532013000' })).toBe('account');
  expect([lacks({ name: 'ΛΙΜΝΗ' }), lacks({ city: '東京' })]).toEqual(['latin', 'latin']);
  expect(lacks({ name: 'Кафе Bar' })).toEqual({ shownAs: 'Bar' });
  for (const name of ['ΛΙΜΝΗ', 'Nguyễn'])
    expect(paymentCodeOf(sold({}, { name })) === null).toBe(lacks({ name }) === 'latin');
});
