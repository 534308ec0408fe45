import type { Checkin } from './documents/checkin.ts';
import type { Session, SessionEntry } from './documents/session.ts';

/**
 * Check-ins as the whole product sees them (architecture, "Check-in: the part that must never fail").
 * The truth is the set of immutable check-in documents; everything here is a pure function of that set, so that any
 * device that holds the same documents shows the same.
 */
export type CheckinFact = Pick<Checkin, '_id' | 'sessionId' | 'clientId' | 'action' | 'time'>;

/** Total order by time, then id: the same everywhere. Negative when `a` comes first. */
export function compareFacts(a: CheckinFact, b: CheckinFact): number {
  if (a.time !== b.time) return a.time - b.time;
  return a._id < b._id ? -1 : a._id > b._id ? 1 : 0;
}

export function newestFact<T extends CheckinFact>(facts: Iterable<T>): T | null {
  let newest: T | null = null;
  for (const fact of facts) if (newest === null || compareFacts(newest, fact) < 0) newest = fact;
  return newest;
}

/**
 * The entry's check-in time: the newest by time among the check-in documents and, if set, the entry's own.
 * Idempotent: folding the result again changes nothing. At equal times the document decides.
 */
export function projectCheckIn(own: number | null, newest: CheckinFact | null): number | null {
  if (newest === null) return own;
  if (own !== null && own > newest.time) return own;
  return newest.action === 'in' ? newest.time : null;
}

/** Newest check-in document of each client of one session. */
export type NewestByClient = ReadonlyMap<string, CheckinFact>;

export function newestByClient(facts: Iterable<CheckinFact>): Map<string, CheckinFact> {
  const result = new Map<string, CheckinFact>();
  for (const fact of facts) addFact(result, fact);
  return result;
}

/** Adds one fact to the map; true when it became its client's newest. */
export function addFact(newest: Map<string, CheckinFact>, fact: CheckinFact): boolean {
  const known = newest.get(fact.clientId);
  if (known !== undefined && compareFacts(known, fact) >= 0) return false;
  newest.set(fact.clientId, fact);
  return true;
}

/**
 * Writes the projection into a session's entries. Returns the same session when nothing changes. `updatedTime` is
 * left alone: folding is no edit, so it can never win against one.
 */
export function foldCheckins(session: Session, newest: NewestByClient): Session {
  let changed = false;
  const clients = session.clients.map((entry): SessionEntry => {
    const fact = newest.get(entry.clientId);
    if (fact === undefined) return entry;
    const checkInTime = projectCheckIn(entry.checkInTime, fact);
    if (checkInTime === entry.checkInTime) return entry;
    changed = true;
    return { ...entry, checkInTime };
  });
  return changed ? { ...session, clients } : session;
}

/** Two admissions of one client to one session from two devices with no cancellation between. */
export interface DoubleEntry<T extends CheckinFact = Checkin> {
  sessionId: string;
  clientId: string;
  first: T;
  second: T;
}

/**
 * All double entries among the check-in documents of one session, in the order of their second admission. The same
 * device pressing twice is none: it is one guest at one door.
 */
export function doubleEntries<T extends CheckinFact & { device: { id: string } }>(
  facts: Iterable<T>,
): DoubleEntry<T>[] {
  const open = new Map<string, T>();
  const result: DoubleEntry<T>[] = [];
  for (const fact of [...facts].sort(compareFacts)) {
    const before = open.get(fact.clientId);
    if (fact.action === 'out') {
      open.delete(fact.clientId);
    } else if (before === undefined) {
      open.set(fact.clientId, fact);
    } else if (before.device.id !== fact.device.id) {
      result.push({ sessionId: fact.sessionId, clientId: fact.clientId, first: before, second: fact });
    }
  }
  return result;
}
