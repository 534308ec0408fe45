import { CFB } from 'xlsx';
import { expect, it } from 'vitest';
import { zipParts } from './zip.ts';

/** What the spreadsheet library says of its container reader. */
interface Reader {
  read(bytes: Uint8Array, options: { type: 'array' }): { FileIndex: Found[] };
}
interface Found {
  name: string;
  type: number;
  content: ArrayLike<number>;
}

it('an archive gives its files back, names in any writing', async () => {
  const entries = ['N-1 Łukasz.jpg', 'N-2.jpg', '空.txt'].map((name, index) => ({
    name,
    data: new TextEncoder().encode('x'.repeat(index * 1000)),
  }));
  const parts = zipParts(entries, new Date(2026, 5, 20, 19, 30, 10));
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  const { FileIndex } = (CFB as Reader).read(bytes, { type: 'array' });
  // The reader shows the bytes of a name, and adds an entry of its own.
  const files = FileIndex.filter(({ type }) => type === 2).slice(1);
  const text = (name: string) => Buffer.from(name, 'latin1').toString('utf8');
  expect(files.map(({ name, content }) => [text(name), content.length])).toEqual(
    entries.map(({ name, data }) => [name, data.length]),
  );
});
