import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { SessionEntry } from '../documents/session.ts';
import { tellCells, tellClient, tellConsumer, tellEntry, type Rules, type Tell } from './cells.ts';
import { dateOf, put, type Attendance, type Guest, type Registration } from './registration.ts';
import type { Source } from './source.ts';

/** Where somebody who is in was let in; null where no document tells. */
export type DeviceOf = (sessionId: string, entry: SessionEntry) => Attendance['device'];

export const keyOf = (clientId: string, client: Client | undefined): string => client?.consumerId || clientId;

/** Registrations, put together from what belongs to them. */
export interface Parts {
  /** Ids of clients, deleted ones too, in order, by the key of their registration. */
  members: Map<string, string[]>;
  attendances: Map<string, Attendance[]>;
}

export const emptyParts = (): Parts => ({ members: new Map(), attendances: new Map() });

/** The registration of a key; null where nothing of it is left. */
export function gather(
  { clients, consumers }: Source,
  { members, attendances }: Parts,
  key: string,
): Registration | null {
  const consumer = consumers.get(key) ?? null;
  const guests: Guest[] = [];
  let deleted = 0;
  for (const clientId of members.get(key) ?? []) {
    const client = clients.get(clientId) ?? null;
    if (client?.deletedAt == null) {
      guests.push({ clientId, client, attendances: attendances.get(clientId) ?? [] });
    } else deleted += 1;
  }
  if (consumer === null && guests.length === 0) return null;
  return { key, consumer, guests, isEmptied: guests.length === 0 && deleted > 0 };
}

interface Counted {
  consumer: Consumer;
  day: number | null;
}

/**
 * Tells every cell of every registration, without a filter, document by document: to put 10,000 registrations together
 * first takes longer than to count them. Those whose figures hang on several documents, such as a deleted guest's, are put
 * together all the same.
 */
export function tellAll(source: Source, rules: Rules, deviceOf: DeviceOf, tell: Tell): void {
  const { consumers, clients, sessions } = source;
  const parts = emptyParts();
  const apart = new Set<string>();
  for (const [clientId, client] of clients) if (client.deletedAt != null) apart.add(keyOf(clientId, client));
  const plain = new Map<string, Counted>();
  for (const [key, consumer] of consumers) {
    const language = consumer.person?.language;
    // Its guests tell the language: the first of them.
    if (language == null) apart.add(key);
    if (language == null || apart.has(key)) continue;
    const at = dateOf(consumer);
    const day = at === null ? null : rules.calendar.dayOf(at);
    plain.set(key, { consumer, day });
    tellConsumer(consumer, language, day, rules, tell);
  }
  /** Whose entries are told by themselves, and whether these are of a cancelled registration. */
  const canceledOf = new Map<string, boolean>();
  for (const [clientId, client] of clients) {
    const key = keyOf(clientId, client);
    const counted = plain.get(key);
    if (counted === undefined) {
      apart.add(key);
      put(parts.members, key, clientId);
      continue;
    }
    const canceled = counted.consumer.status === 'canceled';
    canceledOf.set(clientId, canceled);
    tellClient(client, counted.consumer, counted.day, canceled, tell, null);
  }
  for (const { _id: sessionId, clients: entries } of sessions) {
    for (const entry of entries) {
      const { clientId } = entry;
      const canceled = canceledOf.get(clientId);
      if (canceled === undefined) {
        const key = keyOf(clientId, clients.get(clientId));
        if (!clients.has(clientId) && !parts.attendances.has(clientId)) put(parts.members, key, clientId);
        apart.add(key);
        put(parts.attendances, clientId, { sessionId, entry, device: deviceOf(sessionId, entry) });
      } else tellEntry(sessionId, entry, deviceOf(sessionId, entry)?.id, canceled, tell, null);
    }
  }
  for (const key of apart) {
    parts.members.get(key)?.sort();
    const registration = gather(source, parts, key);
    if (registration !== null) tellCells(registration, rules, tell);
  }
}
