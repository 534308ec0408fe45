import { expect, it } from 'vitest';
import { holdsTooMuch } from './size.ts';

const names = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"name ${index}":{"a":1}`).join()}}`;
const tooMuch = (text: string): boolean => holdsTooMuch(Buffer.from(text));

it('counts names in each object and values overall, and nothing within texts', () => {
  expect(tooMuch(names(60_000))).toBe(false);
  expect(tooMuch(names(60_001))).toBe(true);
  expect(tooMuch(`[${names(40_000)},${names(40_000)}]`)).toBe(false);
  expect(tooMuch(`[${'1,'.repeat(1_999_999)}1]`)).toBe(false);
  expect(tooMuch(`[${'1,'.repeat(2_000_001)}1]`)).toBe(true);
  expect(tooMuch(`["${'\\",:{['.repeat(2_000_001)}\\\\"]`)).toBe(false);
  expect(tooMuch(`["\\\\",${'1,'.repeat(2_000_001)}1]`)).toBe(true);
});

it('takes what is no JSON as it comes', () => {
  for (const text of ['"', '}}]]', ':,', '\\"']) expect(tooMuch(text.repeat(100_000))).toBe(false);
  expect(tooMuch(':'.repeat(300_000))).toBe(true);
});
