import { describe, expect, it } from 'vitest';
import { numberOf, readingsOf, readNumber } from './typedNumber.ts';

const numbers = (text: string): number[] => readingsOf(text).map(numberOf);

describe('numbers as people type them', () => {
  it.each([
    ['12,50', [12.5]],
    ["1'000", [1000]],
    ['1’000.5', [1000.5]],
    ['1 000', [1000]],
    ['1\u00a0000', [1000]],
    ['1\u202f000', [1000]],
    ['1\u2009000,5', [1000.5]],
    ['1,000.50', [1000.5]],
    ['1.000,50', [1000.5]],
    ['1,000,000', [1_000_000]],
    ['1.000,500', [1000.5]],
    ['-12,5', [-12.5]],
    ['−1 000', [-1000]],
    ['١٢٫٥٠', [12.5]],
    ['١٬٠٠٠٫٥', [1000.5]],
    ['۱۲', [12]],
    ['１２．５', [12.5]],
    ['0,500', [0.5]],
    ['1234,500', [1234.5]],
    ['\u200e12.5\u200f', [12.5]],
    ['1e3', [1000]],
    ['12e-2', [0.12]],
  ])('%j is one number', (text, wanted) => expect(numbers(text)).toEqual(wanted));

  it.each([
    ['1,000', [1000, 1]],
    ['1.000', [1000, 1]],
    ['12.345', [12_345, 12.345]],
    ['-1.000', [-1000, -1]],
    ['١٫٠٠٠', [1000, 1]],
    ['1 000,000', [1_000_000, 1000]],
  ])('%j may be either of two: a mark before exactly three digits', (text, wanted) =>
    expect(numbers(text)).toEqual(wanted),
  );

  it.each(['', '.', 'abc', '1.2.3', '12 50', "'12", '1,00,000', '1-2', '12²', '½', '--1', '0x10'])(
    '%j is none',
    (text) => expect(numbers(text)).toEqual([]),
  );

  it('limits leave one reading of two; without them neither is taken', () => {
    expect(readNumber('1.333', 0.2, 5)).toBe(1.333);
    expect(readNumber('1,000')).toBeUndefined();
    expect(readNumber('7', 0, 5)).toBeUndefined();
  });
});
