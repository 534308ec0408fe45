import { expect, it } from 'vitest';
import { newId } from './newId.ts';

it('gives each id once, also where the chance that it has at hand is used up', () => {
  const ids = Array.from({ length: 1000 }, newId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{16}$/);
});
