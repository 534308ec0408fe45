import { projectCheckIn, type CheckinFact } from './admissions.ts';
import type { Session, SessionEntry } from '../documents/session.ts';

/** The check-in documents of each client of one session. */
export type FactsByClient = ReadonlyMap<string, readonly CheckinFact[]>;

export function factsByClient<T extends CheckinFact>(facts: Iterable<T>): Map<string, readonly T[]> {
  const result = new Map<string, readonly T[]>();
  for (const fact of facts) addFact(result, fact);
  return result;
}

/** Adds one fact; false when it was known already. */
export function addFact<T extends CheckinFact>(facts: Map<string, readonly T[]>, fact: T): boolean {
  const known = facts.get(fact.clientId);
  if (known?.some(({ _id }) => _id === fact._id) === true) return false;
  facts.set(fact.clientId, known === undefined ? [fact] : [...known, fact]);
  return true;
}

/**
 * Writes the projection into a session's entries. Returns the same session when nothing changes. `updatedTime` is
 * left alone: folding is no edit, so it can never win against one.
 */
export function foldCheckins(session: Session, facts: FactsByClient): Session {
  let changed = false;
  const clients = session.clients.map((entry): SessionEntry => {
    const checkInTime = projectCheckIn(entry.checkInTime, facts.get(entry.clientId) ?? []);
    if (checkInTime === entry.checkInTime) return entry;
    changed = true;
    return { ...entry, checkInTime };
  });
  return changed ? { ...session, clients } : session;
}
