import PouchDB from 'pouchdb-browser';
import type { AnyDoc, PouchDatabase } from '../deps.ts';
import { createSearchEngine } from './engine.ts';
import type { SearchMessage, SearchRequest } from './protocol.ts';

/* The search worker of a tab: reads the local databases and never writes, so that typing never waits for either. */

// A worker's messages take no target.
// eslint-disable-next-line unicorn/require-post-message-target-origin
const post = (message: SearchMessage): void => self.postMessage(message);

/** PouchDB would make a database that is not there. */
async function exists(name: string): Promise<boolean> {
  const factory: Partial<IDBFactory> = indexedDB;
  if (factory.databases === undefined) return true;
  return (await indexedDB.databases()).some((one) => one.name === `_pouch_${name}`);
}

async function openDatabase(name: string): Promise<PouchDatabase | null> {
  return (await exists(name)) ? new PouchDB<AnyDoc>(name, { adapter: 'idb' }) : null;
}

const search = createSearchEngine({
  openDatabase,
  wall: () => Date.now(),
  later: (callback, wait) => void setTimeout(callback, wait),
  post,
  report: (error) => post({ kind: 'failed', message: String(error) }),
});

self.addEventListener('message', (event: MessageEvent<SearchRequest>) => search(event.data));
