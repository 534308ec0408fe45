/*
 * Runs inside a page of e2e/sync/local-writes.spec.ts: hands the same documents to a database of the app's and to PouchDB's own,
 * and tells what PouchDB reads in both.
 */
import PouchDB from 'pouchdb-browser';
import { openDatabase } from '#data/browserDatabase.ts';

type Doc = Record<string, unknown> & { _id: string };
type Database = PouchDB.Database<Record<string, unknown>>;

/** What is done to both, one step after another. */
export type Step =
  | { pull: Doc[] }
  | { put: Doc }
  | { remove: string }
  /** A revision that a crash left without its document. */
  | { stray: { id: string; rev: string } };

export interface Written {
  /** All that PouchDB tells of the database, without the positions of the single changes. */
  read: unknown;
  /** Ids as a live feed told them, sorted. */
  heard: string[];
  /** How many documents' histories were asked for, one by one. */
  asked: number;
}

let asked = 0;
const { get } = IDBObjectStore.prototype;
IDBObjectStore.prototype.get = function (this: IDBObjectStore, key) {
  if (this.name === 'document-store') asked += 1;
  return get.call(this, key);
};

async function writeBoth(steps: Step[]): Promise<{ ours: Written; pouch: Written }> {
  const plain = new PouchDB<Record<string, unknown>>('foyer-pouch', {
    adapter: 'idb',
    auto_compaction: true,
    revs_limit: 200,
  });
  return { ours: await written(openDatabase('foyer-ours'), steps), pouch: await written(plain, steps) };
}

async function written(db: Database, steps: Step[]): Promise<Written> {
  // Opening is lazy.
  await db.info();
  const heard = new Set<string>();
  const feed = db.changes({ live: true, since: 0 }).on('change', ({ id }) => heard.add(id));
  asked = 0;
  for (const step of steps) {
    if ('pull' in step) await db.bulkDocs(structuredClone(step.pull), { new_edits: false });
    else if ('put' in step) await db.put({ ...step.put, _rev: (await db.get(step.put._id))._rev });
    else if ('remove' in step) await db.remove(await db.get(step.remove));
    else await putStray(db, step.stray);
  }
  const count = asked;
  const read = await readAll(db);
  // A feed reads behind the writes.
  while (heard.size < read.changes.length) await new Promise((resolve) => setTimeout(resolve, 10));
  feed.cancel();
  return { read, heard: [...heard].sort(), asked: count };
}

async function readAll(db: Database) {
  const { doc_count, update_seq } = await db.info();
  const all = await db.allDocs({ include_docs: true, conflicts: true, attachments: true });
  const { results } = await db.changes({ style: 'all_docs', include_docs: true });
  const changes = results
    .map(({ id, changes: leaves, deleted, doc }) => ({ id, leaves, deleted, doc }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const leaves = [];
  for (const { id } of changes) leaves.push(await db.get(id, { open_revs: 'all', revs: true }));
  return { doc_count, update_seq, all, changes, leaves };
}

/** As PouchDB keeps a revision, past PouchDB. */
function putStray(db: Database, { id, rev }: { id: string; rev: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`_pouch_${db.name}`);
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB')));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('by-sequence', 'readwrite');
      transaction.objectStore('by-sequence').put({ _doc_id_rev: `${id}::${rev}`, left: 'behind' });
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

const writers = { writeBoth };
export type WritersPage = typeof writers;
Object.assign(globalThis, { writers });
