import { expect, it } from 'vitest';
import { yearsOn } from './yearsOn.ts';

it.each([
  ['Gala 2026', 'Gala 2027'],
  ['2026-', '2027-'],
  ['G26-', 'G27-'],
  ['Gala', 'Gala'],
  ['Room 126, 20260', 'Room 126, 20260'],
  ['26 friends in 2026', '26 friends in 2027'],
])('%s of 2026 is %s in 2027', (text, next) => {
  expect(yearsOn(text, 2026, 2027)).toBe(next);
});
