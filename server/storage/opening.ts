import { setTimeout as delay } from 'node:timers/promises';
import { CouchError } from './couchRequest.ts';
import type { Storage } from './types.ts';

/** So often something is tried again while other servers do the same, and after so many ms. */
const TRIES = 50;
const PAUSE = 200;

/**
 * Does what has to be done before the server begins. Servers that are started at the same time on an empty cluster make
 * the same databases and documents for each other: a node may hear of it late, and a write comes to too few copies where
 * the others took it from another server. `work` may be done twice. Throws what the last try threw.
 */
export async function patiently<T>(work: () => Promise<T>, pause = PAUSE): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CouchError && error.status === 503) || attempt === TRIES) throw error;
      await delay(pause);
    }
  }
}

/** Opens databases that have to be there before the server begins. */
export async function openAll(storage: Storage, names: readonly string[]): Promise<void> {
  for (const name of names) await patiently(() => storage.open(name));
}
