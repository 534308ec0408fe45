import PouchDB from 'pouchdb-browser';
import { createInsert, REVS_LIMIT } from './browserInsert.ts';
import type { AnyDoc, PouchDatabase } from './deps.ts';

/** From so many documents of the server's on they may be mostly new, as those of a first pull are. */
const MANY = 50;

/**
 * Opens a database of this browser, and tells the other tabs that have it open of each write.
 *
 * PouchDB does that itself by turning a localStorage value from "a" to "b" and back. Two tabs that write in the same
 * moment both turn it to the same value, the browser sees no change in the second one, and a tab misses the other's
 * documents until the next write. A channel loses nothing; what it brings is handed to PouchDB as the event that it
 * waits for.
 */
export function openDatabase(name: string): PouchDatabase {
  const db: PouchDatabase = new PouchDB<AnyDoc>(name, {
    adapter: 'idb',
    auto_compaction: true,
    revs_limit: REVS_LIMIT,
  });
  if (typeof BroadcastChannel === 'undefined') return db;
  const channel = new BroadcastChannel(`foyer-writes-${name}`);
  const tellPouch = (): void => {
    dispatchEvent(new StorageEvent('storage', { key: storedName(name) }));
  };
  channel.addEventListener('message', tellPouch);
  let open = true;
  const shut = (): void => {
    open = false;
    channel.close();
  };
  db.once('closed', shut);
  db.once('destroyed', shut);
  fillQuickly(db, tellPouch);
  tellWrites(db, () => {
    // A BroadcastChannel reaches its own origin only: it takes no target.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    if (open) channel.postMessage(null);
  });
  return db;
}

/** PouchDB's own deletion opens the database first, which is what a damaged one does not allow. */
export function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(storedName(name));
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}

/** The name under which PouchDB keeps a database, in IndexedDB and in localStorage. */
const storedName = (name: string): string => `_pouch_${name}`;

type Write = (...args: unknown[]) => Promise<unknown>;

/** Many new documents of the server's are written past PouchDB (browserInsert.ts), which is told of them then. */
function fillQuickly(db: PouchDatabase, tell: () => void): void {
  const write = db.bulkDocs.bind(db) as Write;
  const insert = createInsert(db);
  const bulkDocs: Write = async (...args) => {
    const [docs, options] = args;
    const isPull = (options as { new_edits?: unknown } | undefined)?.new_edits === false;
    if (!isPull || !Array.isArray(docs) || docs.length < MANY) return write(...args);
    const others = await insert(docs as AnyDoc[]);
    if (others.length < docs.length) tell();
    return others.length === 0 ? [] : write(others, options);
  };
  Object.assign(db, { bulkDocs });
}

/** All of PouchDB's writes go through `bulkDocs`, also `put` and `remove`. */
function tellWrites(db: PouchDatabase, tell: () => void): void {
  const write = db.bulkDocs.bind(db) as Write;
  const writeAndTell: Write = (...args) => {
    const written = write(...args);
    // The caller hears of a failure, through the promise or its callback.
    written.then(tell, () => undefined);
    return written;
  };
  Object.assign(db, { bulkDocs: writeAndTell });
}
