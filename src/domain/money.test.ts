import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hundredthsText, parseHundredths, problemOfHundredths } from './money.ts';

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
    ['1.234', null],
    ['12 50', null],
    ['1,23.50', null],
    ['1.2.3', null],
    ["'12", null],
  ])('%j is %j hundredths [CONSUMER-11, CONSUMER-12]', (text, value) => {
    expect(parseHundredths(text)).toBe(value);
  });

  it.each([
    ['12,50', null],
    ['99.99', null],
    ['100.01', 'range'],
    ['-5', 'range'],
    ['−12,50', 'range'],
    ['12.505', 'step'],
    ['12,505', 'step'],
    ['9'.repeat(30), 'range'],
    ['abc', 'number'],
    ['', 'number'],
    ['-', 'number'],
    ['1.2.3', 'number'],
  ])('%j has the problem %j [VALID-12, VALID-13]', (text, problem) => {
    expect(problemOfHundredths(text, 10_000)).toBe(problem);
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
