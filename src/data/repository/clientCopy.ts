import { freshNumber, takenNumbers } from '#domain/clients/clientNumbers.ts';
import { fieldsOf, newConsumer, personOf } from '#domain/clients/clients.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { docId } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { CopiedClient, Failure } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { insert } from './insert.ts';
import { registerClients } from './entries.ts';
import { stampFor } from './sessions.ts';

/**
 * Copies clients of another event into this one and registers them for the sessions (specification 1 §2, Client
 * copy). Those who shared a consumer there share one here; it begins as registered, rate 100, payment type none. A
 * number is kept when it is free here, else a new one is made.
 */
export async function copyClients(
  context: RepositoryContext,
  copied: readonly CopiedClient[],
  sessionIds: readonly string[],
): Promise<Result<{ created: number }, Failure>> {
  const { store, newId } = context;
  if (copied.length === 0 || sessionIds.length === 0) return err({ code: 'nothing_to_do' });
  for (const sessionId of sessionIds) {
    const session = store.session(sessionId);
    if (session === null) return err({ code: 'not_found' });
    if (session.status === 'archived') return err({ code: 'event_archived' });
  }
  const { author, time } = stampFor(context);
  const metadata = { author, createdAt: time, updatedAt: time };
  const taken = takenNumbers(store.clients());
  const consumers = new Map<string, Consumer>();
  const clients = copied.map(({ client, consumer }): Client => {
    const fields = fieldsOf(client);
    const key = consumer?._id ?? client._id;
    const made =
      consumers.get(key) ??
      newConsumer(
        docId('consumer', newId()),
        {
          person: consumer?.person ?? personOf(fields),
          address: consumer?.address ?? null,
          addressSec: consumer?.addressSec ?? null,
        },
        metadata,
      );
    consumers.set(key, made);
    const number =
      fields.number === '' || taken.has(fields.number) ? freshNumber(newId, taken) : fields.number;
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
  const saved = await insert(context, [...consumers.values(), ...clients]);
  if (!saved.ok) return saved;
  const ids = clients.map(({ _id }) => _id);
  const registered = await registerClients(context, sessionIds, ids);
  return registered.ok ? ok({ created: clients.length }) : registered;
}
