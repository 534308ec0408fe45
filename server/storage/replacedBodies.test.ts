import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEmbedded } from './embedded.ts';
import type { Database, Storage } from './types.ts';

const ownRequire = createRequire(createRequire(import.meta.url).resolve('pouchdb-adapter-leveldb'));
const leveldown = ownRequire('leveldown') as { prototype: { _getMany(keys: unknown[]): void } };

let folder = '';
let storage: Storage;
let db: Database;
const reads = vi.spyOn(leveldown.prototype, '_getMany');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-replaced-'));
  storage = await openEmbedded({ folder });
  db = await storage.open('event-x');
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

type Doc = { _id: string; _rev?: string; _attachments?: object };
async function write(docs: readonly Doc[]): Promise<Doc[]> {
  const replies = (await db.bulkDocs(docs as never)) as { rev?: string }[];
  return docs.map(({ _id }, index) => ({ _id, _rev: replies[index]?.rev ?? '' }));
}
const ids = Array.from({ length: 40 }, (_, index) => `doc-${index}`);
const file = (text: string) => ({
  _attachments: { file: { content_type: 'text/plain', data: Buffer.from(text).toString('base64') } },
});

it('what a write replaces is read in one go, however many documents it has, and dropped', async () => {
  const first = await write(ids.map((_id) => ({ _id })));
  const second = await write(first);
  reads.mockClear();
  await write(second);
  const asked = reads.mock.calls.map(([keys]) => keys.length);
  // Where they stand, and what they were.
  expect(asked).toEqual([ids.length, ids.length]);
  for (const { _id, _rev } of [...first, ...second]) {
    await expect(db.get(_id, { rev: _rev ?? '' })).rejects.toMatchObject({ status: 404 });
  }
});

it('a file that documents replaced together shared goes with the last of them, and not before', async () => {
  const shared = file('of three');
  const before = await write(['a', 'b', 'c'].map((_id) => ({ _id, ...shared })));
  const kept = { _attachments: (await db.get('c'))._attachments as object };
  const [a, b, c] = before.map((doc, index) => (index === 2 ? { ...doc, ...kept } : doc)) as [Doc, Doc, Doc];
  const [, , last] = await write([a, b, c]);
  const left = (await db.getAttachment('c', 'file')) as Buffer;
  expect(left.toString('utf8')).toBe('of three');
  await write([last as Doc, { _id: 'd', ...file('another') }]);
  await expect(db.getAttachment('c', 'file')).rejects.toMatchObject({ status: 404 });
  // Its bytes are gone as well: whoever names them by their digest finds nothing.
  await expect(db.put({ _id: 'e', ...kept } as never)).rejects.toMatchObject({ status: 412 });
});
