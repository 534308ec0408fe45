import { bySession } from '../documents/sessionOrder.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { EventDoc } from '../documents/event.ts';
import type { Session } from '../documents/session.ts';

/** What a document is about: one registration, as it is now. */
export interface RegistrationFacts {
  event: Pick<EventDoc, 'title' | 'titleFrench' | 'invoicePrefix' | 'timeZone'>;
  /** Null for a client without a registration. */
  consumer: Pick<
    Consumer,
    'person' | 'address' | 'addressSec' | 'registration' | 'invoiceIndex' | 'invoices' | 'paymentType'
  > | null;
  /** Those of the registration, in the order of their numbers. */
  clients: readonly Client[];
  /** Those that one of the clients is registered for, in the order of their dates, with who of them is. */
  sessions: readonly { session: Session; clientIds: ReadonlySet<string> }[];
}

/** Where the facts are looked up: an event's documents. */
export interface FactSource {
  event: RegistrationFacts['event'];
  consumers: ReadonlyMap<string, Consumer>;
  /** Those that are not deleted. */
  clients: ReadonlyMap<string, Client>;
  sessions: readonly Session[];
}

/** G-2 stands before G-10. */
const NUMBERS = new Intl.Collator('en', { numeric: true });

/** The facts of a consumer's registration, or of a client who has none. */
export function registrationFacts(
  { event, consumers, clients, sessions }: FactSource,
  of: { consumerId: string } | { clientId: string },
): RegistrationFacts {
  const own =
    'consumerId' in of
      ? [...clients.values()].filter(({ consumerId }) => consumerId === of.consumerId)
      : [...clients.values()].filter(({ _id }) => _id === of.clientId);
  const ids = new Set(own.map(({ _id }) => _id));
  return {
    event,
    consumer: 'consumerId' in of ? (consumers.get(of.consumerId) ?? null) : null,
    clients: own.sort((a, b) => NUMBERS.compare(a.number ?? '', b.number ?? '') || (a._id < b._id ? -1 : 1)),
    sessions: sessions
      .map((session) => ({
        session,
        clientIds: new Set(session.clients.map(({ clientId }) => clientId).filter((id) => ids.has(id))),
      }))
      .filter(({ clientIds }) => clientIds.size > 0)
      .sort((a, b) => bySession(a.session, b.session)),
  };
}
