import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { hasher } from './hasher.ts';

it('hashes beside the thread pool that files and databases are read through', async () => {
  let done = 0;
  // Twenty would keep the pool's threads busy; a file is read meanwhile, after a few of them at most.
  const all = Array.from({ length: 20 }, () => hasher.hash('Foyer2026').then(() => done++));
  await readFile(import.meta.filename);
  expect(done).toBeLessThan(10);
  await Promise.all(all);
});

it('tells a right password from a wrong one', async () => {
  const hash = await hasher.hash('Foyer2026');
  expect(await hasher.verify(hash, 'Foyer2026')).toBe(true);
  expect(await hasher.verify(hash, 'foyer2026')).toBe(false);
  await expect(hasher.verify('no hash', 'x')).rejects.toThrow('hashing failed');
});
