import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCouch } from '../../storage/couchdb.ts';
import { openEmbedded } from '../../storage/embedded.ts';
import type { Storage } from '../../storage/types.ts';
import { startCouchStandIn } from '../../testing/couchStandIn.ts';
import { memoryStorage } from '../../testing/memoryStorage.ts';

async function levelStorage(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-worker-'));
  const storage = await openEmbedded({ folder });
  return {
    ...storage,
    async close() {
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Over HTTP, with opaque positions, as CouchDB has them. */
async function remoteStorage(): Promise<Storage> {
  const couch = await startCouchStandIn();
  const storage = await openCouch({ url: couch.url });
  return {
    ...storage,
    async close() {
      await storage.close();
      await couch.close();
    },
  };
}

/** The storages that the worker is proved on; closing one removes what it kept. */
export const STORAGES: readonly [name: string, open: () => Promise<Storage>][] = [
  ['memory', async () => memoryStorage()],
  ['LevelDB', levelStorage],
  ['a stand-in for CouchDB', remoteStorage],
];
