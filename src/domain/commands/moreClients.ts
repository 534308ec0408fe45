import { freshNumber, guestNumbers, takenNumbers } from '../clients/clientNumbers.ts';
import { fieldsOf, isMainClient, newConsumer, personOf } from '../clients/clients.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { isErased } from '../documents/erasure.ts';
import { newDocument } from '../documents/new.ts';
import type { SessionEntry } from '../documents/session.ts';
import { docId } from '../ids.ts';
import type { PastedRow } from '../import/pastedRows.ts';
import { err, ok, type Result } from '../result.ts';
import type { Caller, Command, Decision } from './command.ts';
import { registering } from './entries.ts';
import type { CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

/*
 * Several new clients at once, registered for sessions. They are durable before an act names them: a crash in between leaves
 * guests without a registration, never a registration without a guest.
 */

interface Created {
  created: number;
}

export interface GuestsInput {
  count: number;
  sessionId: string;
  product: SessionEntry['product'];
  /** The forename of guests that are not known yet, such as 'Guest'; their number follows. */
  word: string;
}

/**
 * Adds guests to the registration of a main client (specification 1 §2): same consumer, company, category and
 * language, the next numbers, registered for the session with the product. Their forename is the given word with
 * their number, to be edited once they are known.
 */
export const addGuests: Command<GuestsInput & { mainClientId: string }, Created> = (
  view,
  { mainClientId, count, sessionId, product, word },
  caller,
) => {
  const main = view.document('client', mainClientId);
  if (main === null || main.deletedAt != null) return err({ code: 'not_found' });
  if (view.isCanceled(mainClientId)) return err({ code: 'registration_canceled' });
  const open = judgeOpen(view, [sessionId]);
  if (!open.ok) return open;
  if (!isMainClient(main) || !Number.isInteger(count) || count < 1) return err({ code: 'nothing_to_do' });
  const numbers = guestNumbers(main.number ?? '', takenNumbers(view.clients()), count);
  const guests = numbers.map((number): Client => ({
    _id: docId('client', caller.newId()),
    type: 'client',
    forename: `${word} ${number.slice(number.lastIndexOf('-') + 1)}`,
    surname: main.surname,
    company: main.company ?? '',
    category: main.category,
    language: main.language,
    number,
    consumerId: main.consumerId ?? null,
    metadata: begun(caller),
  }));
  return registered(view, { clients: guests, consumers: [], sessionIds: [sessionId], product }, caller);
};

/** A client of another event with its consumer there. */
export interface CopiedClient {
  client: Client;
  consumer: Consumer | null;
}

/**
 * Copies clients of another event into this one and registers them for the sessions (specification 1 §2, Client
 * copy). Those who shared a consumer there share one here; it begins as registered, rate 100, payment type none. A
 * number is kept when it is free here, else a new one is made. Who was erased there is nobody who could come here.
 */
export const copyClients: Command<
  { copied: readonly CopiedClient[]; sessionIds: readonly string[] },
  Created
> = (view, { copied: asked, sessionIds }, caller) => {
  const { newId } = caller;
  const copied = asked.filter(({ client }) => !isErased(client));
  if (copied.length === 0 || sessionIds.length === 0) return err({ code: 'nothing_to_do' });
  const open = judgeOpen(view, sessionIds);
  if (!open.ok) return open;
  const metadata = begun(caller);
  const taken = takenNumbers(view.clients());
  const consumers = new Map<string, Consumer>();
  const clients = copied.map(({ client, consumer }): Client => {
    const fields = fieldsOf(client);
    const key = consumer?._id ?? client._id;
    const about = {
      person: consumer?.person ?? personOf(fields),
      address: consumer?.address ?? null,
      addressSec: consumer?.addressSec ?? null,
    };
    const made = consumers.get(key) ?? newConsumer(docId('consumer', newId()), about, metadata);
    consumers.set(key, made);
    const isFree = fields.number !== '' && !taken.has(fields.number);
    const number = isFree ? fields.number : freshNumber(newId, taken);
    taken.add(number);
    return {
      ...fields,
      _id: docId('client', newId()),
      type: 'client',
      number,
      consumerId: made._id,
      ...(client.adminContact === undefined ? {} : { adminContact: client.adminContact }),
      metadata,
    };
  });
  return registered(view, { clients, consumers: [...consumers.values()], sessionIds }, caller);
};

/**
 * Creates a client and a consumer per row, which begins as that of an import, and registers the clients for the session.
 * Rows with an error are left out. Fails with `event_archived` for an archived session, `number_exists`, `nothing_to_do`.
 */
export const addPastedClients: Command<{ sessionId: string; rows: readonly PastedRow[] }, Created> = (
  view,
  { sessionId, rows },
  caller,
) => {
  const { newId } = caller;
  const good = rows.filter((row) => row.error === null);
  if (good.length === 0) return err({ code: 'nothing_to_do' });
  const open = judgeOpen(view, [sessionId]);
  if (!open.ok) return open;
  const metadata = begun(caller);
  const taken = takenNumbers(view.clients());
  const clients: Client[] = [];
  const consumers: Consumer[] = [];
  for (const { forename, surname, company, email, number: given } of good) {
    if (given !== '' && taken.has(given)) return err({ code: 'number_exists', message: given });
    const number = given === '' ? freshNumber(newId, taken) : given;
    taken.add(number);
    const person = { forename, surname, company, email };
    const consumerId = docId('consumer', newId());
    const _id = docId('client', newId());
    clients.push(newDocument('client', { ...person, _id, number, consumerId, metadata }));
    consumers.push(newConsumer(consumerId, { person }, metadata));
  }
  return registered(view, { clients, consumers, sessionIds: [sessionId] }, caller);
};

const begun = ({ author, time }: Caller) => ({ author, createdAt: time, updatedAt: time });

/** Sessions that take new clients. */
function judgeOpen(view: EventView, sessionIds: readonly string[]): Result<null, CommandRefusal> {
  for (const sessionId of sessionIds) {
    const session = view.document('session', sessionId);
    if (session === null) return err({ code: 'not_found' });
    if (session.status === 'archived') return err({ code: 'event_archived' });
  }
  return ok(null);
}

interface Newcomers {
  clients: readonly Client[];
  consumers: readonly Consumer[];
  sessionIds: readonly string[];
  product?: SessionEntry['product'];
}

function registered(
  view: EventView,
  { clients, consumers, sessionIds, product }: Newcomers,
  caller: Caller,
): Result<Decision<Created>, CommandRefusal> {
  const clientIds = clients.map(({ _id }) => _id);
  const acts = registering(view, { sessionIds, clientIds, product }, caller);
  if (!acts.ok) return acts;
  return ok({ value: { created: clients.length }, write: [[...consumers, ...clients], acts.value] });
}
