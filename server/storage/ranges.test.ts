import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { expect, it } from 'vitest';
import { embeddedForEach } from '../testing/levelReads.ts';
import { readKeysOnce } from './keyedReads.ts';
import type { AnyDoc } from './types.ts';

const at = embeddedForEach();

const ids = Array.from({ length: 40 }, (_, index) => `doc-${String(index).padStart(2, '0')}`);
const write = async (): Promise<void> =>
  void (await at.db.bulkDocs(ids.map((_id, n) => ({ _id, n })) as never));
const numbers = (rows: readonly object[]): unknown[] =>
  rows.map((row) => (row as { doc?: { n?: number } | null }).doc?.n);

it('the documents of a range are read together', async () => {
  await write();
  at.reads.mockClear();
  const { rows } = await at.db.allDocs({ startkey: 'doc-', endkey: 'doc-\ufff0', include_docs: true });
  expect(numbers(rows)).toEqual(ids.map((_, n) => n));
  // Where they stand, and what they are.
  expect(at.reads.mock.calls.map(([keys]) => keys.length)).toEqual([ids.length, ids.length]);
});

it('a range has its limits, its order, conflicts and files with their documents as without', async () => {
  await write();
  const file = { content_type: 'text/plain', data: Buffer.from('here').toString('base64') };
  await at.db.bulkDocs(
    [
      { _id: 'doc-98', _rev: '1-a', n: 1, _revisions: { start: 1, ids: ['a'] } },
      { _id: 'doc-98', _rev: '1-b', n: 2, _revisions: { start: 1, ids: ['b'] } },
    ] as never,
    { new_edits: false },
  );
  await at.db.put({ _id: 'doc-99', _attachments: { file } } as never);
  const back = { descending: true, startkey: 'doc-39', endkey: 'doc-30', inclusive_end: false };
  expect(numbers((await at.db.allDocs({ ...back, skip: 1, limit: 3, include_docs: true })).rows)).toEqual([
    38, 37, 36,
  ]);
  const last = { startkey: 'doc-98', include_docs: true, conflicts: true, attachments: true } as const;
  const { rows, total_rows } = await at.db.allDocs(last);
  expect(total_rows).toBe(42);
  expect(rows.map(({ doc }) => doc)).toMatchObject([
    { _id: 'doc-98', _rev: '1-b', n: 2, _conflicts: ['1-a'] },
    { _id: 'doc-99', _attachments: { file: { data: file.data } } },
  ]);
});

it('where the body of a document is gone once its range was listed, the range is read anew', async () => {
  PouchDB.plugin(memory);
  const one = new PouchDB<AnyDoc>('ranges', { adapter: 'memory', auto_compaction: true });
  const adapter = one as unknown as {
    _allDocs(options: object, callback: (...args: unknown[]) => unknown): void;
  };
  const list = adapter._allDocs.bind(adapter);
  adapter._allDocs = (options, callback) =>
    list(options, async (...listed) => {
      await change();
      change = () => Promise.resolve();
      callback(...listed);
    });
  readKeysOnce(one);
  await one.bulkDocs(ids.map((_id, n) => ({ _id, n })) as never);

  let change = async (): Promise<void> => {
    const [first, second] = await Promise.all([one.get('doc-00'), one.get('doc-01')]);
    await one.put({ ...first, n: 100 } as never);
    await one.remove(second as never);
  };
  const { rows } = await one.allDocs({ startkey: 'doc-', endkey: 'doc-02', include_docs: true });
  expect(numbers(rows)).toEqual([100, 2]);
  expect(rows.map(({ id }) => id)).toEqual(['doc-00', 'doc-02']);
  await one.destroy();
});
