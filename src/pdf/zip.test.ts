import { expect, it } from 'vitest';
import { unzip } from './testing/read.ts';
import { zipOf } from './zip.ts';

const NOW = new Date(2026, 5, 20, 19, 30, 10);
const entry = (name: string, text: string) => ({ name, data: new TextEncoder().encode(text) });

it('an archive gives its files back, names in any writing', () => {
  const entries = ['N-1 Łukasz.jpg', 'N-2.jpg', '空.txt'].map((name, index) =>
    entry(name, 'x'.repeat(index * 1000)),
  );
  expect(unzip(zipOf(entries, NOW))).toEqual(entries);
});

it('an archive keeps each of the files of one name', () => {
  const entries = ['a', 'b', 'c'].map((text) => entry('N-1 Ann.jpg', text));
  expect(unzip(zipOf(entries, NOW))).toEqual([
    entry('N-1 Ann.jpg', 'a'),
    entry('N-1 Ann (2).jpg', 'b'),
    entry('N-1 Ann (3).jpg', 'c'),
  ]);
});
