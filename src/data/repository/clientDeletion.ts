import { takenNumbers } from '#domain/clients.ts';
import { judgePlacement } from '#domain/placement.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { editEntry } from '#domain/sessionEdits.ts';
import type { ClientDeletion, Failure } from '../types.ts';
import { stamped } from './clients.ts';
import type { RepositoryContext } from './context.ts';
import { updateSession } from './sessions.ts';
import { update } from './update.ts';

/**
 * Soft deletion (readings, no. 3): the documents stay with `deletedAt`, and the clients' seats are freed. Gives back
 * what `restoreClients` needs to undo it. Those already deleted are passed over.
 */
export async function deleteClients(
  context: RepositoryContext,
  clientIds: readonly string[],
): Promise<Result<ClientDeletion, Failure>> {
  const { store, clock } = context;
  const wanted = new Set(clientIds);
  const places: ClientDeletion['places'] = store
    .sessions()
    .flatMap((session) =>
      session.clients.flatMap(({ clientId, placement }) =>
        wanted.has(clientId) && placement?.tableId != null
          ? [{ sessionId: session._id, clientId, placement }]
          : [],
      ),
    );
  const deleted: string[] = [];
  for (const clientId of wanted) {
    const saved = await update(context, 'client', clientId, (client) =>
      ok(client.deletedAt == null ? stamped(context, { ...client, deletedAt: clock.now() }) : client),
    );
    if (!saved.ok) return saved;
    deleted.push(clientId);
  }
  for (const sessionId of new Set(places.map((place) => place.sessionId))) {
    const freed = await updateSession(context, sessionId, (session, stamp) =>
      ok(
        places
          .filter((place) => place.sessionId === sessionId)
          .reduce((next, { clientId }) => editEntry(next, clientId, { placement: null }, stamp), session),
      ),
    );
    if (!freed.ok) return freed;
  }
  return ok({ clientIds: deleted, places });
}

/**
 * Takes a deletion back. Places that somebody else took meanwhile stay with them; a number that was given away fails
 * with `number_exists` before anything is changed.
 */
export async function restoreClients(
  context: RepositoryContext,
  { clientIds, places }: ClientDeletion,
): Promise<Result<null, Failure>> {
  const { store } = context;
  const taken = takenNumbers(store.clients());
  const all = store.documents('client');
  for (const clientId of clientIds) {
    const number = all.get(clientId)?.number;
    if (number && taken.has(number) && !store.clients().has(clientId)) return err({ code: 'number_exists' });
  }
  for (const clientId of clientIds) {
    const saved = await update(context, 'client', clientId, (client) =>
      ok(client.deletedAt == null ? client : stamped(context, { ...client, deletedAt: null })),
    );
    if (!saved.ok) return saved;
  }
  for (const sessionId of new Set(places.map((place) => place.sessionId))) {
    const restored = await updateSession(context, sessionId, (session, stamp) =>
      ok(
        places
          .filter((place) => place.sessionId === sessionId)
          .reduce(
            (next, { clientId, placement }) =>
              judgePlacement(next, placement, clientId).ok
                ? editEntry(next, clientId, { placement }, stamp)
                : next,
            session,
          ),
      ),
    );
    if (!restored.ok) return restored;
  }
  return ok(null);
}
