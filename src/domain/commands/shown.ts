import { compareFacts } from '../checkins/admissions.ts';
import { foldCheckins, type FactsByClient } from '../checkins/checkin.ts';
import type { Checkin } from '../documents/checkin.ts';
import type { Client } from '../documents/client.ts';
import type { EntryChange } from '../documents/entrychange.ts';
import type { EventDocument } from '../documents/index.ts';
import type { Session } from '../documents/session.ts';
import type { KnownEntries } from '../entries/acts.ts';
import { addChange, type RegistersByClient } from '../entries/layChanges.ts';
import type { Registers } from '../entries/registers.ts';
import { foldEntries } from '../sessions/foldEntries.ts';

/** The session as screens show it; see `EventView.session`. A browser keeps this up to date by and by (`createOverlay`). */
export function shownSession(
  stored: Session,
  checkins: FactsByClient,
  isGone: (clientId: string) => boolean,
  isCanceled: (clientId: string) => boolean,
): Session {
  const clients = stored.clients.flatMap((entry) => {
    if (isGone(entry.clientId)) return [];
    return entry.placement != null && isCanceled(entry.clientId) ? { ...entry, placement: null } : entry;
  });
  return foldCheckins({ ...stored, clients }, checkins);
}

export const isLiving = (doc: EventDocument | null): doc is Client =>
  doc?.type === 'client' && doc.deletedAt == null;

/** Check-ins by client, newest first. */
export function checkinsByClient(checkins: Iterable<Checkin>): ReadonlyMap<string, readonly Checkin[]> {
  const result = new Map<string, Checkin[]>();
  for (const checkin of checkins) {
    const known = result.get(checkin.clientId);
    if (known === undefined) result.set(checkin.clientId, [checkin]);
    else known.push(checkin);
  }
  for (const list of result.values()) list.sort((a, b) => compareFacts(b, a));
  return result;
}

/** The same with further entry changes: as if they had been laid with the others. */
export function laidUpon(
  { session, acts: before }: KnownEntries,
  changes: Iterable<EntryChange>,
): KnownEntries {
  const acts = new Map(before);
  const touched = new Map<string, Registers>();
  for (const change of changes) {
    for (const id of addChange(acts, change)) touched.set(id, acts.get(id) ?? {});
  }
  return { session: foldEntries(session, touched), acts };
}

/** A stored session's entries with entry changes laid over them, upon what is known of them already. */
export function laidEntries(
  session: Session,
  changes: Iterable<EntryChange>,
  before: RegistersByClient = new Map(),
): KnownEntries {
  const acts = new Map(before);
  for (const change of changes) addChange(acts, change);
  return { session: foldEntries(session, acts), acts };
}
