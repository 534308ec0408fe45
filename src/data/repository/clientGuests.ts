import { guestNumbers, takenNumbers } from '#domain/clients/clientNumbers.ts';
import { isMainClient } from '#domain/clients/clients.ts';
import type { Client } from '#domain/documents/client.ts';
import { docId } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Failure, GuestsInput } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { insert } from './insert.ts';
import { registerClients } from './entries.ts';
import { stampFor } from './sessions.ts';

/**
 * Adds guests to the registration of a main client (specification 1 §2): same consumer, company, category and
 * language, the next numbers, registered for the session with the product. Their forename is the given word with
 * their number, to be edited once they are known.
 */
export async function addGuests(
  context: RepositoryContext,
  mainId: string,
  { count, sessionId, product, word }: GuestsInput,
): Promise<Result<{ created: number }, Failure>> {
  const { store, newId } = context;
  const main = store.client(mainId);
  const session = store.session(sessionId);
  if (main === null || session === null) return err({ code: 'not_found' });
  if (session.status === 'archived') return err({ code: 'event_archived' });
  if (!isMainClient(main) || !Number.isInteger(count) || count < 1) return err({ code: 'nothing_to_do' });
  const { author, time } = stampFor(context, session);
  const metadata = { author, createdAt: time, updatedAt: time };
  const numbers = guestNumbers(main.number ?? '', takenNumbers(store.clients()), count);
  const guests = numbers.map((number): Client => ({
    _id: docId('client', newId()),
    type: 'client',
    forename: `${word} ${number.slice(number.lastIndexOf('-') + 1)}`,
    surname: main.surname,
    company: main.company ?? '',
    category: main.category,
    language: main.language,
    number,
    consumerId: main.consumerId ?? null,
    metadata,
  }));
  const saved = await insert(context, guests);
  if (!saved.ok) return saved;
  const ids = guests.map(({ _id }) => _id);
  const registered = await registerClients(context, [sessionId], ids, product);
  return registered.ok ? ok({ created: guests.length }) : registered;
}
