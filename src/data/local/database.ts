import type { AnyDoc, Deps, PouchDatabase } from '../deps.ts';
import { DataFailure, isBroken, isClosed, isConflict, isMissing, isQuota } from '../failure.ts';
import { createEmitter } from '../signal.ts';
import { delay } from '../sync/backoff.ts';
import { createLocalDocuments, type LocalDocuments } from './localDocuments.ts';

/** An adapter that never finishes closing must not hold up a logout or the next opening, ms. */
const CLOSE_MS = 3000;

/** Local names per user and event: a shared device never mixes people's data. */
export const localName = (userId: string, eventId: string): string => `foyer-${userId}-${eventId}`;
/** The local copy of `central`; an event's id never has a capital, so none can be called so. */
export const centralName = (userId: string): string => localName(userId, 'CENTRAL');

/** A local database whose connection may be lost and opened again. */
export interface LocalDatabase extends LocalDocuments {
  readonly name: string;
  /**
   * Runs `work` on the open database. A connection that the browser closed is opened again once; what still fails
   * comes out as a DataFailure `storage_broken` or `storage_full`. Other errors (404, 409) pass through.
   */
  use<T>(work: (db: PouchDatabase) => Promise<T>): Promise<T>;
  /** After the database was opened again: changes feeds must start anew. */
  onReopen(listener: () => void): () => void;
  /**
   * The database as it is now. Once the browser has deleted it, this fails with `storage_broken`: what was begun on it,
   * and above all a position in its changes, says nothing of the one that is begun anew.
   */
  life(): LocalDatabase;
  /**
   * What this tab holds of the database in memory. Should the browser have deleted the database under the open app,
   * these documents are written into the fresh one before any work goes on.
   */
  keep(documents: () => readonly AnyDoc[]): () => void;
  /** The browser has deleted the database: it was begun anew with what was kept. Called before `onReopen`'s listeners. */
  onLost(listener: () => void): () => void;
  close(): Promise<void>;
  destroy(): Promise<void>;
}

export async function openLocal(deps: Deps, name: string): Promise<LocalDatabase> {
  const reopened = createEmitter(deps.report);
  const lost = createEmitter(deps.report);
  const keepers = new Set<() => readonly AnyDoc[]>();
  let db = await opened(deps, name);
  /** Tells this database from one that is made after its deletion. */
  let self = (await readSelf(db)) ?? (await writeSelf(deps, db));
  let reopening: Promise<void> | null = null;
  let closed = false;
  const local = createLocalDocuments(use);

  async function reopen(): Promise<void> {
    // PouchDB would open the connection that it knows by this name, until it has closed that itself.
    reopening ??= closeQuietly(deps, db)
      .then(() => opened(deps, name))
      .then(async (fresh) => {
        await beginAnew(fresh);
        db = fresh;
        reopened.emit();
      })
      .finally(() => {
        reopening = null;
      });
    await reopening;
  }

  /** Where the browser has deleted the database: fills the fresh one. Another tab may have been quicker. */
  async function beginAnew(fresh: PouchDatabase): Promise<void> {
    const found = await readSelf(fresh);
    if (found === self) return;
    deps.report(
      new DataFailure({ code: 'storage_broken', message: `${name} was deleted under the open app` }),
    );
    local.forget();
    // From the start: nothing in it has been sent. Before anything is in it, for a first pull without a position takes
    // all that it finds for the server's.
    await fresh.put({ _id: '_local/foyer-pushed', since: 0 }).catch(unlessConflict);
    const docs = [...keepers].flatMap((documents) => documents());
    if (docs.length > 0) await fresh.bulkDocs(docs.map((doc) => ({ ...doc })) as never, { new_edits: false });
    self = found ?? (await writeSelf(deps, fresh));
    lost.emit();
  }

  async function use<T>(work: (db: PouchDatabase) => Promise<T>): Promise<T> {
    // What is asked of a database that was closed may never be answered.
    if (closed) throw new DataFailure({ code: 'storage_broken', message: `${name} is closed` });
    const used = db;
    try {
      return await work(used);
    } catch (error) {
      if (isQuota(error)) throw new DataFailure({ code: 'storage_full', message: String(error) });
      if (closed || !isClosed(error)) throw asFailure(error);
    }
    // Someone else may have opened it again while this piece of work was failing.
    if (used === db) await reopen();
    try {
      return await work(db);
    } catch (error) {
      throw asFailure(error);
    }
  }

  function life(): LocalDatabase {
    const own = self;
    const useOwn: LocalDatabase['use'] = (work) =>
      use((one) => {
        if (self === own) return work(one);
        return Promise.reject(new DataFailure({ code: 'storage_broken', message: `${name} began anew` }));
      });
    const { readLocal, writeLocal } = createLocalDocuments(useOwn);
    const onReopen: LocalDatabase['onReopen'] = (listener) =>
      reopened.subscribe(() => {
        if (self === own) listener();
      });
    return { ...whole, use: useOwn, readLocal, writeLocal, onReopen };
  }

  const whole: LocalDatabase = {
    name,
    use,
    life,
    onReopen: (listener) => reopened.subscribe(listener),
    keep(documents) {
      keepers.add(documents);
      return () => void keepers.delete(documents);
    },
    onLost: (listener) => lost.subscribe(listener),
    readLocal: local.readLocal,
    writeLocal: local.writeLocal,
    async close() {
      closed = true;
      await closeQuietly(deps, db);
    },
    async destroy() {
      closed = true;
      await db.destroy();
    },
  };
  return whole;
}

async function closeQuietly(deps: Deps, db: PouchDatabase): Promise<void> {
  const done = new AbortController();
  const closing = db
    .close()
    .catch(deps.report)
    .finally(() => done.abort());
  await Promise.race([closing, delay(deps, CLOSE_MS, done.signal)]);
}

const unlessConflict = (error: unknown): void => {
  if (!isConflict(error)) throw error;
};

const SELF_ID = '_local/foyer-self';

async function readSelf(db: PouchDatabase): Promise<string | null> {
  try {
    const { is } = (await db.get(SELF_ID)) as AnyDoc;
    return typeof is === 'string' ? is : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw asFailure(error);
  }
}

async function writeSelf(deps: Deps, db: PouchDatabase): Promise<string> {
  const is = deps.newId();
  try {
    await db.put({ _id: SELF_ID, is });
    return is;
  } catch {
    // Another tab opens it for the first time too. A full disk must not keep anybody from reading.
    return (await readSelf(db)) ?? is;
  }
}

async function opened(deps: Deps, name: string): Promise<PouchDatabase> {
  try {
    const db = await deps.openDatabase(name);
    // Opening is lazy: only a first question shows whether it worked.
    await db.info();
    return db;
  } catch (error) {
    if (isQuota(error)) throw new DataFailure({ code: 'storage_full', message: String(error) });
    throw new DataFailure({ code: 'storage_broken', message: String(error) });
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof DataFailure) return error;
  return isBroken(error) ? new DataFailure({ code: 'storage_broken', message: String(error) }) : error;
}
