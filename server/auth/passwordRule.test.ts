import { expect, it } from 'vitest';
import { passwordProblem } from './passwordRule.ts';

it.each([
  ['Password1', 'password_common'],
  ['PASSW0RD', 'password_common'],
  ['Qwerty123', 'password_common'],
  ['foyer', 'pattern_password'],
  ['Ada', 'password_username'],
  ['Foyer2026', null],
])('%s for the user ada: %s', (password, problem) => {
  expect(passwordProblem(password, 'ada')).toBe(problem);
});
