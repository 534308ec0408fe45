import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { expect, it } from 'vitest';
import { leavesOf as leavesHere } from '#data/store/fill.ts';
import type { Leaf } from '#domain/conflicts/conflict.ts';
import { clientDoc, replicated } from '../testing/documents.ts';
import { writeResolutions } from '../worker/conflicts.ts';
import { leavesOf } from './revisions.ts';
import type { AnyDoc, Database } from './types.ts';

PouchDB.plugin(memory);

interface Asked {
  rev?: string;
}
type Get = (id: string, options?: Asked, ...more: unknown[]) => Promise<unknown>;

it.each([
  ['on the server', leavesOf],
  ['in the browser', leavesHere],
])('leaves %s are those of one moment, also while somebody resolves their conflict', async (place, read) => {
  const pouch = new PouchDB<AnyDoc>(`leaves ${place}`, { adapter: 'memory', auto_compaction: true });
  const db = pouch as unknown as Database;
  const versions = ['a', 'b'].map((one) => replicated(clientDoc('ada', { company: one }), one.repeat(32)));
  await db.bulkDocs(versions as never, { new_edits: false });
  const before = (await leavesOf(db, 'client_ada')) as unknown as Leaf[];
  expect(new Set(before.map(({ _rev }) => _rev[2]))).toEqual(new Set(['a', 'b']));

  // PouchDB reads the tree, then asks itself for each leaf: there the resolution comes in between.
  const get = pouch.get.bind(pouch) as unknown as Get;
  let resolved: Promise<unknown> | null = null;
  pouch.get = ((id: string, options?: Asked, ...more: unknown[]) => {
    if (options?.rev === undefined) return get(id, options, ...more);
    resolved ??= writeResolutions(db, [before]);
    // It is answered by a callback; what is missing rejects besides.
    return resolved.then(() => void get(id, options, ...more).catch(() => null));
  }) as never;
  const found = (await read(pouch as never, 'client_ada')) as Leaf[];
  expect(resolved).not.toBeNull();
  // The merge, and never one of the two alone.
  const living = found.filter((leaf) => leaf['_deleted'] !== true);
  expect(living.map(({ _rev }) => _rev)).toEqual([(await db.get('client_ada'))._rev]);
  await pouch.destroy();
});
