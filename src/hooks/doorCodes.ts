import { useCallback } from 'react';
import type { Client } from '#domain/documents/client.ts';
import { indexNumbers, readCode, type CodeReading, type NumberIndex } from '#domain/scan.ts';
import { useEvent } from './event.tsx';

const indexes = new WeakMap<ReadonlyMap<string, Client>, NumberIndex>();

/** Made once per change of a client, not per scan. */
function numbersOf(clients: ReadonlyMap<string, Client>): NumberIndex {
  let index = indexes.get(clients);
  if (index === undefined) indexes.set(clients, (index = indexNumbers(clients)));
  return index;
}

/** What a code means at the door of the session, as this device knows it in this moment. */
export function useDoorCodes(sessionId: string): (code: string) => CodeReading {
  const { store } = useEvent();
  return useCallback(
    (code) => {
      const entries = store.session(sessionId)?.clients ?? [];
      return readCode(code, numbersOf(store.clients()), {
        get: (clientId) => entries.find((entry) => entry.clientId === clientId),
      });
    },
    [store, sessionId],
  );
}
