import { closed as endOf, resolveConflict, type Leaf } from '#domain/conflicts/conflict.ts';
import { isNewer, upToDate } from '#domain/documents/index.ts';
import { MAX_AHEAD_MS } from '#domain/checkins/admissions.ts';
import { datedBack } from '#domain/judging/ahead.ts';
import { isConflict, isMissing } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import { leavesOf } from '../store/fill.ts';
import type { StoredDoc } from '../store/read.ts';

/** The document, its conflicts resolved and the resolution saved; null when there is none. */
export async function readMerged(db: LocalDatabase, id: string): Promise<StoredDoc | null> {
  return db.use(async (pouch) => {
    try {
      const doc = (await pouch.get(id, { conflicts: true })) as unknown as StoredDoc;
      if (doc._conflicts === undefined) return doc;
      await resolveHere(db, id);
      return (await pouch.get(id)) as unknown as StoredDoc;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}

/** Writes the one resolution that follows from the leaves (decision 3); doing it twice changes nothing. */
export async function resolveHere(db: LocalDatabase, id: string): Promise<void> {
  await db.use(async (pouch) => {
    const leaves = await leavesOf(pouch, id);
    // What a later version wrote is merged by whoever knows it.
    if (leaves.length < 2 || leaves.some(isNewer)) return;
    const { merged, removed } = resolveConflict(leaves);
    await pouch.bulkDocs([merged, ...removed], { new_edits: false });
  });
}

/** Saves a document in the newest version, its conflicts resolved; false where it is in that already. */
export async function renewHere(db: LocalDatabase, id: string): Promise<boolean> {
  const stored = await readMerged(db, id);
  if (stored === null) return false;
  const { _conflicts, ...doc } = stored;
  const renewed = upToDate(doc);
  if (renewed === doc) return false;
  try {
    await db.use((pouch) => pouch.put(renewed));
  } catch (error) {
    // Changed meanwhile: the change itself was made in the newest version.
    if (!isConflict(error)) throw error;
  }
  return true;
}

/**
 * Dates anew what the clock of this device had dated so far ahead that the server does not take it; false where nothing
 * is ahead of `now`. The edits stay, and what follows them follows these times too.
 */
export async function dateBackHere(db: LocalDatabase, id: string, now: number): Promise<boolean> {
  const stored = await readMerged(db, id);
  if (stored === null) return false;
  const { _conflicts, ...doc } = stored;
  const dated = datedBack(doc, now + MAX_AHEAD_MS, now);
  if (dated === doc) return false;
  try {
    await db.use((pouch) => pouch.put(dated));
  } catch (error) {
    // Changed meanwhile: that version is judged in its turn.
    if (!isConflict(error)) throw error;
  }
  return true;
}

/** Ends a version that the server does not take because its person was erased: what it said is gone from this device too. */
export async function closeHere(db: LocalDatabase, leaf: object): Promise<void> {
  const end = endOf(leaf as Leaf);
  await db.use((pouch) => pouch.bulkDocs([end] as never, { new_edits: false }));
}
