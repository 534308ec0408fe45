import { useCallback } from 'react';
import { companionsOf, partyIndex, type Parties } from '#domain/checkins/party.ts';
import type { Client } from '#domain/documents/client.ts';
import type { SessionEntry } from '#domain/documents/session.ts';
import { fullName } from '#ui/words/format.ts';
import { useEvent } from '../data/event.tsx';

const indexes = new WeakMap<ReadonlyMap<string, Client>, Parties>();

/** Made once per change of a client, not per check-in. */
function partiesOf(clients: ReadonlyMap<string, Client>): Parties {
  let parties = indexes.get(clients);
  if (parties === undefined) indexes.set(clients, (parties = partyIndex(clients)));
  return parties;
}

/** One of those who registered together with a guest. */
export interface Companion {
  clientId: string;
  name: string;
  entry: SessionEntry;
}

/** Who registered together with a guest for the same session, as this device knows it in that moment. */
export function useCompanions(sessionId: string): (clientId: string) => Companion[] {
  const { store } = useEvent();
  return useCallback(
    (clientId) => {
      const clients = store.clients();
      const entries = store.session(sessionId)?.clients ?? [];
      return companionsOf(clientId, clients, partiesOf(clients), entries).flatMap((entry) => {
        const client = clients.get(entry.clientId);
        return client === undefined ? [] : [{ clientId: entry.clientId, name: fullName(client), entry }];
      });
    },
    [store, sessionId],
  );
}
