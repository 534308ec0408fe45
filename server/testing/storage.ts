import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCouch } from '../storage/couchdb.ts';
import { openEmbedded } from '../storage/embedded.ts';
import type { Storage } from '../storage/types.ts';
import { startCouchStandIn } from './couchStandIn.ts';
import { memoryStorage } from './memoryStorage.ts';

/**
 * `couchdb` is the server of COUCHDB_URL, or the stand-in where there is none. `memory` is the embedded one without a folder:
 * what is proved on `leveldb` it proves no better.
 */
export type StorageKind = 'memory' | 'leveldb' | 'couchdb';

/** What tests use that need only one storage: a CouchDB where one is given. */
export const anyStorage: StorageKind = process.env['COUCHDB_URL'] === undefined ? 'memory' : 'couchdb';

/** The storages that a test of several is to be run with: on a CouchDB that one only, for `npm test` has had the others. */
export const storages = (...kinds: StorageKind[]): StorageKind[] =>
  process.env['COUCHDB_URL'] === undefined ? kinds : kinds.filter((kind) => kind === 'couchdb');

let count = 0;

/** A storage of a test's own; closing it removes what it kept, unless that lies where `couchUrl` says. */
export async function openTestStorage(kind: StorageKind, couchUrl?: string): Promise<Storage> {
  if (couchUrl !== undefined) return openCouch({ url: couchUrl });
  if (kind === 'memory') return memoryStorage();
  return kind === 'leveldb' ? levelStorage() : couchStorage();
}

async function levelStorage(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-level-'));
  const storage = await openEmbedded({ folder });
  return endingWith(storage, () => rm(folder, { recursive: true, force: true }));
}

async function couchStorage(): Promise<Storage> {
  const given = process.env['COUCHDB_URL'];
  if (given === undefined) {
    const standIn = await startCouchStandIn();
    return endingWith(await openCouch({ url: standIn.url }), () => standIn.close());
  }
  const url = testCouchUrl(given);
  return endingWith(await openCouch({ url }), () => emptyCouch(url));
}

/** Other tests, and perhaps other people, use the same CouchDB: databases get names of their own. */
export function testCouchUrl(given: string): string {
  const url = new URL(given);
  url.searchParams.set('prefix', `foyer-test-${process.pid}-${++count}-${Date.now().toString(36)}-`);
  return url.href;
}

/** Removes all databases under the prefix of the address. */
export async function emptyCouch(url: string): Promise<void> {
  const storage = await openCouch({ url });
  try {
    for (const name of await storage.list()) await storage.destroy(name);
  } finally {
    await storage.close();
  }
}

function endingWith(storage: Storage, after: () => Promise<void>): Storage {
  return {
    ...storage,
    async close() {
      await storage.close();
      await after();
    },
  };
}
