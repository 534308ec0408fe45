import { isConflict } from '../base/errors.ts';
import { read, remove, update, type Stored } from '../storage/documents.ts';
import type { Database } from '../storage/types.ts';

/** A reservation without a user is taken over after this time (ms): its creator has crashed. */
export const ABANDONED_AFTER = 60_000;

/** Upper or lower case alike name one account. */
export const nameKey = (username: string): string => username.toLowerCase();

const reservationId = (username: string): string => `username_${nameKey(username)}`;

/** The user of a name, upper or lower case alike; null for an unknown one. */
export async function userIdOfName(auth: Database, username: string): Promise<string | null> {
  const reservation = await read(auth, reservationId(username));
  return typeof reservation?.['userId'] === 'string' ? reservation['userId'] : null;
}

export interface ReserveContext {
  /** ms since 1970 */
  now: number;
  /** ms */
  abandonedAfter: number;
  /** Is there a user of this id? */
  exists: (userId: string) => Promise<boolean>;
}

/**
 * Reserves a user name. False when it is taken, by a user or by a creation under way. Two reservations of one name
 * never both succeed: one node refuses the second write of a document; in a cluster two nodes may accept one each,
 * and whoever then sees the other's leaf gives up (perhaps both do; the person tries again).
 */
export async function reserveName(
  auth: Database,
  username: string,
  userId: string,
  context: ReserveContext,
): Promise<boolean> {
  const id = reservationId(username);
  const known = await read(auth, id);
  if (known !== null && !(await isAbandoned(known, context))) return false;
  const reservation = { _id: id, type: 'username', userId, reservedAt: context.now };
  try {
    const { rev } = await auth.put(known === null ? reservation : { ...reservation, _rev: known._rev });
    return await isOnlyLeaf(auth, id, rev);
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

/**
 * To be called when the user's document stands. False when somebody else has taken the name over meanwhile, as a server whose clock is ahead
 * may; nobody does afterwards, not even who saw before that there was no user yet.
 */
export async function confirmName(auth: Database, username: string, userId: string): Promise<boolean> {
  const kept = await update(auth, reservationId(username), (stored) =>
    stored?.['userId'] === userId && stored['confirmed'] !== true ? { ...stored, confirmed: true } : null,
  );
  return kept?.['userId'] === userId;
}

/** Another server has given the name to this user: so it is theirs here, whoever had it. */
export async function takeName(auth: Database, username: string, userId: string, now: number): Promise<void> {
  await update(auth, reservationId(username), (stored) =>
    stored?.['userId'] === userId ? null : { type: 'username', userId, reservedAt: now },
  );
}

/** Gives a name back, if it is still this user's. */
export async function releaseName(auth: Database, username: string, userId: string): Promise<void> {
  const id = reservationId(username);
  if ((await read(auth, id))?.['userId'] === userId) await remove(auth, id);
}

async function isAbandoned(
  reservation: Stored,
  { now, abandonedAfter, exists }: ReserveContext,
): Promise<boolean> {
  const reservedAt = typeof reservation['reservedAt'] === 'number' ? reservation['reservedAt'] : 0;
  if (now - reservedAt < abandonedAfter) return false;
  return !(await exists(String(reservation['userId'])));
}

async function isOnlyLeaf(auth: Database, id: string, rev: string): Promise<boolean> {
  const doc = await auth.get(id, { conflicts: true });
  if (doc._rev === rev && (doc._conflicts ?? []).length === 0) return true;
  await auth.remove(id, rev).catch(() => undefined);
  return false;
}
