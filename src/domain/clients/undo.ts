import { canonical } from '../canonical.ts';
import type { Placement, Session, SessionEntry } from '../documents/session.ts';
import { judgePlacement } from '../sessions/placement.ts';
import { editEntries, type Stamp } from '../sessions/sessionEdits.ts';

/*
 * Work on many clients at once, and its one undo: what was written is remembered with what stood there before, and
 * taken back only where nobody has touched it since.
 */

/** A field of a document that was changed. */
export interface FieldChange {
  type: 'client' | 'consumer';
  id: string;
  field: string;
  before: unknown;
  after: unknown;
}

/** An address is an object; whether a part of it is absent or null means the same. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (isObject(a) && isObject(b) && canonical(filled(a)) === canonical(filled(b)));

/** Changes of one field that follow each other (a to b, b to c) become one (a to c): taking it back restores what stood before the first. */
export function chained(fields: readonly FieldChange[]): FieldChange[] {
  const all: FieldChange[] = [];
  const last = new Map<string, number>();
  for (const change of fields) {
    const key = `${change.id} ${change.field}`;
    const at = last.get(key) ?? all.length;
    const earlier = all[at];
    if (earlier !== undefined && isSameValue(earlier.after, change.before))
      all[at] = { ...earlier, after: change.after };
    else {
      last.set(key, all.length);
      all.push(change);
    }
  }
  return all;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const filled = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part != null));

/** A client that was created with its consumer, in the revisions that were written. */
export interface CreatedClient {
  clientId: string;
  clientRev: string;
  consumerId: string;
  /** Null where the client came into a registration that was there before: that one stays. */
  consumerRev: string | null;
}

/** Everything that one act wrote. */
export interface UndoRecord {
  fields: readonly FieldChange[];
  created: readonly CreatedClient[];
  /** Ids of the entry changes; these tell themselves what stood there before (`domain/entries/undoActs.ts`). */
  acts: readonly string[];
}

export const NOTHING_TO_UNDO: UndoRecord = { fields: [], created: [], acts: [] };

export type UndoConflictReason =
  'changed_since' | 'deleted_since' | 'message_sent' | 'number_taken' | 'seat_taken' | 'session_archived';
/** What was left as it is, and why. `id` is the client's or the consumer's. */
export interface UndoConflict {
  id: string;
  reason: UndoConflictReason;
  /** The one that is archived. */
  sessionId?: string;
}

/** The entry is as it was made: nobody moved it, seated it or checked it in. */
export function isUntouched(entry: SessionEntry, made: SessionEntry): boolean {
  return entry.updatedTime === made.updatedTime && entry.checkInTime === made.checkInTime;
}

const seatOf = (placement: Placement | null | undefined): string | null =>
  placement?.tableId == null || placement.seatIndex == null
    ? null
    : `${placement.tableId}/${placement.seatIndex}`;

export interface NewEntry {
  clientId: string;
  placement: Placement | null;
}

/**
 * Registers many clients with their places; those already registered stay as they are. A seat that somebody took
 * meanwhile is not given twice: its client comes without a place, and is named. `seatless` are those who hold no
 * seats: deleted and cancelled clients.
 */
export function addPlaced(
  session: Session,
  wanted: readonly NewEntry[],
  seatless: ReadonlySet<string>,
  stamp: Stamp,
): { session: Session; added: SessionEntry[]; unplaced: string[] } {
  const known = new Set(session.clients.map((entry) => entry.clientId));
  const removedClients = { ...session.removedClients };
  const taken = takenSeats(session, seatless);
  const added: SessionEntry[] = [];
  const unplaced: string[] = [];
  for (const { clientId, placement } of wanted) {
    if (known.has(clientId)) continue;
    known.add(clientId);
    const free = seatless.has(clientId) || claim(taken, placement);
    if (!free) unplaced.push(clientId);
    added.push({
      clientId,
      checkInTime: null,
      placement: free ? placement : null,
      product: null,
      // A re-registration must be newer than the removal it undoes.
      updatedTime: Math.max(stamp.time, (removedClients[clientId] ?? 0) + 1),
    });
    delete removedClients[clientId];
  }
  if (added.length === 0) return { session, added, unplaced };
  const clients = [...session.clients, ...added];
  return { session: stamped({ ...session, clients, removedClients }, stamp), added, unplaced };
}

/** Takes many clients off the session; each leaves a tombstone. */
export function removeMany(
  session: Session,
  clientIds: ReadonlySet<string>,
  stamp: Stamp,
): { session: Session; removed: SessionEntry[] } {
  const removed = session.clients.filter((entry) => clientIds.has(entry.clientId));
  if (removed.length === 0) return { session, removed };
  const removedClients = { ...session.removedClients };
  for (const entry of removed) removedClients[entry.clientId] = Math.max(stamp.time, entry.updatedTime + 1);
  const clients = session.clients.filter((entry) => !clientIds.has(entry.clientId));
  return { session: stamped({ ...session, clients, removedClients }, stamp), removed };
}

/** An undo that is tried again finds what it gave back the first time. */
const isAsBefore = (now: SessionEntry, before: SessionEntry): boolean =>
  isSameValue(now.placement ?? null, before.placement ?? null) &&
  isSameValue(now.product ?? null, before.product ?? null);

/**
 * Puts removed registrations back as they were. Whoever is registered again meanwhile stays as they are now; a seat
 * that was taken meanwhile stays with its new guest.
 */
export function restoreEntries(
  session: Session,
  entries: readonly SessionEntry[],
  seatless: ReadonlySet<string>,
  stamp: Stamp,
): { session: Session; conflicts: UndoConflict[] } {
  const now = new Map(session.clients.map((entry) => [entry.clientId, entry]));
  const removedClients = { ...session.removedClients };
  const taken = takenSeats(session, seatless);
  const conflicts: UndoConflict[] = [];
  const back: SessionEntry[] = [];
  for (const entry of entries) {
    const id = entry.clientId;
    const there = now.get(id);
    if (there !== undefined) {
      if (!isAsBefore(there, entry)) conflicts.push({ id, reason: 'changed_since' });
      continue;
    }
    // Whoever holds no seat takes none from those who do.
    const free = seatless.has(id) || claim(taken, entry.placement);
    if (!free) conflicts.push({ id, reason: 'seat_taken' });
    const updatedTime = Math.max(stamp.time, (removedClients[id] ?? 0) + 1);
    back.push({ ...entry, updatedTime, ...(free ? {} : { placement: null }) });
    delete removedClients[id];
  }
  if (back.length === 0) return { session, conflicts };
  const clients = [...session.clients, ...back];
  return { session: stamped({ ...session, clients, removedClients }, stamp), conflicts };
}

/** Takes the places of many clients away, tables as a whole too; they stay registered. */
export function unseatMany(
  session: Session,
  clientIds: ReadonlySet<string>,
  stamp: Stamp,
): { session: Session; unseated: SessionEntry[] } {
  const unseated = session.clients.filter(
    ({ clientId, placement }) => placement?.tableId != null && clientIds.has(clientId),
  );
  const changes = new Map(unseated.map(({ clientId }) => [clientId, { placement: null }]));
  return { session: editEntries(session, changes, stamp), unseated };
}

/** Gives the places back to whoever has none now, where table and seat are still there and free. */
export function reseat(
  session: Session,
  entries: readonly SessionEntry[],
  seatless: ReadonlySet<string>,
  stamp: Stamp,
): { session: Session; conflicts: UndoConflict[] } {
  const now = new Map(session.clients.map((entry) => [entry.clientId, entry]));
  const taken = takenSeats(session, seatless);
  const conflicts: UndoConflict[] = [];
  const changes = new Map<string, Pick<SessionEntry, 'placement'>>();
  for (const { clientId: id, placement } of entries) {
    const entry = now.get(id);
    if (isSameValue(entry?.placement, placement)) continue;
    if (entry === undefined || entry.placement?.tableId != null)
      conflicts.push({ id, reason: 'changed_since' });
    else if (
      !judgePlacement({ plan: session.plan, clients: [] }, placement ?? null).ok ||
      !(seatless.has(id) || claim(taken, placement))
    ) {
      conflicts.push({ id, reason: 'seat_taken' });
    } else changes.set(id, { placement });
  }
  return { session: editEntries(session, changes, stamp), conflicts };
}

function takenSeats(session: Session, seatless: ReadonlySet<string>): Set<string> {
  const taken = new Set<string>();
  for (const { clientId, placement } of session.clients) {
    const seat = seatOf(placement);
    if (seat !== null && !seatless.has(clientId)) taken.add(seat);
  }
  return taken;
}

/** Takes the seat; false when it is taken. A table as a whole, or no place, is always free. */
function claim(taken: Set<string>, placement: Placement | null | undefined): boolean {
  const seat = seatOf(placement);
  if (seat === null) return true;
  if (taken.has(seat)) return false;
  taken.add(seat);
  return true;
}

const stamped = (session: Session, stamp: Stamp): Session => ({
  ...session,
  metadata: { ...session.metadata, author: stamp.author, updatedAt: stamp.time },
});
