import type { Language } from '#domain/config.ts';
import type { Client } from '#domain/documents/client.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import { searchable, searchIn, type Searchable } from '#domain/search.ts';
import { collatorOf, fullName, listName } from '#ui/format.ts';
import { hrefs } from '#ui/paths.ts';

/** At most this many results (specification 1 §2). */
export const MAX_RESULTS = 30;

export type Hit =
  | { kind: 'client'; to: string; name: string; company: string; number: string }
  | { kind: 'event'; to: string; event: CentralEvent };

/** In the order of surnames. */
export function indexClients(
  eventId: string,
  clients: ReadonlyMap<string, Client>,
  language: Language,
): Searchable<Hit>[] {
  const collator = collatorOf(language);
  const sorted = [...clients.values()].sort((a, b) => collator.compare(listName(a), listName(b)));
  return sorted.map((client) =>
    searchable<Hit>(
      {
        kind: 'client',
        to: hrefs.client(eventId, client._id),
        name: fullName(client),
        company: client.company ?? '',
        number: client.number ?? '',
      },
      client.forename,
      client.surname,
      client.company,
      client.number,
    ),
  );
}

/** Clients first, then events; each needs every word of the query. */
export function findAll(
  query: string,
  events: readonly CentralEvent[],
  clients: readonly Searchable<Hit>[],
): Hit[] {
  const eventHits = events.map((event) =>
    searchable<Hit>(
      { kind: 'event', to: hrefs.event(event.id), event },
      event.title,
      event.titleFrench,
      event.company,
    ),
  );
  return [...searchIn(clients, query), ...searchIn(eventHits, query)].slice(0, MAX_RESULTS);
}
