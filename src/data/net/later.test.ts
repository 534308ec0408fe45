import { expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import type { Outcome } from '../types.ts';
import { later } from './later.ts';

interface Parts {
  greeter: { greet(name: string): Outcome<string> };
}
const parts: Parts = { greeter: { greet: async (name) => ok(`Hello ${name}`) } };

it('asks what is loaded with the first call', async () => {
  let loads = 0;
  const greeter = later(async () => {
    loads++;
    return parts;
  }, 'greeter');
  const { greet } = greeter;
  expect(loads).toBe(0);
  expect(await greet('Ada')).toEqual(ok('Hello Ada'));
  expect(greeter.greet).toBe(greet);
});

it('is offline where the code cannot be had, and tries again with the next call', async () => {
  let isThere = false;
  const greeter = later(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return parts;
  }, 'greeter');
  expect(await greeter.greet('Ada')).toMatchObject({ ok: false, error: { code: 'offline' } });
  isThere = true;
  expect(await greeter.greet('Ada')).toEqual(ok('Hello Ada'));
});
