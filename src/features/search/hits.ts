import type { ComponentType } from 'react';
import type { CentralEvent } from '#domain/documents/event.ts';
import { searchable, searchIn } from '#domain/search/search.ts';
import type { ClientHit } from '#data/types.ts';
import { searchMenu } from '#ui/components/menuSearch.ts';
import { hrefs } from '#ui/paths.ts';

/** At most this many results (specification 1 §2; SEARCH-02). */
const MAX_RESULTS = 30;
const MAX_EVENTS = 5;

export type Hit =
  | { kind: 'client'; to: string; client: ClientHit; event: CentralEvent }
  | { kind: 'event'; to: string; event: CentralEvent }
  | { kind: 'command'; to: string; name: string; of: string; icon: CommandIcon };

type CommandIcon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
/** Where a command leads, in the words of the menu. */
export interface Command {
  name: string;
  /** The session or event that it is about. */
  of: string;
  to: string;
  icon: CommandIcon;
}
const MAX_COMMANDS = 8;

/** Commands whose words begin as the query's do; all of them for none. */
function commandsFor(query: string, commands: readonly Command[]): Hit[] {
  const found = searchMenu(
    commands.map((command) => ({ command, title: command.name, others: [command.of] })),
    query,
  );
  return found.slice(0, MAX_COMMANDS).map(({ command }): Hit => ({ kind: 'command', ...command }));
}

/** Clients, each with the event it belongs to, then the events whose own words fit, then commands. */
export function hitsOf(
  query: string,
  clients: readonly ClientHit[],
  events: readonly CentralEvent[],
  commands: readonly Command[],
): Hit[] {
  const fitting = commandsFor(query, commands);
  if (query.trim() === '') return fitting;
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
    ...clientHits.slice(0, MAX_RESULTS - found.length - fitting.length),
    ...found.map((event): Hit => ({ kind: 'event', to: hrefs.event(event.id), event })),
    ...fitting,
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
