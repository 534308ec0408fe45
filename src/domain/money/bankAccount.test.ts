import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countryCode,
  creditorReference,
  groupedReference,
  isIban,
  isQrIban,
  qrReference,
} from './bankAccount.ts';

describe('accounts and references', () => {
  it('knows accounts by their check digits, and those of QR references', () => {
    for (const iban of ['CH93 0076 2011 6238 5295 7', 'ch4431999123000889012', 'DE89370400440532013000'])
      expect(isIban(iban)).toBe(true);
    for (const iban of ['CH94 0076 2011 6238 5295 7', 'CH9300762011623852957 0', 'DE8937040044', '', 'abc'])
      expect(isIban(iban)).toBe(false);
    expect(isQrIban('CH4431999123000889012')).toBe(true);
    expect(isQrIban('CH9300762011623852957')).toBe(false);
    expect(isQrIban('DE89370400440532013000')).toBe(false);
  });

  it('any digit that is mistyped is found', () => {
    const valid = 'CH9300762011623852957';
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 0, max: 9 }), (at, digit) => {
        const other = `${valid.slice(0, at)}${digit}${valid.slice(at + 1)}`;
        expect(isIban(other)).toBe(other === valid);
      }),
    );
  });

  // Both stand in the published examples of the Swiss QR-bill.
  it('makes the references of the standards', () => {
    expect(creditorReference('539007547034')).toBe('RF18539007547034');
    expect(creditorReference('Gala-0001')).toMatch(/^RF\d\dGALA0001$/);
    expect(qrReference('21000000000313947143000901')).toBe('210000000003139471430009017');
    expect(qrReference('G0001')).toMatch(/^0{20}160001\d$/);
    expect(qrReference('g-0001')).toBe(qrReference('G0001'));
    // Guests of two events pay to one account.
    expect(qrReference('H0001')).not.toBe(qrReference('G0001'));
    expect(groupedReference('210000000003139471430009017')).toBe('21 00000 00003 13947 14300 09017');
    expect(groupedReference('RF18539007547034')).toBe('RF18 5390 0754 7034');
  });

  it('a country by its code or its name', () => {
    for (const name of ['CH', 'ch', 'Suisse', 'Switzerland', ' Schweiz ', 'Svizzera'])
      expect(countryCode(name)).toBe('CH');
    expect(countryCode('Deutschland')).toBe('DE');
    expect(countryCode('France')).toBe('FR');
    for (const name of ['UK', 'United Kingdom', 'Royaume-Uni']) expect(countryCode(name)).toBe('GB');
    for (const name of ['', null, 'Atlantis']) expect(countryCode(name)).toBeNull();
  });
});
