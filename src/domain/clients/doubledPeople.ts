import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { isErased } from '../documents/erasure.ts';
import type { Session } from '../documents/session.ts';
import { emailKey, nameKey } from '../import/known.ts';
import { takesGuests } from '../import/orders.ts';
import { sessionsByClient } from './clientFilter.ts';

type SessionsOf = ReturnType<typeof sessionsByClient>;

/**
 * Guests of one name and one address who have a place in the same session by different registrations, as somebody who was
 * imported and registers at the form as well. One who comes to each session by a registration of its own is no such person.
 * Whether they are one, people say: nobody is put together.
 */
export function doubledPeople(
  clients: Iterable<Client>,
  consumers: ReadonlyMap<string, Consumer>,
  sessions: readonly Session[],
): Client[][] {
  const counts = ({ consumerId }: Client): boolean =>
    consumerId == null || takesGuests(consumers.get(consumerId));
  let sessionsOf: SessionsOf | null = null;
  const found: Client[][] = [];
  for (const alike of groupsOf(clients, ({ email }) => emailKey(email))) {
    for (const one of groupsOf(alike, nameKey)) {
      const open = one.filter((client) => !isErased(client) && counts(client));
      if (open.length < 2) continue;
      // Thousands of entries: only where there is somebody to look for.
      sessionsOf ??= sessionsByClient(sessions.filter(({ status }) => status !== 'archived'));
      const there = atOnce(open, sessionsOf);
      if (there.length > 0) found.push(there.toSorted((a, b) => (a._id < b._id ? -1 : 1)));
    }
  }
  return found.sort(([a], [b]) => ((a?._id ?? '') < (b?._id ?? '') ? -1 : 1));
}

/** Those of several who share a session that is not over with one of another registration. */
function atOnce(clients: readonly Client[], sessionsOf: SessionsOf): Client[] {
  const of = ({ _id }: Client): readonly string[] => sessionsOf.get(_id) ?? [];
  const registration = ({ _id, consumerId }: Client): string => consumerId ?? _id;
  return clients.filter((one) =>
    clients.some(
      (other) => registration(other) !== registration(one) && of(other).some((id) => of(one).includes(id)),
    ),
  );
}

/** What has no key is alike to nothing; only groups of several. */
function groupsOf(clients: Iterable<Client>, keyOf: (client: Client) => string): Client[][] {
  const groups = new Map<string, Client[]>();
  for (const client of clients) {
    const key = keyOf(client);
    if (key === '') continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [client]);
    else group.push(client);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
