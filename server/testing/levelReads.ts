import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi, type MockInstance } from 'vitest';
import { openEmbedded } from '../storage/embedded.ts';
import type { Database, Storage } from '../storage/types.ts';

const ownRequire = createRequire(createRequire(import.meta.url).resolve('pouchdb-adapter-leveldb'));
const leveldown = ownRequire('leveldown') as { prototype: { _getMany(keys: unknown[]): void } };

interface Embedded {
  readonly db: Database;
  /** What LevelDB is asked for: one call for all keys that are read together. */
  readonly reads: MockInstance<(keys: unknown[]) => void>;
}

/** An embedded database of its own for each test of the file that calls this. */
export function embeddedForEach(): Embedded {
  let folder = '';
  let storage: Storage;
  let db: Database;
  let reads: Embedded['reads'];
  beforeEach(async () => {
    // Before a database is opened, which holds the function as it is then; files share this module, not what they watch.
    reads = vi.spyOn(leveldown.prototype, '_getMany');
    folder = await mkdtemp(join(tmpdir(), 'foyer-reads-'));
    storage = await openEmbedded({ folder });
    db = await storage.open('event-x');
  });
  afterEach(async () => {
    await storage.close();
    reads.mockRestore();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get db() {
      return db;
    },
    get reads() {
      return reads;
    },
  };
}
