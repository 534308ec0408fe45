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
    | 'person'
    | 'address'
    | 'addressSec'
    | 'status'
    | 'paymentType'
    | 'registration'
    | 'invoiceIndex'
    | 'invoices'
    | 'settlement'
    | 'cards'
    | 'taken'
    | 'transfers'
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

/** G-2 stands before G-10. Made when first wanted: doors load this too, and it takes a phone longer than all else in here. */
let numbers: Intl.Collator | null = null;
const byNumber = (a: Client, b: Client): number =>
  (numbers ??= new Intl.Collator('en', { numeric: true })).compare(a.number ?? '', b.number ?? '');

type Of = { consumerId: string } | { clientId: string };

/** The facts of a consumer's registration, or of a client who has none. */
export const registrationFacts = (source: FactSource, of: Of): RegistrationFacts => factsAbout(source)(of);

/** The same of many registrations of one source: who belongs to which is looked up once. */
export function factsAbout({
  event,
  consumers,
  clients,
  sessions,
}: FactSource): (of: Of) => RegistrationFacts {
  let known: { byConsumer: Map<string, Client[]>; byClient: Map<string, Set<Session>> } | null = null;
  function lookUp(): NonNullable<typeof known> {
    const [byConsumer, byClient] = [new Map<string, Client[]>(), new Map<string, Set<Session>>()];
    for (const client of clients.values()) {
      if (client.consumerId != null) add(byConsumer, client.consumerId, client);
    }
    for (const session of sessions) {
      for (const { clientId } of session.clients) {
        const own = byClient.get(clientId) ?? new Set();
        byClient.set(clientId, own.add(session));
      }
    }
    return (known = { byConsumer, byClient });
  }
  return (of) => {
    const { byConsumer, byClient } = known ?? lookUp();
    const client = 'consumerId' in of ? undefined : clients.get(of.clientId);
    const own = 'consumerId' in of ? [...(byConsumer.get(of.consumerId) ?? [])] : client ? [client] : [];
    const ids = new Map<Session, Set<string>>();
    for (const { _id } of own) {
      for (const session of byClient.get(_id) ?? [])
        ids.set(session, (ids.get(session) ?? new Set()).add(_id));
    }
    return {
      event,
      consumer: 'consumerId' in of ? (consumers.get(of.consumerId) ?? null) : null,
      clients: own.sort((a, b) => byNumber(a, b) || (a._id < b._id ? -1 : 1)),
      sessions: Array.from(ids, ([session, clientIds]) => ({ session, clientIds })).sort((a, b) =>
        bySession(a.session, b.session),
      ),
    };
  };
}

function add(lists: Map<string, Client[]>, key: string, client: Client): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [client]);
  else list.push(client);
}
