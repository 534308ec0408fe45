import type { CentralEvent } from '#domain/documents/event.ts';
import { searchable, searchIn } from '#domain/search/search.ts';
import type { ClientHit } from '#data/types.ts';
import { hrefs } from '#ui/paths.ts';

/** At most this many results (specification 1 §2; SEARCH-02). */
const MAX_RESULTS = 30;
const MAX_EVENTS = 5;

export type Hit =
  | { kind: 'client'; to: string; client: ClientHit; event: CentralEvent }
  | { kind: 'event'; to: string; event: CentralEvent };

/** Clients, each with the event it belongs to, then the events whose own words fit. */
export function hitsOf(query: string, clients: readonly ClientHit[], events: readonly CentralEvent[]): Hit[] {
  if (query.trim() === '') return [];
  const byId = new Map(events.map((event) => [event.id, event]));
  const found = findEvents(query, events);
  const clientHits = clients.flatMap((client): Hit[] => {
    // An event that is not listed is none that this user may see.
    const event = byId.get(client.eventId);
    return event === undefined
      ? []
      : [{ kind: 'client', to: hrefs.client(client.eventId, client.clientId), client, event }];
  });
  return [
    ...clientHits.slice(0, MAX_RESULTS - found.length),
    ...found.map((event): Hit => ({ kind: 'event', to: hrefs.event(event.id), event })),
  ];
}

function findEvents(query: string, events: readonly CentralEvent[]): CentralEvent[] {
  const list = events.map((event) =>
    searchable(event, event.title, event.titleFrench, event.company, event.location),
  );
  // Without forgiving: with a name that is nearly an event's, people look for the person.
  return searchIn(list, query, { enough: 0 }).slice(0, MAX_EVENTS);
}

/** True when there may be more than is shown. */
export const isCut = (hits: readonly Hit[]): boolean => hits.length >= MAX_RESULTS;
