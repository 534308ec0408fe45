import { expect, it } from 'vitest';
import { isClosed } from './failure.ts';

it.each([
  ['InvalidStateError', 'The database connection is closing.'],
  // An iPhone's, after the app was in the background.
  ['UnknownError', 'Connection to Indexed Database server lost. Refresh the page to try again'],
])('a connection that the browser closed is worth opening anew: %s, %s', (name, message) => {
  expect(isClosed(new DOMException(message, name))).toBe(true);
  expect(isClosed({ status: 500, name: 'indexed_db_went_bad', reason: `${name}: ${message}` })).toBe(true);
});
