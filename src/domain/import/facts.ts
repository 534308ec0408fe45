import { canonical } from '../canonical.ts';
import type { Client } from '../documents/client.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { fold } from '../search/search.ts';
import { titleKey } from './fields.ts';
import { UPDATED_FIELDS, type KnownPeople } from './known.ts';
import type { KnownRegistrations } from './orders.ts';

/** What the rows of a file are checked against: the event as it is now. */
export interface EventFacts {
  /** Numbers of the event's clients. */
  numbers: ReadonlySet<string>;
  /** The event's clients, where rows are compared with them. */
  people?: KnownPeople;
  /** The event's registrations, where rows may be of one of them. */
  registrations?: KnownRegistrations;
  /** All sessions, the archived too. */
  sessions: readonly Session[];
  /** Ids of deleted clients: their seats are free (readings, no. 3). */
  gone: ReadonlySet<string>;
}

interface TableFact {
  tableId: string;
  seats: number;
}

/** One session, ready for many look-ups. */
export interface SessionFacts {
  id: string;
  archived: boolean;
  hasPlan: boolean;
  table: (text: string) => TableFact | null;
  occupied: ReadonlySet<string>;
  /** Ids of those who are registered. */
  registered: ReadonlySet<string>;
}

export const seatKey = (tableId: string | number, seatIndex: number): string => `${tableId}/${seatIndex}`;

export function sessionFacts(session: Session, gone: ReadonlySet<string>): SessionFacts {
  const tables = new Map<string, TableFact>();
  for (const [tableId, table] of Object.entries(session.plan?.state.tables ?? {})) {
    const fact = { tableId, seats: table.seats };
    // A number wins over another table's name.
    if (table.number != null && table.number !== '') tables.set(tableKey(String(table.number)), fact);
    if (table.name && !tables.has(tableKey(table.name))) tables.set(tableKey(table.name), fact);
  }
  const occupied = new Set<string>();
  for (const { clientId, placement } of session.clients) {
    if (placement?.tableId == null || placement.seatIndex == null || gone.has(clientId)) continue;
    occupied.add(seatKey(placement.tableId, placement.seatIndex));
  }
  return {
    id: session._id,
    archived: session.status === 'archived',
    hasPlan: session.plan != null,
    table: (text) => tables.get(tableKey(text)) ?? null,
    occupied,
    registered: new Set(session.clients.map(({ clientId }) => clientId)),
  };
}

/** True when rows are checked alike against both: a check-in changes nothing of that. */
export function isSameForImport(a: Session, b: Session): boolean {
  return (
    a === b ||
    (a._id === b._id &&
      a.title === b.title &&
      a.titleFrench === b.titleFrench &&
      a.status === b.status &&
      (a.plan === b.plan || canonical(a.plan) === canonical(b.plan)) &&
      a.clients.length === b.clients.length &&
      a.clients.every((entry, index) => isSameSeat(entry, b.clients[index])))
  );
}

const isSameSeat = (a: SessionEntry, b: SessionEntry | undefined): boolean =>
  a === b ||
  (a.clientId === b?.clientId &&
    a.placement?.tableId === b.placement?.tableId &&
    a.placement?.seatIndex === b.placement?.seatIndex);

/** Guests are compared with rows alike: what else stands on them, the check does not read. */
export const areSameForImport = (a: Clients, b: Clients): boolean =>
  a.size === b.size && [...a.values()].every((client) => isSameClient(client, b.get(client._id)));

const isSameClient = (a: Client, b: Client | undefined): boolean =>
  a === b ||
  (b !== undefined &&
    a.consumerId === b.consumerId &&
    (a.number ?? '') === (b.number ?? '') &&
    canonical(a.formerNumbers) === canonical(b.formerNumbers) &&
    UPDATED_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? '')));

type Clients = ReadonlyMap<string, Client>;

const tableKey = (text: string): string => fold(text).trim();

/** The session that a cell names by its title, English or French; an open one rather than an archived one. */
export function sessionsByTitle(sessions: readonly Session[]): ReadonlyMap<string, Session> {
  const result = new Map<string, Session>();
  for (const session of sessions) {
    for (const title of [session.title, session.titleFrench]) {
      if (!title) continue;
      const before = result.get(titleKey(title));
      if (before === undefined || before.status === 'archived') result.set(titleKey(title), session);
    }
  }
  return result;
}

/** More than an event has: what a cell of any length would take to be looked through. */
const MOST_NAMED = 200;

/**
 * The sessions that a cell names: one, or several as the list of all clients has them, parted by commas or semicolons, which a title
 * may have too; null where a part of it is none.
 */
export function sessionsNamed(text: string, titles: ReadonlyMap<string, Session>): readonly Session[] | null {
  // A name stands at every second place, and what parts it from the next between.
  const parts = text.split(/([,;])/);
  const keyOf = (from: number, to: number): string => titleKey(parts.slice(from, to).join(''));
  const found: Session[] = [];
  if (parts.length > 2 * MOST_NAMED) return null;
  let at = 0;
  while (at < parts.length) {
    let end = parts.length;
    while (end > at && !titles.has(keyOf(at, end))) end -= 2;
    const session = titles.get(keyOf(at, end));
    if (session === undefined) return null;
    found.push(session);
    at = end + 1;
  }
  return [...new Set(found)];
}
