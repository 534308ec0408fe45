import type { LocalDatabase } from '../local/database.ts';
import { readCopy, readLedger, readPushed } from '../local/positions.ts';
import { createOutbox } from './outbox.ts';

/**
 * True when the local database may hold something that the server does not: changes that were not acknowledged, or
 * refused ones. When in doubt, as after a crash, it says yes.
 */
export async function holdsUnpushed(db: LocalDatabase, report: (error: unknown) => void): Promise<boolean> {
  if ((await readLedger(db)).length > 0) return true;
  // A first pull that was never completed: nobody could write here yet.
  if (!(await readCopy(db)).complete && (await readPushed(db)) === null) return false;
  const outbox = createOutbox(db, report);
  await outbox.catchUp();
  return outbox.size > 0;
}
