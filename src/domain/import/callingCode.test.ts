import { expect, it } from 'vitest';
import { callingCodeOf } from './callingCode.ts';

it.each([
  ['Europe/Paris', '+33'],
  ['Europe/Zurich', '+41'],
  ['UTC', '+41'],
  ['', '+41'],
  [null, '+41'],
  // Its numbers keep their 0: nothing is guessed.
  ['Europe/Rome', ''],
  ['America/New_York', ''],
])('numbers without a country code in %s', (timeZone, code) => {
  expect(callingCodeOf(timeZone)).toBe(code);
});
