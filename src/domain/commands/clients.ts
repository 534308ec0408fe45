import { renumbered, settledNumbers, takenNumbers } from '../clients/clientNumbers.ts';
import { fieldsOf, trimmedFields, type ClientFields } from '../clients/clients.ts';
import { followed, mayBeFollowed } from '../clients/contact.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { changedBy } from '../money/standIn.ts';
import { err, ok, type Result } from '../result.ts';
import { stampAfter, writing, type Caller, type Command, type Decision } from './command.ts';
import type { CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

interface OfClient {
  clientId: string;
}

/**
 * Saves what a form changed. Another number keeps the one before findable only where somebody else has that too. A registration
 * whose person the guest is goes on reaching them. Fails with `number_exists` when another client has the number.
 */
export const updateClient: Command<OfClient & { fields: Partial<ClientFields> }, Client> = (
  view,
  { clientId, fields: typed },
  caller,
) => {
  let registration: Consumer | null = null;
  const saved = written(view, clientId, caller, (client) => {
    const { number, ...fields } = trimmedFields({ ...fieldsOf(client), ...typed });
    const edited = { ...client, ...fields, number: client.number ?? null };
    registration = reaching(view, client, edited, caller);
    const before = client.number?.trim() ?? '';
    // A client always has a number: the barcode holds it.
    if (number === '' || number === before) return ok(edited);
    const taken = takenNumbers(view.clients(), clientId);
    if (taken.has(number)) return err({ code: 'number_exists' });
    return ok(renumbered(edited, number, taken.has(before)));
  });
  if (!saved.ok || registration === null) return saved;
  return writing(saved.value.value, saved.value.value, registration);
};

/** The next version of the registration of whoever is reached otherwise by now; null where it stays. */
function reaching(view: EventView, before: Client, after: Client, caller: Caller): Consumer | null {
  if (before.consumerId == null || !mayBeFollowed(before, after)) return null;
  const consumer = view.stored('consumer', before.consumerId);
  const next = consumer && followed(consumer, before, after);
  return next === null || next === consumer ? null : changedBy(stampAfter(caller, next), next);
}

export const setCovid: Command<OfClient & { covid: boolean }, Client> = (view, { clientId, covid }, caller) =>
  written(view, clientId, caller, (client) => ok({ ...client, covid }));

/**
 * Settles a number that several clients have: whoever was created first keeps it, the others get new ones. Two devices that
 * do so at once write the same. The value is the new numbers by client id; fails with `nothing_to_do` when nobody shares the
 * number any more.
 */
export const settleNumber: Command<{ number: string }, ReadonlyMap<string, string>> = (
  view,
  { number },
  caller,
) => {
  const settled = settledNumbers(view.clients(), number);
  if (settled.size === 0) return err({ code: 'nothing_to_do' });
  const docs = [...view.storedOf('client', [...settled.keys()]).values()].flatMap((client) => {
    const next = settled.get(client._id);
    // Somebody was faster.
    if (next === undefined || client.deletedAt != null || client.number?.trim() !== number.trim()) return [];
    return [stamped(renumbered(client, next, true), caller)];
  });
  return writing(settled, ...docs);
};

/** The next version of a client that is not deleted. */
function written(
  view: EventView,
  clientId: string,
  caller: Caller,
  edit: (client: Client) => Result<Client, CommandRefusal>,
): Result<Decision<Client>, CommandRefusal> {
  const client = view.stored('client', clientId);
  if (client === null || client.deletedAt != null) return err({ code: 'not_found' });
  const next = edit(client);
  if (!next.ok) return next;
  const saved = stamped(next.value, caller);
  return writing(saved, saved);
}

function stamped(client: Client, caller: Caller): Client {
  const { author, time } = stampAfter(caller, client);
  return { ...client, metadata: { ...client.metadata, author, updatedAt: time } };
}
