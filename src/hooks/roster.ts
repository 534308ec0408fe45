import { useCallback, useMemo, useState } from 'react';
import type { Client } from '#domain/documents/client.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import {
  searchable,
  searchableClient,
  searchIn,
  type Searchable,
  type SearchOptions,
} from '#domain/search.ts';
import { collatorOf, listName } from '#ui/format.ts';
import { useFormat } from '#ui/useFormat.ts';
import { useLive } from './event.tsx';

/** A registered guest of one session. */
export interface Guest {
  clientId: string;
  /** Null while the guest's own document has not reached this device, or was deleted. */
  client: Client | null;
}

/** The guests of a session in the order of their surnames, ready to be searched. */
export interface Roster {
  guests: readonly Guest[];
  entryOf: ReadonlyMap<string, SessionEntry>;
  /** Best first; everybody, in order, for an empty query. */
  find: (query: string, options?: SearchOptions) => Guest[];
}

const known = new WeakMap<Client, Searchable<Guest>>();

/** The words of a client are made once per version of the document: searching 5,000 guests costs no preparation. */
function searchableGuest(clientId: string, client: Client | undefined): Searchable<Guest> {
  if (client === undefined) return searchable({ clientId, client: null });
  let entry = known.get(client);
  if (entry === undefined) {
    entry = searchableClient({ clientId, client }, client);
    known.set(client, entry);
  }
  return entry;
}

export function useRoster(session: Session): Roster {
  const { language } = useFormat();
  const clients = useLive((store) => store.clients());
  const ids = useStable(session.clients.map(({ clientId }) => clientId));
  const entryOf = useMemo(
    () => new Map(session.clients.map((entry) => [entry.clientId, entry])),
    [session.clients],
  );
  // A check-in changes `entryOf` only: the sorted list stays.
  const list = useMemo(() => {
    const collator = collatorOf(language);
    return ids
      .map((id) => searchableGuest(id, clients.get(id)))
      .sort((a, b) => compareGuests(collator, a.item, b.item));
  }, [ids, clients, language]);
  const guests = useMemo(() => list.map(({ item }) => item), [list]);
  const find = useCallback(
    (query: string, options?: SearchOptions) => searchIn(list, query, options),
    [list],
  );
  return useMemo(() => ({ entryOf, guests, find }), [entryOf, guests, find]);
}

function compareGuests(collator: Intl.Collator, a: Guest, b: Guest): number {
  if (a.client === null || b.client === null) return Number(a.client === null) - Number(b.client === null);
  return collator.compare(listName(a.client), listName(b.client));
}

/** The list before, as long as the new one says the same. A check-in changes entries, not who is registered. */
function useStable(next: readonly string[]): readonly string[] {
  const [stable, setStable] = useState(next);
  if (stable === next) return stable;
  const same = stable.length === next.length && stable.every((id, index) => id === next[index]);
  if (same) return stable;
  setStable(next);
  return next;
}
