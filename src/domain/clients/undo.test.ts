import { expect, it } from 'vitest';
import type { SessionEntry } from '../documents/session.ts';
import { isUntouched } from './undo.ts';

it.each([
  ['as it was made', {}, true],
  ['checked in since', { checkInTime: 5 }, false],
  ['moved since', { updatedTime: 6 }, false],
  ['both', { checkInTime: 5, updatedTime: 6 }, false],
])('what was made is taken back only untouched: %s', (_name, change, untouched) => {
  const made = { updatedTime: 3, checkInTime: null } as SessionEntry;
  expect(isUntouched({ ...made, ...change }, made)).toBe(untouched);
});
