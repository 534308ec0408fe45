import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { createPouchStorage } from '../storage/pouch.ts';
import type { AnyDoc, Storage } from '../storage/types.ts';

PouchDB.plugin(memory);

let count = 0;

/** The embedded storage without a folder, for tests; each call is a world of its own. */
export function memoryStorage(): Storage {
  const world = `memory-${process.pid}-${++count}`;
  return createPouchStorage({
    create: (name) => new PouchDB<AnyDoc>(`${world}/${name}`, { adapter: 'memory', auto_compaction: true }),
    exists: async () => false,
    list: async () => [],
  });
}
