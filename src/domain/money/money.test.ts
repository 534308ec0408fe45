import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hundredthsText, parseHundredths, readHundredths } from './money.ts';

describe('amounts and percentages as people type them', () => {
  it.each([
    ['0', 0],
    ['1.15', 115],
    ['1,15', 115],
    ['.5', 50],
    ['7.', 700],
    ['8.10', 810],
    ['1e3', 100_000],
    ['12e-2', 12],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ['4.35', 435],
    ['1.005', null],
    ['90071992547409.92', null],
    ['', null],
    ['.', null],
    ['-1', null],
    ['abc', null],
    ['12,50', 1250],
    ["1'234.50", 123_450],
    ['1’234,5', 123_450],
    ['1\u202f234,50', 123_450],
    ['12 345 678', 1_234_567_800],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1,234,567', 123_456_700],
    ['12.-', 1200],
    ['12.–', 1200],
    // One mark before three digits may be either: nobody is charged a thousandfold by a guess.
    ['1,234', null],
    ['1,000', null],
    ['1.230', null],
    ['1.000', null],
    ['0.500', 50],
    ['1.234', null],
    ['12 50', null],
    ['1,23.50', null],
    ['1.2.3', null],
    ["'12", null],
  ])('%j is %j hundredths [CONSUMER-11, CONSUMER-12]', (text, value) => {
    expect(parseHundredths(text)).toBe(value);
  });

  it.each([
    ['100.01', 'range'],
    ['-5', 'range'],
    ['−12,50', 'range'],
    ['200.505', 'step'],
    ['0,505', 'step'],
    ['9'.repeat(30), 'range'],
    ['abc', 'number'],
    ['', 'number'],
    ['-', 'number'],
    ['1.2.3', 'number'],
    ['(12)', 'number'],
    ['12-', 'number'],
  ])('%j has the problem %j [VALID-12, VALID-13]', (text, problem) => {
    expect(readHundredths(text, 10_000)).toEqual({ kind: 'problem', problem });
  });

  it.each([
    ['1,000', [100_000, 100]],
    ['1.000', [100_000, 100]],
    ['CHF 1,230', [123_000, 123]],
    // Only one of the two has at most two decimals, and still nobody is charged by a guess.
    ['1,234', [123_400]],
  ])('%j is asked about: %j', (text, values) => {
    expect(readHundredths(text, 99_999_999_999, 'chf')).toEqual({ kind: 'choice', values });
  });

  it('asks only about what the limit admits', () => {
    expect(readHundredths('8.100', 20_000)).toEqual({ kind: 'choice', values: [810] });
    expect(readHundredths('8.105', 20_000)).toEqual({ kind: 'problem', problem: 'step' });
  });

  it.each([
    ["CHF 1'234.50", 'chf', 123_450],
    ['Fr. 12.–', 'chf', 1200],
    ['12,50 €', 'eur', 1250],
    ['$12.50', 'usd', 1250],
    ['12.50 EUR', 'eur', 1250],
    ['8,1 %', 'percent', 810],
  ] as const)('%j carries its unit %s', (text, unit, value) => {
    expect(readHundredths(text, 99_999_999_999, unit)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['€ 12', 'chf'],
    ['12 CHF', 'eur'],
    ['12 %', 'chf'],
    ['CHF 12', 'percent'],
  ] as const)('%j is no amount in %s', (text, unit) => {
    expect(readHundredths(text, 99_999_999_999, unit)).toEqual({ kind: 'problem', problem: 'unit' });
  });

  it('every amount comes back exactly as it was written', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(parseHundredths(hundredthsText(value))).toBe(value);
      }),
    );
    expect([0, 5, 50, 115, 18_000].map(hundredthsText)).toEqual(['0', '0.05', '0.50', '1.15', '180']);
  });
});
