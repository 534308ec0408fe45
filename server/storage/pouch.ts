import type { ChangeSource } from './feed.ts';
import { beforeClose, guardChanges, tellOfWrites } from './guards.ts';
import { Handles } from './handles.ts';
import { tellHistories } from './histories.ts';
import { readKeysOnce } from './keyedReads.ts';
import { Lives } from './lives.ts';
import { Pool } from './pool.ts';
import { readReplacedTogether } from './replacedBodies.ts';
import type { AnyDoc, ChangeRow, Database, Storage } from './types.ts';
import { WriteListeners } from './writeListeners.ts';

/** How many rows a follower reads at a time. */
const BATCH = 1000;

/** Where and how the databases of one process lie. */
export interface PouchPlace {
  /** Opens or creates. */
  create(name: string): Promise<Database> | Database;
  /** Makes of a failed opening an error that a person understands. */
  explain?(name: string, error: unknown): Error;
  /** True when a database of that name lies there, open or not. */
  exists(name: string): Promise<boolean>;
  list(): Promise<string[]>;
  /** How many databases stay open when nobody uses them; all of them when left out. */
  keepOpen?: number;
  /** Called last, when every database is closed. */
  release?(): Promise<void>;
  onFailure?(name: string, error: unknown): void;
}

/** Storage in this process by a PouchDB adapter of the LevelDB family: LevelDB itself, or memory in tests. */
export function createPouchStorage(place: PouchPlace): Storage {
  const writes = new WriteListeners();
  async function create(name: string): Promise<Database> {
    try {
      const db = await place.create(name);
      await db.info();
      return db;
    } catch (error) {
      throw place.explain?.(name, error) ?? error;
    }
  }
  const onFailure = (name: string, error: unknown): void => place.onFailure?.(name, error);
  const lives = new Lives({ fresh: Infinity, onFailure });
  const pool = new Pool({
    keep: place.keepOpen ?? Infinity,
    onFailure,
    async open(name) {
      const db = await create(name);
      await lives.opened(name, db);
      beforeClose(db, () => lives.closing(name, db));
      guardChanges(db);
      readKeysOnce(db);
      readReplacedTogether(db);
      tellHistories(db);
      tellOfWrites(db, (ids, revs) => {
        writes.tell(name, ids, revs);
        handles.poke(name);
      });
      return db;
    },
  });
  const handles = new Handles({
    open: (name) => pool.enter(name),
    exists: (name) => place.exists(name),
    source: (_name, db) => localSource(db),
    close: (db) => pool.close(db),
    async destroy(name, db) {
      await pool.destroy(db);
      writes.tell(name, null);
    },
    isGone: isClosedError,
    onFailure: (name, error) => place.onFailure?.(name, error),
  });
  return {
    kind: 'embedded',
    open: (name) => handles.open(name),
    openExisting: (name) => handles.openExisting(name),
    exists: async (name) => handles.has(name) || place.exists(name),
    list: async () => [...new Set([...handles.names, ...(await place.list())])].sort(),
    destroy: (name) => handles.destroy(name),
    feed: (name) => handles.feed(name),
    epochs: async (name) => lives.of(name, await handles.open(name)),
    onWrite: (name, listener) => writes.add(name, listener),
    async close() {
      await handles.close();
      await place.release?.();
    },
  };
}

function localSource(db: Database): ChangeSource {
  return {
    waits: false,
    now: async () => (await db.info()).update_seq,
    async read(since) {
      const rows: ChangeRow[] = [];
      let last = since;
      for (;;) {
        const page = await db.changes<AnyDoc>({ since: last, style: 'all_docs', limit: BATCH });
        rows.push(...(page.results as ChangeRow[]));
        last = page.last_seq;
        if (page.results.length < BATCH) return { rows, last };
      }
    },
  };
}

function isClosedError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error);
  return /database is (closed|destroyed|not open)/i.test(message);
}
