import type { Plan, Session, SessionEntry } from '../documents/session.ts';
import { laidEntry, layChanges, type RegistersByClient } from '../entries/layChanges.ts';
import { registersOfEntry, type Registers } from '../entries/registers.ts';
import { lostPlaces } from '../plan/editor/problems.ts';
import { clearPlaces } from './sessionEdits.ts';

/**
 * The session with the acts in its entries, without the places of theirs that the plan has lost since (PLAN-21, PLAN-22):
 * whoever saved the plan may not have known of them. The same object where it says all that.
 */
export function foldEntries(session: Session, acts: RegistersByClient): Session {
  const laid = layChanges(session, acts);
  if (laid.plan == null || acts.size === 0) return laid;
  const moved = laid.clients.filter(({ clientId }) => acts.has(clientId));
  return clearPlaces(laid, lostAmong(moved, laid.plan, session));
}

/** The same for one client; null for nobody. */
export function foldedEntry(
  session: Session,
  clientId: string,
  stored: SessionEntry | undefined,
  said: Registers | undefined,
): SessionEntry | null {
  const entry = laidEntry(session, clientId, stored, said);
  if (entry === null || said === undefined || session.plan == null) return entry;
  return lostAmong([entry], session.plan, session).size === 0 ? entry : { ...entry, placement: null };
}

/** Who has a place that was chosen before the plan was saved, and is not in it. */
const lostAmong = (
  entries: readonly SessionEntry[],
  plan: Plan,
  { metadata }: Session,
): ReadonlySet<string> =>
  new Set(
    lostPlaces(
      {
        clients: entries.filter((entry) => registersOfEntry(entry).placement.time <= (metadata.planAt ?? 0)),
      },
      plan,
    ),
  );
