import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hundredthsText, parseHundredths } from './money.ts';

describe('amounts and percentages as people type them', () => {
  it.each([
    ['0', 0],
    ['1.15', 115],
    ['1,15', 115],
    ['.5', 50],
    ['7.', 700],
    ['8.10', 810],
    ['1.230', 123],
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
  ])('%j is %j hundredths [CONSUMER-11, CONSUMER-12]', (text, value) => {
    expect(parseHundredths(text)).toBe(value);
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
