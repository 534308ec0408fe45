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

it('names that differ by capitals alone are two files on every computer', () => {
  const entries = ['n-1 Ann.jpg', 'N-1 ann.jpg'].map((name) => entry(name, name));
  expect(unzip(zipOf(entries, NOW)).map(({ name }) => name)).toEqual(['n-1 Ann.jpg', 'N-1 ann (2).jpg']);
});

it('an archive is made whatever a device’s clock says', () => {
  for (const now of [0, Date.UTC(2150, 0, 1)])
    expect(unzip(zipOf([entry('a.jpg', 'a')], new Date(now)))).toEqual([entry('a.jpg', 'a')]);
});
