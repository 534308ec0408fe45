import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import leveldb from 'pouchdb-adapter-leveldb';
import PouchDB from 'pouchdb-core';
import { expect, it } from 'vitest';
import type { AnyDoc } from '../storage/types.ts';
import { readDatabase } from './read.ts';

PouchDB.plugin(leveldb);

interface Options {
  processChange: (doc: unknown, metadata: { id: string }, context: unknown) => unknown;
}

it('a document that is written while the changes are read is in a backup all the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-read-'));
  const db = new PouchDB<AnyDoc>(join(folder, 'event-gala'), { adapter: 'leveldb', auto_compaction: true });
  const ids = Array.from({ length: 300 }, (_, index) => `client_${String(index).padStart(3, '0')}`);
  await db.bulkDocs(ids.map((_id) => ({ _id })));
  const last = await db.get('client_299');
  const adapter = db as unknown as { _changes(options: Options): unknown };
  const original = adapter._changes.bind(adapter);
  const written: Promise<unknown>[] = [];
  adapter._changes = (options) =>
    original({
      ...options,
      processChange(doc, metadata, context) {
        // The first row has been read, the last one has not.
        if (metadata.id === 'client_000' && written.length === 0)
          written.push(db.put({ ...last, company: 'Navy' }));
        return options.processChange(doc, metadata, context);
      },
    });

  const found = new Map<string, unknown>();
  for await (const leaf of readDatabase(db)) found.set(leaf._id, leaf['company']);
  await Promise.all(written);
  expect([...found.keys()].toSorted()).toEqual(ids);
  expect(found.get('client_299')).toBe('Navy');
  await db.close();
  await rm(folder, { recursive: true });
});
