import { idRange, typeOfId } from '#domain/ids.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { FilledStore } from './eventStore.ts';
import type { StoredDoc } from './read.ts';

/** More changes than this are slower to read than the ids of all entry changes. */
const FEW = 100;

/**
 * Brings the entry changes into the store that other tabs have written and this one has not heard of yet; `heard` is the
 * position in the local changes up to which the store follows them. Each call reads what came since the one before.
 */
export function createCatchUp(
  db: LocalDatabase,
  store: FilledStore,
  heard: () => number,
): () => Promise<void> {
  let read = 0;
  let lives = 0;
  db.onLost(() => {
    lives += 1;
    read = 0;
  });

  /** Ids of what has changed, and the position that they reach. */
  async function news(): Promise<{ ids: string[]; position: number }> {
    const since = Math.max(read, heard());
    const { results, last_seq } = await db.use((pouch) => pouch.changes({ since, limit: FEW }));
    if (results.length < FEW) return { ids: results.map(({ id }) => id), position: Number(last_seq) };
    const { update_seq } = await db.use((pouch) => pouch.info());
    const { rows } = await db.use((pouch) => pouch.allDocs(idRange('entrychange_')));
    return { ids: rows.map(({ id }) => id), position: Number(update_seq) };
  }

  return async () => {
    const life = lives;
    const { ids, position } = await news();
    const acts = ids.filter((id) => typeOfId(id) === 'entrychange');
    const known = acts.length === 0 ? null : store.documents('entrychange');
    const keys = acts.filter((id) => known?.has(id) !== true);
    if (keys.length > 0) {
      const { rows } = await db.use((pouch) => pouch.allDocs({ keys, include_docs: true }));
      store.apply(rows.flatMap((row) => ('doc' in row && row.doc ? [row.doc as StoredDoc] : [])));
    }
    if (life === lives) read = position;
  };
}
