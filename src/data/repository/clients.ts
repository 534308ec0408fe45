import { freshNumber, takenNumbers } from '#domain/clients/clientNumbers.ts';
import { personOf, trimmedFields, newConsumer } from '#domain/clients/clients.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Placement, Session } from '#domain/documents/session.ts';
import { docId } from '#domain/ids.ts';
import { judgePlacement } from '#domain/sessions/placement.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { addEntries, editEntry } from '#domain/sessions/sessionEdits.ts';
import type { ClientRegistration, Failure, NewClientInput } from '../types.ts';
import { newCheckin } from './checkIn.ts';
import type { RepositoryContext } from './context.ts';
import { insert } from './insert.ts';
import { changeEntries, editEntriesOf, type EntryEdit } from './entries.ts';
import { stampFor } from './sessions.ts';

/**
 * Creates a client with a consumer and registers them for the sessions (specification 1 §2, Client creation). The
 * documents are durable before a session names them. Fails with `number_exists`, `event_archived`, and the three
 * placement codes (`field` is the session's id).
 */
export async function createClient(
  context: RepositoryContext,
  input: NewClientInput,
): Promise<Result<{ clientId: string }, Failure>> {
  const { store, newId } = context;
  const user = context.user();
  if (user === null) return err({ code: 'unauthorized' });
  if (input.registrations.length === 0) return err({ code: 'nothing_to_do' });
  const fields = trimmedFields(input.fields);
  const taken = takenNumbers(store.clients());
  if (taken.has(fields.number)) return err({ code: 'number_exists' });
  for (const registration of input.registrations) {
    const possible = judgeRegistration(store.session(registration.sessionId), registration);
    if (!possible.ok) return possible;
  }
  const { author, time } = stampFor(context);
  const metadata = { author, createdAt: time, updatedAt: time };
  const consumer: Consumer = newConsumer(
    docId('consumer', newId()),
    { person: personOf(fields), address: input.address },
    metadata,
  );
  const client: Client = {
    ...fields,
    _id: docId('client', newId()),
    type: 'client',
    number: fields.number === '' ? freshNumber(newId, taken) : fields.number,
    consumerId: consumer._id,
    metadata,
  };
  const saved = await insert(context, [client, consumer]);
  if (!saved.ok) return saved;
  const registered = await changeEntries(
    context,
    input.registrations.map((registration) => registrationOf(context, client._id, registration)),
  );
  if (!registered.ok) return registered;
  const checkins = input.registrations.flatMap(({ sessionId, checkInTime }) =>
    checkInTime === null
      ? []
      : [
          newCheckin(context, user, {
            sessionId,
            clientId: client._id,
            action: 'in',
            method: 'desk',
            time: checkInTime,
          }),
        ],
  );
  const admitted = await insert(context, checkins);
  return admitted.ok ? ok({ clientId: client._id }) : admitted;
}

function judgeRegistration(
  session: Session | null,
  { sessionId, placement, checkInTime }: ClientRegistration,
): Result<null, Failure> {
  if (session === null) return err({ code: 'not_found', field: sessionId });
  if (session.status === 'archived') return err({ code: 'event_archived', field: sessionId });
  if (checkInTime !== null && session.status !== 'ongoing') {
    return err({ code: 'invalid_document', field: sessionId });
  }
  const verdict = judgePlacement(session, placement);
  return verdict.ok ? verdict : err({ code: verdict.error.code, field: sessionId });
}

/** A seat that was taken in the moment between is left out: the guest is registered all the same. */
const registrationOf = (
  context: RepositoryContext,
  clientId: string,
  { sessionId, placement }: ClientRegistration,
): EntryEdit => ({
  sessionId,
  edit(session, stamp) {
    const added = addEntries(session, [clientId], stamp);
    if (placement === null || !judgePlacement(living(context, session), placement).ok) return ok(added);
    return ok(editEntry(added, clientId, { placement }, stamp));
  },
});

/** The session without entries of deleted clients: their seats are free (readings, no. 3). */
function living({ store }: RepositoryContext, session: Session): Session {
  const all = store.documents('client');
  const clients = session.clients.filter(({ clientId }) => all.get(clientId)?.deletedAt == null);
  return clients.length === session.clients.length ? session : { ...session, clients };
}

/**
 * Puts a registered client at a table or on a seat; null takes the place away. An occupied seat is refused
 * (readings, no. 7) with `occupied_seat_number`.
 */
export const placeClient = (
  context: RepositoryContext,
  sessionId: string,
  clientId: string,
  placement: Placement | null,
): Promise<Result<Session, Failure>> =>
  editEntriesOf(context, sessionId, (session, stamp) => {
    const entry = session.clients.find((candidate) => candidate.clientId === clientId);
    if (entry === undefined) return err({ code: 'not_registered' });
    const verdict = judgePlacement(living(context, session), placement, clientId);
    if (!verdict.ok) return err({ code: verdict.error.code });
    return ok(editEntry(session, clientId, { placement: kept(entry.placement, placement) }, stamp));
  });

/** `tableList` is kept on write (readings, no. 11). */
function kept(before: Placement | null | undefined, next: Placement | null): Placement | null {
  if (before?.tableList === undefined) return next;
  return { ...next, tableList: before.tableList };
}
