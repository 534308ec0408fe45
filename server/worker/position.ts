import { read, update, type Stored } from '../storage/documents.ts';
import type { Database, Seq } from '../storage/types.ts';
import type { Failure } from './types.ts';

/**
 * How far an event's changes are processed: everything up to `seq` is done, but for the folds and the failed
 * documents named beside it. Kept in a `_local` document, which has no past revisions to pile up.
 */
export interface Position {
  seq: Seq;
  /** The epoch of the database in which that position was reached (decision 0014). */
  epoch: string;
  folds: string[];
  failures: Failure[];
}

/** Raised when the history tells more than before: then everything is looked at once more, to no other effect. */
const VERSION = 2;

const positionId = (database: string): string => `_local/position_${database}`;

export async function loadPosition(workerDb: Database, database: string): Promise<Position | null> {
  const doc = (await read(workerDb, positionId(database))) as
    (Position & Stored & { version?: number }) | null;
  if (doc === null) return null;
  const seq = doc.version === VERSION ? doc.seq : 0;
  return { seq, epoch: doc.epoch ?? '', folds: doc.folds, failures: doc.failures };
}

/** The last writer wins: an older position only means that some work is done again, which changes nothing. */
export async function savePosition(workerDb: Database, database: string, position: Position): Promise<void> {
  await update(workerDb, positionId(database), (stored) => ({ ...stored, ...position, version: VERSION }));
}

/** Called when the event is gone. */
export async function forgetPosition(workerDb: Database, database: string): Promise<void> {
  await update(workerDb, positionId(database), (stored) =>
    stored === null ? null : { ...stored, _deleted: true },
  );
}
