import { resolveConflict, type Leaf } from '#domain/conflict.ts';
import type { Deps, PouchDatabase } from '../deps.ts';
import type { LocalDatabase } from '../local/database.ts';
import { isMissing } from '../failure.ts';
import type { FilledStore } from './eventStore.ts';
import type { StoredDoc } from './read.ts';

const PAGE = 5000;

export interface Filling {
  stop(): void;
  /** Ids of documents that have several leaves here, with the time (device's clock, ms) they were first seen so. */
  readonly conflicts: ReadonlyMap<string, number>;
}

/**
 * Loads all documents into the store, then follows the local changes. Several leaves of a document are merged for
 * reading, nothing is written here.
 */
export async function fillStore(
  db: LocalDatabase,
  store: FilledStore,
  { report, wall }: Pick<Deps, 'report' | 'wall'>,
): Promise<Filling> {
  const conflicts = new Map<string, number>();
  const note = (doc: StoredDoc): void => {
    if (doc._conflicts === undefined) conflicts.delete(doc._id);
    else if (!conflicts.has(doc._id)) conflicts.set(doc._id, wall());
  };
  const { update_seq } = await db.use((pouch) => pouch.info());
  let since = Number(update_seq);
  await loadAll(db, store, note);

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
          const doc = row.doc as StoredDoc | undefined;
          if (doc === undefined || stopped) return;
          note(doc);
          if (doc._conflicts === undefined) store.apply([doc]);
          else chain = chain.then(() => merged(db, doc).then((one) => store.apply([one]))).catch(report);
        })
        .on('error', report);
      return Promise.resolve();
    }).catch(report);
  }

  follow();
  const stopReopen = db.onReopen(follow);
  return {
    conflicts,
    stop() {
      stopped = true;
      stopReopen();
      feed?.cancel();
    },
  };
}

/** Brings every document of the database into the store; `note` hears of each before it is merged. */
export async function loadAll(
  db: LocalDatabase,
  store: FilledStore,
  note: (doc: StoredDoc) => void,
): Promise<void> {
  let startkey: string | undefined;
  for (;;) {
    const page = await db.use((pouch) =>
      pouch.allDocs({
        include_docs: true,
        conflicts: true,
        limit: PAGE,
        ...(startkey === undefined ? {} : { startkey, skip: 1 }),
      }),
    );
    const docs = page.rows.flatMap((row) =>
      'doc' in row && row.doc ? [row.doc as unknown as StoredDoc] : [],
    );
    docs.forEach(note);
    store.apply(
      await Promise.all(docs.map(async (doc) => (doc._conflicts === undefined ? doc : merged(db, doc)))),
    );
    const last = page.rows.at(-1);
    if (page.rows.length < PAGE || last === undefined || !('id' in last)) return;
    startkey = last.id;
  }
}

/** The undeleted leaves of a document. */
export async function leavesOf(pouch: PouchDatabase, id: string): Promise<Leaf[]> {
  try {
    const found = await pouch.get(id, { open_revs: 'all', revs: true });
    return found.flatMap((leaf) =>
      'ok' in leaf && !('_deleted' in leaf.ok) ? [leaf.ok as unknown as Leaf] : [],
    );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The document as its leaves read when merged (SYNC-10); its `_rev` tells the merged versions apart. */
async function merged(db: LocalDatabase, doc: StoredDoc): Promise<StoredDoc> {
  const leaves = await db.use((pouch) => leavesOf(pouch, doc._id));
  if (leaves.length < 2) return (leaves[0] as StoredDoc | undefined) ?? { ...doc, _deleted: true };
  const { _revisions, ...content } = resolveConflict(leaves).merged;
  return content as StoredDoc;
}
