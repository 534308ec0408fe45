import type { Storage } from '../../storage/types.ts';
import { openTestStorage } from '../../testing/storage.ts';

const couch = process.env['COUCHDB_URL'] === undefined ? 'a stand-in for CouchDB' : 'CouchDB';

/** The storages that the worker is proved on; closing one removes what it kept. */
export const STORAGES: readonly [name: string, open: () => Promise<Storage>][] = [
  ['memory', () => openTestStorage('memory')],
  ['LevelDB', () => openTestStorage('leveldb')],
  [couch, () => openTestStorage('couchdb')],
];
