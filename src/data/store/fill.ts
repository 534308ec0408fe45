import { resolveConflict, type Leaf } from '#domain/conflicts/conflict.ts';
import { typeOfId } from '#domain/ids.ts';
import type { AnyDoc, Deps, PouchDatabase } from '../deps.ts';
import type { LocalDatabase } from '../local/database.ts';
import { isMissing } from '../failure.ts';
import type { FilledStore } from './eventStore.ts';
import type { StoredDoc } from './read.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

const PAGE = 5000;
/** A new snapshot is due after so many changes: reading those takes a phone as long as a tenth of a second. */
const SNAPSHOT_EVERY = 500;
/** Mostly the app has come to rest by then, ms. */
const SNAPSHOT_AFTER = 10_000;
/** Where so many changes came meanwhile, as when a crowd registers, it has not, and is waited for again: so often at most. */
const RESTLESS = 100;
const MOST_WAITS = 12;
/**
 * What comes so soon after something else goes into the store together with what follows, ms: each time costs a session of
 * thousands, and whoever looks at it, a walk through it. Nobody sees the difference, and check-ins wait for nothing.
 */
const TOGETHER = 50;

export interface Filling {
  stop(): void;
  /** For whoever puts in what he wrote himself: what was told before that is there before. */
  readonly store: FilledStore;
  /** The position in the local changes up to which the store has them; those of other tabs come a little later. */
  heard(): number;
  /** Ids of documents that have several leaves here, with the time (device's clock, ms) they were first seen so. */
  readonly conflicts: ReadonlyMap<string, number>;
}

/**
 * Loads all documents into the store, from the last snapshot where there is one, then follows the local changes.
 * Several leaves of a document are merged for reading; of the documents, nothing is written here.
 */
export async function fillStore(
  db: LocalDatabase,
  store: FilledStore,
  { report, wall, timers }: Pick<Deps, 'report' | 'wall' | 'timers'>,
): Promise<Filling> {
  const conflicts = new Map<string, number>();
  const note = (doc: StoredDoc): void => {
    if (doc._conflicts === undefined) conflicts.delete(doc._id);
    else if (!conflicts.has(doc._id)) conflicts.set(doc._id, wall());
  };
  // Of a database that is deleted meanwhile it is not known what is here: then opening it fails, and is tried again.
  const loaded = await load(db.life(), store, note);
  let { since } = loaded;
  /** Changes that the snapshot does not have. */
  let { behind } = loaded;

  let feed: { cancel(): void } | null = null;
  let stopped = false;
  let chain = Promise.resolve();

  function follow(): void {
    feed?.cancel();
    if (stopped) return;
    db.use((pouch) => {
      feed = pouch
        .changes({ since, live: true, include_docs: true, conflicts: true, return_docs: false })
        .on('change', (row) => {
          since = Number(row.seq);
          behind += 1;
          considerSnapshot();
          const doc = row.doc as StoredDoc | undefined;
          if (doc === undefined || stopped) return;
          note(doc);
          if (doc._conflicts === undefined) {
            merging.delete(doc._id);
            take(doc);
          } else {
            const seq = since;
            applyAll();
            merging.set(doc._id, seq);
            chain = chain.then(() => takeMerged(doc, seq)).catch(report);
          }
        })
        .on('error', report);
      return Promise.resolve();
    }).catch(report);
  }

  /** Not in the store yet. */
  const gathered: StoredDoc[] = [];
  let applied = -Infinity;
  let gathering: unknown = null;
  function take(doc: StoredDoc): void {
    gathered.push(doc);
    const passed = wall() - applied;
    if (typeOfId(doc._id) === 'checkin' || passed >= TOGETHER || passed < 0) applyAll();
    else gathering ??= timers.set(applyAll, TOGETHER - passed);
  }
  function applyAll(): void {
    if (gathering !== null) timers.clear(gathering);
    gathering = null;
    if (gathered.length === 0) return;
    applied = wall();
    store.apply(gathered.splice(0));
  }

  /** Changes that are being merged, by document: what was read for one must not replace what a later one brought. */
  const merging = new Map<string, number>();
  async function takeMerged(doc: StoredDoc, seq: number): Promise<void> {
    const one = await merged(db, doc);
    if (merging.get(doc._id) !== seq) return;
    merging.delete(doc._id);
    store.apply([one]);
  }

  let timer: unknown = null;
  function considerSnapshot(waits = 1): void {
    if (stopped || timer !== null || behind < SNAPSHOT_EVERY) return;
    const before = behind;
    timer = timers.set(() => {
      if (behind - before >= RESTLESS && waits < MOST_WAITS) {
        timer = null;
        considerSnapshot(waits + 1);
        return;
      }
      // It only makes the next start quicker: what goes wrong (a full disk) is tried again much later.
      behind = 0;
      applyAll();
      const apart = new Set([...conflicts.keys(), ...store.newerIds()]);
      const docs = store.dump().filter(({ _id }) => !apart.has(_id));
      writeSnapshot(db.life(), { seq: since, docs, apart: [...apart] }, timers)
        .catch(report)
        .finally(() => {
          timer = null;
          considerSnapshot();
        });
    }, SNAPSHOT_AFTER);
  }

  follow();
  considerSnapshot();
  const stopReopen = db.onReopen(follow);
  // Merged documents are no revision of their own, and files are not in memory: those come from the server.
  const stopKeeping = db.keep(() => {
    applyAll();
    return (store.dump() as unknown as AnyDoc[]).filter(
      (doc) => !conflicts.has(String(doc['_id'])) && doc['_attachments'] === undefined,
    );
  });
  const stopLost = db.onLost(() => {
    since = 0;
    conflicts.clear();
  });
  return {
    conflicts,
    store: {
      ...store,
      apply(docs) {
        applyAll();
        store.apply(docs);
      },
    },
    heard() {
      applyAll();
      return since;
    },
    stop() {
      stopped = true;
      timers.clear(timer);
      timers.clear(gathering);
      stopReopen();
      stopKeeping();
      stopLost();
      feed?.cancel();
    },
  };
}

type Note = (doc: StoredDoc) => void;

/** Everything up to the position `since`; `behind` is how many documents came without a snapshot's help. */
async function load(
  db: LocalDatabase,
  store: FilledStore,
  note: Note,
): Promise<{ since: number; behind: number }> {
  const [{ update_seq }, snapshot] = await Promise.all([db.use((pouch) => pouch.info()), readSnapshot(db)]);
  if (snapshot === null || snapshot.seq > Number(update_seq))
    return { since: Number(update_seq), behind: await loadAll(db, store, note) };
  store.restore(snapshot.parts);
  let behind = 0;
  if (snapshot.apart.length > 0) {
    const { rows } = await db.use((pouch) =>
      pouch.allDocs({ keys: snapshot.apart, include_docs: true, conflicts: true }),
    );
    behind += await takeRows(db, store, note, rows);
  }
  for (let since = snapshot.seq; ;) {
    const page = await db.use((pouch) =>
      pouch.changes({ since, include_docs: true, conflicts: true, limit: PAGE }),
    );
    behind += await takeRows(db, store, note, page.results);
    since = Math.max(since, Number(page.last_seq));
    if (page.results.length < PAGE) return { since, behind };
  }
}

/** Brings every document of the database into the store; `note` hears of each before it is merged. How many. */
export async function loadAll(db: LocalDatabase, store: FilledStore, note: Note): Promise<number> {
  let startkey: string | undefined;
  for (let count = 0; ;) {
    const page = await db.use((pouch) =>
      pouch.allDocs({
        include_docs: true,
        conflicts: true,
        limit: PAGE,
        ...(startkey === undefined ? {} : { startkey, skip: 1 }),
      }),
    );
    count += await takeRows(db, store, note, page.rows);
    const last = page.rows.at(-1);
    if (page.rows.length < PAGE || last === undefined || !('id' in last)) return count;
    startkey = last.id;
  }
}

/** The documents of some rows, merged where they have several leaves, into the store. How many. */
async function takeRows(
  db: LocalDatabase,
  store: FilledStore,
  note: Note,
  rows: readonly object[],
): Promise<number> {
  const docs = rows.flatMap((row) => ('doc' in row && row.doc ? [row.doc as StoredDoc] : []));
  docs.forEach(note);
  store.apply(
    await Promise.all(docs.map(async (doc) => (doc._conflicts === undefined ? doc : merged(db, doc)))),
  );
  return docs.length;
}

/** A document that is written without end is taken as it is found. */
const ATTEMPTS = 10;

/** The undeleted leaves of a document, as they stood at one moment. */
export async function leavesOf(pouch: PouchDatabase, id: string): Promise<Leaf[]> {
  try {
    for (let attempt = 1; ; attempt++) {
      const found = await pouch.get(id, { open_revs: 'all', revs: true });
      // A leaf that was closed between the reading of the tree and its own: what is left was never the document.
      if (found.some((leaf) => !('ok' in leaf)) && attempt < ATTEMPTS) continue;
      return found.flatMap((leaf) =>
        'ok' in leaf && !('_deleted' in leaf.ok) ? [leaf.ok as unknown as Leaf] : [],
      );
    }
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The document as its leaves read when merged (SYNC-10); its `_rev` tells the merged versions apart. */
async function merged(db: LocalDatabase, doc: StoredDoc): Promise<StoredDoc> {
  const leaves = await db.use((pouch) => leavesOf(pouch, doc._id));
  const [first] = leaves;
  if (first === undefined) return { ...doc, _deleted: true };
  const { _revisions, ...content } = leaves.length === 1 ? first : resolveConflict(leaves).merged;
  return content as StoredDoc;
}
