import { read } from '../storage/documents.ts';
import type { Database } from '../storage/types.ts';

/** Looked at again after so long (ms): each of thousands would ask. */
const FRESH = 1000;

/** Whether somebody deleted a message meanwhile: of those that are ready to go, a slow provider takes minutes. */
export function deletions(db: Database, fresh = FRESH): (notifId: string) => Promise<boolean> {
  const known = new Map<string, { at: number; isDeleted: Promise<boolean> }>();
  return (notifId) => {
    const before = known.get(notifId);
    if (before !== undefined && performance.now() - before.at < fresh) return before.isDeleted;
    const isDeleted = read(db, notifId).then((doc) => doc === null || doc['notifType'] === 'deleted');
    known.set(notifId, { at: performance.now(), isDeleted });
    isDeleted.catch(() => known.delete(notifId));
    return isDeleted;
  };
}
