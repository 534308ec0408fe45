import { read, update } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';

/*
 * A backup that was put back, or databases that were moved, do not know what the original has sent since. `restore` and `move`
 * mark them (docs/operations/backup.md); nothing is sent until a manager has said that of all copies this one goes on. What may have been
 * sent before that is uncertain then, and waits for a person.
 */
const INSTANCE_ID = 'instance';

/** Times in ms. */
export interface Copy {
  copiedAt: number;
  /** Null: nobody has said that it goes on. */
  confirmedAt: number | null;
}

/** Null where these databases are no copy. */
export async function copyOf(storage: Storage): Promise<Copy | null> {
  const mark = await read(await storage.open(DATABASES.worker), INSTANCE_ID);
  if (mark === null) return null;
  const confirmedAt = typeof mark['confirmedAt'] === 'number' ? mark['confirmedAt'] : null;
  return { copiedAt: Number(mark['copiedAt'] ?? 0), confirmedAt };
}

export async function confirmCopy(storage: Storage, now: number): Promise<void> {
  await update(await storage.open(DATABASES.worker), INSTANCE_ID, (mark) =>
    mark === null || mark['confirmedAt'] != null ? null : { ...mark, confirmedAt: now },
  );
}
