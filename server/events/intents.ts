import type { Jobs } from '../jobs/jobs.ts';
import { remove } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { undoCreation } from './creation.ts';
import { deletion } from './deletion.ts';

/** A creation that had not ended after this time (ms) had crashed. */
const ABANDONED_AFTER = 5 * 60_000;

/** What servers before the jobs noted of creations and deletions under way. */
interface Intent {
  type: 'create' | 'delete';
  eventId: string;
  startedAt: number;
}

/** At the start: makes jobs of what the server of the version before has left unfinished. `alone`: no other server runs. */
export async function adoptIntents(storage: Storage, jobs: Jobs, alone: boolean): Promise<void> {
  const db = await storage.open(DATABASES.jobs);
  for (const prefix of ['create_', 'delete_']) {
    const { rows } = await db.allDocs({ startkey: prefix, endkey: `${prefix}\ufff0`, include_docs: true });
    for (const { id, doc } of rows) {
      const { type, eventId, startedAt } = doc as unknown as Intent;
      const at = alone || type === 'delete' ? 0 : startedAt + ABANDONED_AFTER;
      if (type === 'delete') await jobs.enqueue(deletion, { eventId, key: '', payload: null, at });
      else await jobs.enqueue(undoCreation, { eventId, key: '', payload: { existed: false }, at });
      await remove(db, id);
    }
  }
}
