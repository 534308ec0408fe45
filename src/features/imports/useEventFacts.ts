import { useMemo, useState } from 'react';
import { takenNumbers } from '#domain/clients/clientNumbers.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Session } from '#domain/documents/session.ts';
import { areSameForImport, isSameForImport, type EventFacts } from '#domain/import/facts.ts';
import { knownPeople } from '#domain/import/known.ts';
import { areSameRegistrations, knownRegistrations } from '#domain/import/orders.ts';
import { useLive } from '#hooks/data/event.tsx';
import { isSameList, useStable } from '#ui/platform/useStable.ts';

/** What it was when `frozen` began. */
function useHeld<T>(value: T, frozen: boolean): T {
  const [held, setHeld] = useState(value);
  if (!frozen && held !== value) setHeld(value);
  return frozen ? held : value;
}

/** What else becomes of the event meanwhile, at a door or a cash desk, is no reason to check thousands of rows again. */
export function useEventFacts(frozen: boolean): EventFacts {
  const clients = useStable(
    useHeld(
      useLive((store) => store.clients()),
      frozen,
    ),
    areSameForImport,
  );
  const documents = useHeld(
    useLive((store) => store.documents('client')),
    frozen,
  );
  const gone = useStable(
    useMemo(() => goneOf(documents), [documents]),
    (a, b) => isSameList([...a], [...b]),
  );
  const consumers = useHeld(
    useLive((store) => store.documents('consumer')),
    frozen,
  );
  const registrations = useStable(
    useMemo(() => knownRegistrations(consumers.values()), [consumers]),
    areSameRegistrations,
  );
  const sessions = useHeld(
    useStable(
      useLive((store) => store.sessions()),
      isSameForAll,
    ),
    frozen,
  );
  return useMemo(
    () => ({
      numbers: takenNumbers(clients),
      people: knownPeople(clients.values()),
      ...{ registrations, sessions, gone },
    }),
    [clients, gone, registrations, sessions],
  );
}

function goneOf(documents: ReadonlyMap<string, Client>): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { _id, deletedAt } of documents.values()) if (deletedAt != null) gone.add(_id);
  return gone;
}

const isSameForAll = (a: readonly Session[], b: readonly Session[]): boolean =>
  isSameList(a, b, isSameForImport);
