import { setTimeout as delay } from 'node:timers/promises';
import { CouchError } from './couchRequest.ts';
import type { Storage } from './types.ts';

/** So often a database is asked for again while another server is making it, and after so many ms. */
const TRIES = 50;
const PAUSE = 200;

/**
 * Opens databases that have to be there before the server begins. Servers that are started at the same time on an empty
 * cluster make them for each other, and a node may hear of it late. Throws what the last try threw.
 */
export async function openAll(storage: Storage, names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (let attempt = 1; ; attempt++) {
      try {
        await storage.open(name);
        break;
      } catch (error) {
        if (!(error instanceof CouchError && error.status === 503) || attempt === TRIES) throw error;
        await delay(PAUSE);
      }
    }
  }
}
