import { foldCheckins } from '#domain/checkins/checkin.ts';
import type { Session } from '#domain/documents/session.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { removeEntry, type Stamp } from '#domain/sessions/sessionEdits.ts';
import type { Failure } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { update } from './update.ts';

/**
 * Edits one session. Check-ins that are not folded yet are folded on the way: the document is written anyway
 * (ARCHITECTURE.md, "A check-in, from finger to history").
 */
export function updateSession(
  context: RepositoryContext,
  sessionId: string,
  edit: (session: Session, stamp: Stamp) => Result<Session, Failure>,
): Promise<Result<Session, Failure>> {
  return update(context, 'session', sessionId, (session) => {
    const decision = edit(session, stampFor(context, session));
    if (!decision.ok || decision.value === session) return decision;
    return ok(foldCheckins(decision.value, context.store.checkinsByClient(sessionId)));
  });
}

/** Who and when; later than every edit of this session that is known here, whatever the clocks said. */
export function stampFor({ clock, user }: RepositoryContext, session?: Session): Stamp {
  const { updatedAt = 0, detailsAt = 0, planAt = 0 } = session?.metadata ?? {};
  const who = user();
  return {
    author: { id: who?._id ?? '-', name: who?.username ?? '' },
    time: Math.max(clock.now(), updatedAt + 1, detailsAt + 1, planAt + 1),
  };
}

export const unregister = (
  context: RepositoryContext,
  sessionId: string,
  clientId: string,
): Promise<Result<Session, Failure>> =>
  updateSession(context, sessionId, (session, stamp) =>
    session.clients.some((entry) => entry.clientId === clientId)
      ? ok(removeEntry(session, clientId, stamp))
      : err({ code: 'not_registered' }),
  );
