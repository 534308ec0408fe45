import type { AnyDoc, PouchDatabase } from './deps.ts';

/**
 * Opens a database of this browser, and tells the other tabs that have it open of each write.
 *
 * PouchDB does that itself by turning a localStorage value from "a" to "b" and back. Two tabs that write in the same
 * moment both turn it to the same value, the browser sees no change in the second one, and a tab misses the other's
 * documents until the next write. A channel loses nothing; what it brings is handed to PouchDB as the event that it
 * waits for. PouchDB is loaded with the first database, not with the page.
 */
export async function openDatabase(name: string): Promise<PouchDatabase> {
  const { default: PouchDB } = await import('pouchdb-browser');
  const db: PouchDatabase = new PouchDB<AnyDoc>(name, {
    adapter: 'idb',
    auto_compaction: true,
    revs_limit: 200,
  });
  if (typeof BroadcastChannel === 'undefined') return db;
  const channel = new BroadcastChannel(`foyer-writes-${name}`);
  channel.addEventListener('message', () => {
    dispatchEvent(new StorageEvent('storage', { key: storedName(name) }));
  });
  let open = true;
  const shut = (): void => {
    open = false;
    channel.close();
  };
  db.once('closed', shut);
  db.once('destroyed', shut);
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

/** All of PouchDB's writes go through `bulkDocs`, also `put` and `remove`. */
function tellWrites(db: PouchDatabase, tell: () => void): void {
  const write = db.bulkDocs.bind(db) as (...args: unknown[]) => Promise<unknown>;
  const writeAndTell = (...args: unknown[]): Promise<unknown> => {
    const written = write(...args);
    // The caller hears of a failure, through the promise or its callback.
    written.then(tell, () => undefined);
    return written;
  };
  Object.assign(db, { bulkDocs: writeAndTell });
}
