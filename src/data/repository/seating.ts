import type { Session } from '#domain/documents/session.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { moveClients, type SeatMove } from '#domain/sessions/seating.ts';
import type { Failure } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { editEntriesOf } from './entries.ts';
import { goneClients } from './undo.ts';

/**
 * Seats, moves, swaps, unseats: all moves in one write, or none (PLAN-16 to PLAN-20). Judged on all that the tabs of this
 * device have written, so that two of them cannot give a seat twice. Fails with the codes of `moveClients`; `field` is
 * whose move it was.
 */
export function seatClients(
  context: RepositoryContext,
  sessionId: string,
  moves: readonly SeatMove[],
): Promise<Result<Session, Failure>> {
  return editEntriesOf(context, sessionId, (session, stamp) => {
    if (moves.length === 0) return err({ code: 'nothing_to_do' });
    const gone = goneClients(context);
    // Seats of deleted clients are free (readings, no. 3); their entries stay as they are.
    const deleted = session.clients.filter(({ clientId }) => gone.has(clientId));
    const living =
      deleted.length === 0
        ? session
        : { ...session, clients: session.clients.filter(({ clientId }) => !gone.has(clientId)) };
    const moved = moveClients(living, moves, stamp);
    if (!moved.ok) return err({ code: moved.error.code, field: moved.error.clientId });
    return ok(
      deleted.length === 0 ? moved.value : { ...moved.value, clients: [...moved.value.clients, ...deleted] },
    );
  });
}
