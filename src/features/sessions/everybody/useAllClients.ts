import { useDeferredValue, useMemo } from 'react';
import type { Client } from '#domain/documents/client.ts';
import {
  isWished,
  listedClient,
  readWishes,
  sessionsByClient,
  type ClientWishes,
  type ListedClient,
} from '#domain/clients/clientFilter.ts';
import { CONSUMER_STATUSES } from '#domain/documents/consumer.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useAllGuests, type RosterGuest } from '#hooks/data/roster.ts';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { collatorOf } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { SortOf } from '../GuestTable.tsx';
import { nextSort } from '../useClientList.ts';

export const COLUMNS = ['name', 'number', 'company', 'status', 'open'] as const;
export type Column = (typeof COLUMNS)[number];

const EVERYBODY = { find: '', status: '', category: '', session: '', payment: '', sort: '', order: '' };
const NO_WISHES = { find: '', status: '', category: '', session: '', payment: '' };

/** All clients of the event, as the address narrows and sorts them. */
export function useAllClients() {
  const { language } = useFormat();
  const roster = useAllGuests();
  const sessions = useLive((store) => store.sessions());
  const consumers = useLive((store) => store.consumers());
  const [view, setView] = useAddressState(EVERYBODY);
  const wishes = useMemo(() => readWishes(view), [view]);
  const sort = useMemo(() => sortOf(view), [view]);
  const query = useDeferredValue(view.find);
  const detailsOf = useMemo(() => {
    const sessionsOf = sessionsByClient(sessions);
    return (client: Client): ListedClient => listedClient(client, sessionsOf, consumers);
  }, [sessions, consumers]);
  const found = useMemo(
    () =>
      roster
        .find(query)
        .filter(({ client }) => client !== null && isWished(client, detailsOf(client), wishes)),
    [roster, query, detailsOf, wishes],
  );
  const shown = useMemo(() => {
    if (sort === null) return found;
    const { compare } = collatorOf(language);
    return sortedBy(found, sort, { compare, detailsOf, order: roster.guests });
  }, [found, sort, language, detailsOf, roster.guests]);
  return {
    ...{ roster, sessions, shown, detailsOf, wishes, sort, query: view.find },
    setQuery: (find: string): void => setView({ find }),
    wish: (change: Partial<ClientWishes>): void => setView(change),
    showAll: (): void => setView(NO_WISHES),
    toggleSort(key: Column): void {
      const next = nextSort(sort, key);
      setView({ sort: next?.key ?? '', order: next?.descending === true ? 'down' : '' });
    },
  };
}
export type AllClients = ReturnType<typeof useAllClients>;

function sortOf({ sort, order }: typeof EVERYBODY): SortOf<Column> | null {
  const key = COLUMNS.find((one) => one === sort);
  return key === undefined ? null : { key, descending: order === 'down' };
}

interface Order {
  compare: (a: string, b: string) => number;
  detailsOf: (client: Client) => ListedClient;
  order: readonly RosterGuest[];
}

/** Equals by name, and those without a value last in both directions. */
function sortedBy(
  guests: readonly RosterGuest[],
  { key, descending }: SortOf<Column>,
  { compare, detailsOf, order }: Order,
): RosterGuest[] {
  const rank = new Map(order.map(({ clientId }, at) => [clientId, at]));
  const turn = descending ? -1 : 1;
  return guests
    .map((guest) => ({
      guest,
      rank: rank.get(guest.clientId) ?? 0,
      value: guest.client === null ? '' : valueOf(key, guest.client, detailsOf(guest.client)),
    }))
    .sort((a, b) => {
      if (key === 'name') return turn * (a.rank - b.rank);
      if (a.value === '' || b.value === '')
        return Number(a.value === '') - Number(b.value === '') || a.rank - b.rank;
      const by =
        typeof a.value === 'number' && typeof b.value === 'number'
          ? a.value - b.value
          : compare(String(a.value), String(b.value));
      return turn * by || a.rank - b.rank;
    })
    .map(({ guest }) => guest);
}

function valueOf(key: Column, client: Client, { consumer, settlement }: ListedClient): string | number {
  switch (key) {
    case 'number':
      return client.number ?? '';
    case 'company':
      return client.company ?? '';
    case 'status':
      // As far as they are, not by the codes' letters.
      return consumer === null ? '' : CONSUMER_STATUSES.indexOf(consumer.status);
    case 'open':
      return settlement === null ? '' : settlement.open;
    default:
      return '';
  }
}
