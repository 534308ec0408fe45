import type { Client } from '../documents/client.ts';
import type { SessionEntry } from '../documents/session.ts';

/** The clients of each registration, by the id of its consumer: who registered together came together. */
export type Parties = ReadonlyMap<string, readonly string[]>;

export function partyIndex(clients: ReadonlyMap<string, Pick<Client, 'consumerId'>>): Parties {
  const parties = new Map<string, string[]>();
  for (const [clientId, { consumerId }] of clients) {
    if (!consumerId) continue;
    const party = parties.get(consumerId);
    if (party === undefined) parties.set(consumerId, [clientId]);
    else party.push(clientId);
  }
  return parties;
}

/** The others of the client's own registration who are registered for the session too, in the order of the session. */
export function companionsOf(
  clientId: string,
  clients: ReadonlyMap<string, Pick<Client, 'consumerId'>>,
  parties: Parties,
  entries: readonly SessionEntry[],
): SessionEntry[] {
  const consumerId = clients.get(clientId)?.consumerId;
  const party = consumerId ? (parties.get(consumerId) ?? []) : [];
  if (party.length < 2) return [];
  const others = new Set(party);
  others.delete(clientId);
  return entries.filter((entry) => others.has(entry.clientId));
}
