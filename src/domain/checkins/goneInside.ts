import type { Session } from '../documents/session.ts';
import { admissionsOf, holding } from './admissions.ts';
import type { FactsByClient } from './checkin.ts';

/** Somebody whom a door let in and who does not belong to the session any more: they are in none of its lists and counts. */
export interface GoneInside {
  clientId: string;
  /** When they were let in, ms. */
  since: number;
  /** Else they were removed from the session. */
  isDeleted: boolean;
  /** When that was, ms. */
  goneAt: number;
}

interface Known {
  /** Whether the session's lists show this client. */
  isListed(clientId: string): boolean;
  /** When a deleted one was deleted. */
  deletedAt(clientId: string): number | null;
  /** With its entry changes laid over; asked for only where somebody may be gone. */
  laid(): Pick<Session, 'removedClients'>;
}

const NOBODY: readonly GoneInside[] = [];

/** Those of one session, in the order in which they were let in. */
export function goneInside(facts: FactsByClient, known: Known): readonly GoneInside[] {
  const found: GoneInside[] = [];
  for (const [clientId, own] of facts) {
    if (known.isListed(clientId)) continue;
    const since = holding(admissionsOf(own))?.time;
    if (since === undefined) continue;
    const deletedAt = known.deletedAt(clientId);
    // Check-ins travel faster than what registers a guest: who has not arrived here yet is not gone.
    const goneAt = deletedAt ?? known.laid().removedClients[clientId];
    if (goneAt === undefined) continue;
    found.push({ clientId, since, isDeleted: deletedAt !== null, goneAt });
  }
  if (found.length === 0) return NOBODY;
  return found.sort((a, b) => a.since - b.since || (a.clientId < b.clientId ? -1 : 1));
}
