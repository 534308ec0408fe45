import type { Storage } from '../../storage/types.ts';
import { openTestStorage } from '../../testing/storage.ts';

const couch = process.env['COUCHDB_URL'] === undefined ? 'a stand-in for CouchDB' : 'CouchDB';

type Stored = readonly [name: string, open: () => Promise<Storage>];

/** The storages that the worker is proved on; closing one removes what it kept. */
export const STORAGES: readonly Stored[] = [
  ['LevelDB', () => openTestStorage('leveldb')],
  [couch, () => openTestStorage('couchdb')],
];
/** Before them one whose every step can be looked at in time. */
export const WITH_EACH_STEP: readonly Stored[] = [['memory', () => openTestStorage('memory')], ...STORAGES];
