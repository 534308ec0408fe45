import { readCopy, readPushed } from '../local/positions.ts';
import { DataFailure } from '../failure.ts';
import { createLedger } from './ledger.ts';
import { createOutbox } from './outbox.ts';
import { pushAll, type PushContext } from './push.ts';
import { countUnpushed } from './unpushed.ts';

/**
 * Sends what waits in the copy of one event, and brings nothing: what a door may still do whose time is over. Resolves with how much
 * the server did not take; throws what kept it from asking.
 */
export async function deliver(
  context: Omit<PushContext, 'outbox' | 'ledger'>,
  signal: AbortSignal,
): Promise<number> {
  const { db, deps } = context;
  // All that a first pull has brought so far is the server's.
  if (!(await readCopy(db)).complete && (await readPushed(db)) === null) return 0;
  const outbox = createOutbox(db, deps.report);
  const ledger = createLedger(db, deps.report);
  await ledger.load();
  await outbox.catchUp();
  try {
    await pushAll({ ...context, outbox, ledger }, signal);
  } catch (reason) {
    // The event was taken from it, or is no more: that is told at its login.
    if (!(reason instanceof DataFailure) || ![403, 404].includes(reason.status)) throw reason;
  }
  return countUnpushed(db, deps.report);
}
