import { expect, it } from 'vitest';
import { CouchError } from './couchRequest.ts';
import { patiently } from './opening.ts';

const away = (): CouchError => new CouchError(503, 'central is not there');

it('what must be there before a server begins is waited for, but not for ever, and nothing else is', async () => {
  let tries = 0;
  const from = (there: number, error: () => Error) =>
    patiently(async () => {
      if (++tries < there) throw error();
      return Promise.resolve('there');
    }, 0);
  expect(await from(20, away)).toBe('there');
  tries = 0;
  await expect(from(Infinity, away)).rejects.toThrow('central');
  expect(tries).toBe(50);
  tries = 0;
  await expect(from(2, () => new Error('another'))).rejects.toThrow('another');
  expect(tries).toBe(1);
});
