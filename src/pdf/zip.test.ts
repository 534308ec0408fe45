import { expect, it } from 'vitest';
import { unzip } from './testing/read.ts';
import { zipParts } from './zip.ts';

it('an archive gives its files back, names in any writing', async () => {
  const entries = ['N-1 Łukasz.jpg', 'N-2.jpg', '空.txt'].map((name, index) => ({
    name,
    data: new TextEncoder().encode('x'.repeat(index * 1000)),
  }));
  const parts = zipParts(entries, new Date(2026, 5, 20, 19, 30, 10));
  expect(unzip(new Uint8Array(await new Blob(parts).arrayBuffer()))).toEqual(entries);
});
