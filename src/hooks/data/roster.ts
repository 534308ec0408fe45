import { useCallback, useEffect, useMemo } from 'react';
import type { Client } from '#domain/documents/client.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import {
  searchable,
  searchableClient,
  searchIn,
  type Searchable,
  type SearchOptions,
} from '#domain/search/search.ts';
import { collatorOf, listName } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useLive } from './event.tsx';
import { isSameList, useStable } from '#ui/platform/useStable.ts';
import { whenIdle } from '#ui/platform/whenIdle.ts';

/** A registered guest of one session. */
export interface RosterGuest {
  clientId: string;
  /** Null while the guest's own document has not reached this device, or was deleted. */
  client: Client | null;
}

/** The guests of a session in the order of their surnames, ready to be searched. */
export interface Roster {
  guests: readonly RosterGuest[];
  entryOf: ReadonlyMap<string, SessionEntry>;
  /** Best first; everybody, in order, for an empty query. */
  find: (query: string, options?: SearchOptions) => RosterGuest[];
}

const guests = new WeakMap<Client, RosterGuest>();
const searchables = new WeakMap<RosterGuest, Searchable<RosterGuest>>();

/** The same guest for the same version of the document. */
function guestOf(clientId: string, client: Client | undefined): RosterGuest {
  if (client === undefined) return { clientId, client: null };
  let guest = guests.get(client);
  if (guest === undefined) guests.set(client, (guest = { clientId, client }));
  return guest;
}

/** The words of a guest are made once per version of the document: searching 5,000 guests costs no preparation. */
function searchableGuest(guest: RosterGuest): Searchable<RosterGuest> {
  let entry = searchables.get(guest);
  if (entry === undefined) {
    entry = guest.client === null ? searchable(guest) : searchableClient(guest, guest.client);
    searchables.set(guest, entry);
  }
  return entry;
}

const NO_ENTRIES: ReadonlyMap<string, SessionEntry> = new Map();

/** All clients of the event, whichever sessions they are in. */
export function useAllGuests(): Roster {
  const clients = useLive((store) => store.clients());
  const ids = useMemo(() => [...clients.keys()], [clients]);
  const { guests: list, find } = useGuests(ids);
  return useMemo(() => ({ entryOf: NO_ENTRIES, guests: list, find }), [list, find]);
}

export function useRoster(session: Session): Roster {
  // A check-in changes entries, not who is registered.
  const ids = useStable(
    session.clients.map(({ clientId }) => clientId),
    isSameList,
  );
  const entryOf = useMemo(
    () => new Map(session.clients.map((entry) => [entry.clientId, entry])),
    [session.clients],
  );
  const { guests: list, find } = useGuests(ids);
  return useMemo(() => ({ entryOf, guests: list, find }), [entryOf, list, find]);
}

/** By name, ready to be searched. */
function useGuests(ids: readonly string[]): Pick<Roster, 'guests' | 'find'> {
  const { language } = useFormat();
  const clients = useLive((store) => store.clients());
  // A check-in changes neither: the sorted list stays.
  const list = useMemo(
    () =>
      inOrder(
        ids.map((id) => guestOf(id, clients.get(id))),
        collatorOf(language),
      ),
    [ids, clients, language],
  );
  const words = useMemo(() => wordsOf(list), [list]);
  // Not before the first paint: the words of 10,000 guests take a phone a third of a second.
  useEffect(() => prepare(list), [list]);
  const find = useCallback(
    (query: string, options?: SearchOptions) =>
      query.trim() === '' ? [...list] : searchIn(words(), query, options),
    [list, words],
  );
  return { guests: list, find };
}

/** The guests with their words, made when first asked for. */
function wordsOf(list: readonly RosterGuest[]): () => Searchable<RosterGuest>[] {
  let made: Searchable<RosterGuest>[] | null = null;
  return () => (made ??= list.map(searchableGuest));
}

/** Guests whose words are made between two looks at what the person does. */
const PORTION = 250;

/** Makes the words of all guests while the page has nothing else to do, such as to paint them; returns its stop. */
function prepare(list: readonly RosterGuest[]): () => void {
  let stop = whenIdle(() => portion(0));
  const portion = (start: number): void => {
    list.slice(start, start + PORTION).forEach(searchableGuest);
    if (start + PORTION >= list.length) return;
    const timer = setTimeout(() => portion(start + PORTION), 0);
    stop = () => clearTimeout(timer);
  };
  return () => stop();
}

/** By surname, as the language sorts; unknown ones at the end. */
function inOrder(list: readonly RosterGuest[], collator: Intl.Collator): RosterGuest[] {
  const named = list.flatMap((guest) =>
    guest.client === null ? [] : [{ guest, name: listName(guest.client) }],
  );
  named.sort((a, b) => collator.compare(a.name, b.name));
  return [...named.map(({ guest }) => guest), ...list.filter(({ client }) => client === null)];
}
