import { useMemo } from 'react';
import type { Client } from '#domain/documents/client.ts';
import {
  indexNumbers,
  numberMeant,
  readCode,
  readGuest,
  type CodeReading,
  type GuestReading,
  type NumberIndex,
} from '#domain/checkins/scan.ts';
import type { ScannedCode } from '#domain/checkins/wedge.ts';
import { useEvent } from '../data/event.tsx';

const indexes = new WeakMap<ReadonlyMap<string, Client>, NumberIndex>();

/** Made once per change of a client, not per scan. */
function numbersOf(clients: ReadonlyMap<string, Client>): NumberIndex {
  let index = indexes.get(clients);
  if (index === undefined) indexes.set(clients, (index = indexNumbers(clients)));
  return index;
}

const deleted = new WeakMap<ReadonlyMap<string, Client>, ReadonlyMap<string, Client>>();

function deletedOf(all: ReadonlyMap<string, Client>): ReadonlyMap<string, Client> {
  let some = deleted.get(all);
  if (some === undefined)
    deleted.set(all, (some = new Map([...all].filter(([, one]) => one.deletedAt != null))));
  return some;
}

export interface DoorCodes {
  /** What a code means at the door. */
  read: (code: string) => CodeReading;
  /** The same of one guest, whom the host has named. */
  readGuest: (clientId: string) => GuestReading;
  /** The number that is meant by a code which somebody types by hand. */
  meant: (code: string) => string;
  /** The code that a scanner means which types. */
  scanned: (code: ScannedCode) => string;
}

/** What codes and guests mean at the door of the session, as this device knows it in that moment. */
export function useDoorCodes(sessionId: string): DoorCodes {
  const { store } = useEvent();
  return useMemo(() => {
    const entryOf = () => {
      const entries = store.session(sessionId)?.clients ?? [];
      return { get: (clientId: string) => entries.find((entry) => entry.clientId === clientId) };
    };
    const read = (code: string) =>
      readCode(code, numbersOf(store.clients()), numbersOf(deletedOf(store.documents('client'))), entryOf());
    return {
      read,
      readGuest: (clientId) => readGuest(clientId, entryOf()),
      meant: (code) => numberMeant(code, numbersOf(store.clients())),
      // As it came, where anybody has such a number.
      scanned: ({ typed, meant }) => (meant !== null && read(typed).kind === 'unknown' ? meant : typed),
    };
  }, [store, sessionId]);
}
