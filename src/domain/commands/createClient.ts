import { freshNumber } from '../clients/clientNumbers.ts';
import { newConsumer, personOf, trimmedFields, type ClientFields } from '../clients/clients.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Placement, SessionEntry } from '../documents/session.ts';
import { docId } from '../ids.ts';
import { err, ok, type Result } from '../result.ts';
import { judgePlacement } from '../sessions/placement.ts';
import { addEntries, editEntry } from '../sessions/sessionEdits.ts';
import { checkinOf } from './checkIn.ts';
import type { Command } from './command.ts';
import { actsOfAll, holdersIn } from './entries.ts';
import type { CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

/** One ticked session of client creation. */
export interface ClientRegistration {
  sessionId: string;
  placement: Placement | null;
  product?: SessionEntry['product'];
  /** ms; only for an ongoing session. */
  checkInTime: number | null;
}
export interface NewClientInput {
  /** An empty number gets one made. */
  fields: ClientFields;
  address: Consumer['address'];
  registrations: readonly ClientRegistration[];
}

/**
 * Creates a client with a consumer and registers them for the sessions (specification 1 §2, Client creation). The
 * documents are durable before an act names them. Fails with `number_exists`, `event_archived`, `nothing_to_do`, and the
 * three placement codes (`field` is the session's id).
 */
export const createClient: Command<NewClientInput, { clientId: string }> = (view, input, caller) => {
  const { author, device, time, newId } = caller;
  if (input.registrations.length === 0) return err({ code: 'nothing_to_do' });
  const fields = trimmedFields(input.fields);
  const taken = { has: (number: string) => view.hasNumber(number) };
  if (taken.has(fields.number)) return err({ code: 'number_exists' });
  for (const registration of input.registrations) {
    const possible = judgeRegistration(view, registration);
    if (!possible.ok) return possible;
  }
  const metadata = { author, createdAt: time, updatedAt: time };
  const about = { person: personOf(fields), address: input.address };
  const consumer = newConsumer(docId('consumer', newId()), about, metadata);
  const client: Client = {
    ...fields,
    _id: docId('client', newId()),
    type: 'client',
    number: fields.number === '' ? freshNumber(newId, taken) : fields.number,
    consumerId: consumer._id,
    metadata,
  };
  const clientId = client._id;
  const acts = actsOfAll(view, input.registrations, caller, ({ placement, product }) => (session, stamp) => {
    const added = addEntries(session, [clientId], stamp, product);
    return ok(placement === null ? added : editEntry(added, clientId, { placement }, stamp));
  });
  if (!acts.ok) return acts;
  const checkins = input.registrations.flatMap(({ sessionId, checkInTime }) =>
    checkInTime === null
      ? []
      : checkinOf(
          { author, device, newId },
          { sessionId, clientId, action: 'in', method: 'desk', time: checkInTime },
        ),
  );
  return ok({ value: { clientId }, write: [[client, consumer], acts.value, checkins] });
};

function judgeRegistration(
  view: EventView,
  { sessionId, placement, checkInTime }: ClientRegistration,
): Result<null, CommandRefusal> {
  const known = view.entriesOf(sessionId);
  if (known === null) return err({ code: 'not_found', field: sessionId });
  if (known.session.status === 'archived') return err({ code: 'event_archived', field: sessionId });
  if (checkInTime !== null && known.session.status !== 'ongoing') {
    return err({ code: 'invalid_document', field: sessionId });
  }
  if (placement === null) return ok(null);
  const verdict = judgePlacement(known.session, placement, undefined, holdersIn(view));
  return verdict.ok ? ok(null) : err({ code: verdict.error.code, field: sessionId });
}
