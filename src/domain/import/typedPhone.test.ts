import { expect, it } from 'vitest';
import { typedPhone } from './typedPhone.ts';

it.each([
  // As a phone copies it from its contacts, a page sets it, a signature writes it.
  ['\u202A+41 79 123 45 67\u202C', '+41 79 123 45 67'],
  ['+41\u00A079\u202F123\u200945\u200767', '+41 79 123 45 67'],
  ['+41 79 123\u201145\u201367', '+41 79 123-45-67'],
  // Whoever types goes on behind a blank.
  [' +41 ', '+41 '],
  ['+41 (0)79', '+41 (0)79'],
])('a number as it can be dialled: %j is %j', (text, phone) => {
  expect(typedPhone(text)).toBe(phone);
});
