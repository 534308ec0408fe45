import { canonical } from '../canonical.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { statusTime } from './detailTimes.ts';

/*
 * An archived session's plan, entries and check-ins are read-only (SESSION-11). What was done before the archiving is
 * taken whenever it arrives: the time of the act counts. Title, dates and status stay open, so that a session can be
 * taken out of the archive.
 */

type Archivable = Pick<Session, 'status' | 'metadata'> & { archivedAt?: number | null | undefined };

/** Since when the session is archived, ms; null for an open one. */
export function archivedSince({ status, metadata, archivedAt }: Archivable): number | null {
  if (status !== 'archived') return null;
  // Whoever does not know the field, other programs and versions before it, tells the time of its last change at best.
  return archivedAt ?? Math.max(metadata.detailsAt ?? 0, metadata.updatedAt ?? 0);
}

/**
 * The part of an archived session that this next version changes and may not, or null. `follows`: made upon the stored
 * version; otherwise the two will be merged, and only what is newer than the stored one's will count.
 */
export function archivedPart(
  stored: Session,
  next: Session,
  follows: boolean,
): 'clients' | 'removedClients' | 'plan' | null {
  const since = archivedSince(stored);
  if (since === null || isTakenOut(stored, next, follows)) return null;
  const before = new Map(stored.clients.map((entry) => [entry.clientId, entry]));
  for (const entry of next.clients) {
    const known = before.get(entry.clientId);
    before.delete(entry.clientId);
    if (canonical(known ?? null) === canonical(entry)) continue;
    if (entry.updatedTime > since) return 'clients';
    const removedAt = stored.removedClients[entry.clientId] ?? -1;
    const isNews = entry.updatedTime > (known?.updatedTime ?? removedAt);
    if (follows && !isNews && !isFold(known, entry, since)) return 'clients';
  }
  for (const [clientId, time] of Object.entries(next.removedClients)) {
    if (stored.removedClients[clientId] !== time && time > since) return 'removedClients';
  }
  // Whoever is missing without a word was not known there, or was taken off by hand.
  if (follows && [...before.keys()].some((clientId) => next.removedClients[clientId] === undefined)) {
    return 'clients';
  }
  if (canonical(stored.plan ?? null) === canonical(next.plan ?? null)) return null;
  const planAt = next.metadata.planAt ?? 0;
  return planAt > since || (follows && planAt <= (stored.metadata.planAt ?? 0)) ? 'plan' : null;
}

/** Name → digest, of a session's attachments. */
export type Pictures = ReadonlyMap<string, string>;

/**
 * Whether this next version changes the pictures of an archived session's plan and may not. They have no time of their
 * own, the version has: one from before the archiving is taken, beside the stored one or merged with it. `byHand`: it
 * comes without its history, so that it is an act of now.
 */
export function changesArchivedPictures(
  stored: { session: Session; pictures: Pictures },
  next: { session: Session; pictures: Pictures },
  { follows, byHand }: { follows: boolean; byHand: boolean },
): boolean {
  const since = archivedSince(stored.session);
  if (since === null || isTakenOut(stored.session, next.session, follows)) return false;
  const isNew = [...next.pictures].some(([name, digest]) => stored.pictures.get(name) !== digest);
  const isGone = follows && [...stored.pictures.keys()].some((name) => !next.pictures.has(name));
  if (!isNew && !isGone) return false;
  const known = Math.max(since, stored.session.metadata.updatedAt ?? 0);
  return byHand || (next.session.metadata.updatedAt ?? 0) > known;
}

/** It says that the session is open again, and is right if they are merged. */
const isTakenOut = (stored: Session, next: Session, follows: boolean): boolean =>
  next.status !== 'archived' && (follows || statusTime(next) > statusTime(stored));

/** Nothing but the check-ins of before were written into it, as a device does that saves the session anyway. */
function isFold(known: SessionEntry | undefined, entry: SessionEntry, since: number): boolean {
  if (known === undefined || (entry.checkInTime ?? 0) > since) return false;
  return canonical({ ...known, checkInTime: null }) === canonical({ ...entry, checkInTime: null });
}
