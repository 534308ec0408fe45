import { ConfigError } from '../base/config.ts';
import { isConflict } from '../base/errors.ts';
import { insert, read, remove } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { BackupError } from './entries.ts';

/*
 * On CouchDB databases are filled in their places. Until all are there and compared a mark says so: a restore that was
 * killed leaves what looks like a server's databases, and a server that served them would have lost guests.
 */

/** `_local`: neither compared nor ever copied. */
const MARK = '_local/unfinished';

/** Resolves with the way to take the mark away. Throws BackupError where another restore is at work. */
export async function markUnfinished(storage: Storage): Promise<() => Promise<void>> {
  const db = await storage.open(DATABASES.worker);
  try {
    await insert(db, { _id: MARK, since: Date.now() });
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw new BackupError('another restore fills COUCHDB_URL');
  }
  return () => remove(db, MARK);
}

export async function isUnfinished(storage: Storage): Promise<boolean> {
  if (!(await storage.exists(DATABASES.worker))) return false;
  return (await read(await storage.open(DATABASES.worker), MARK)) !== null;
}

/** Throws ConfigError where a restore or move has begun and not ended. */
export async function assertFinished(storage: Storage): Promise<void> {
  if (storage.kind === 'embedded' || !(await isUnfinished(storage))) return;
  throw new ConfigError(
    'COUCHDB_URL',
    'holds a restore or move that has not ended: wait for its end, or delete its databases and begin again',
  );
}
