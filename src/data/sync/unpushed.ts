import type { LocalDatabase } from '../local/database.ts';
import { readCopy, readLedger, readPushed } from '../local/positions.ts';
import { createOutbox } from './outbox.ts';

/**
 * How many documents of the local database the server may not have: changes that were not acknowledged, and refused
 * ones. When in doubt, as after a crash, it counts one too many.
 */
export async function countUnpushed(db: LocalDatabase, report: (error: unknown) => void): Promise<number> {
  const refused = (await readLedger(db)).length;
  // A first pull that was never completed: nobody could write here yet.
  if (!(await readCopy(db)).complete && (await readPushed(db)) === null) return refused;
  const outbox = createOutbox(db, report);
  await outbox.catchUp();
  return refused + outbox.size;
}

/** True when the local database may hold something that the server does not. */
export const holdsUnpushed = async (db: LocalDatabase, report: (error: unknown) => void): Promise<boolean> =>
  (await countUnpushed(db, report)) > 0;
