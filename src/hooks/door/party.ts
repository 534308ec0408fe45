import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { companionsOf, partyIndex, type Parties } from '#domain/checkins/party.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import type { Outcome } from '#data/types.ts';
import { fullName } from '#ui/words/format.ts';
import { useEvent, useLive } from '../data/event.tsx';

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

/** The guest who was let in last, with those who came along. */
interface Arrival {
  id: number;
  guest: string;
  method: Checkin['method'];
  companions: readonly Companion[];
}

/** Whoever came along may stand in the queue of the cloakroom. */
const OFFERED_MS = 60_000;

export interface Party {
  /** The name of the guest who was let in last. */
  guest: string;
  /** Who registered together with the guest who was let in last, and is not in yet: by no door. */
  waiting: readonly Companion[];
  arrived: (clientId: string, method: Checkin['method']) => void;
  leave: () => void;
  /** Lets in who waits, each by a check-in of their own. */
  admit: () => Outcome<Checkin[]>;
}

/** Those who came with the guest at the door, until they are in, the next guest is, or a minute has passed. */
export function useParty(sessionId: string): Party {
  const { repository, store } = useEvent();
  const session = useLive((store) => store.session(sessionId));
  const companions = useCompanions(sessionId);
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const serial = useRef(0);
  const id = arrival?.id ?? null;
  useEffect(() => {
    if (id === null) return undefined;
    const timer = setTimeout(() => setArrival(null), OFFERED_MS);
    return () => clearTimeout(timer);
  }, [id]);
  const waiting = useMemo(() => waitingOf(arrival, session), [arrival, session]);
  return {
    guest: arrival?.guest ?? '',
    waiting,
    arrived(clientId, method) {
      serial.current += 1;
      const client = store.clients().get(clientId);
      const guest = client === undefined ? '' : fullName(client);
      setArrival({ id: serial.current, guest, method, companions: companions(clientId) });
    },
    leave: () => setArrival(null),
    admit() {
      setArrival(null);
      const ids = waiting.map(({ clientId }) => clientId);
      return repository.admitParty(sessionId, ids, arrival?.method ?? 'list');
    },
  };
}

function waitingOf(arrival: Arrival | null, session: Session | null): readonly Companion[] {
  if (arrival === null || arrival.companions.length === 0) return [];
  const expected = new Set(
    session?.clients.flatMap(({ clientId, checkInTime }) => (checkInTime === null ? [clientId] : [])),
  );
  return arrival.companions.filter(({ clientId }) => expected.has(clientId));
}
