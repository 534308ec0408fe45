import { canonical } from '#domain/canonical.ts';
import { resolveConflict } from '#domain/conflicts/conflict.ts';
import { isNewer, upToDate } from '#domain/documents/index.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { EventDocType } from '#domain/ids.ts';
import { MAX_AHEAD_MS } from '#domain/checkins/admissions.ts';
import { datedBack } from '#domain/judging/ahead.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { isConflict, isMissing } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import { leavesOf } from '../store/fill.ts';
import { readDocument, type StoredDoc } from '../store/read.ts';
import type { Failure } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';

/** A writer that loses every race for so long is stuck in a loop, not in a race. */
const ATTEMPTS = 50;

/**
 * Reads a document, lets `decide` make the next version and saves it; a 409 alone makes it decide again, on the fresh
 * document. Leaves in conflict are merged first (SYNC-11), because whoever saves may as well tidy up. Returning the
 * document it was given saves nothing.
 */
export async function update<T extends EventDocType>(
  context: RepositoryContext,
  type: T,
  id: string,
  decide: (current: DocOf<T>) => Result<DocOf<T>, Failure>,
): Promise<Result<DocOf<T>, Failure>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = await readMerged(context.db, id);
    const current = stored === null ? null : readDocument(stored);
    if (stored === null || current === null || current.type !== type) return err({ code: 'not_found' });
    const decision = decide(current as DocOf<T>);
    if (!decision.ok) return decision;
    const next = decision.value;
    if (next === current || canonical(next) === canonical(current)) return ok(next);
    const verdict = judge(context, next as Record<string, unknown>, stored);
    if (!verdict.ok) return verdict;
    try {
      const { rev } = await context.db.use((pouch) => pouch.put(next as NewDoc));
      const saved = { ...next, _rev: rev };
      context.store.apply([saved as unknown as StoredDoc]);
      return ok(saved);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return err({ code: 'unknown', message: 'the document keeps changing' });
}

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

/** Writes the one resolution that follows from the leaves (decision 0003); doing it twice changes nothing. */
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
  if (stored === null || stored['type'] === 'checkin') return false;
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
