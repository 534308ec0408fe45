import { useDeferredValue, useMemo } from 'react';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useRoster, type RosterGuest, type Roster } from '#hooks/data/roster.ts';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { collatorOf } from '#ui/words/format.ts';
import { placeOf } from '#ui/words/placement.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { SortOf } from './GuestTable.tsx';

/** As the address says it, and the key of its words. */
export const FILTERS = { all: 'filterAll', expected: 'filterExpected', arrived: 'filterArrived' } as const;
export type Filter = keyof typeof FILTERS;
const SORT_KEYS = ['name', 'number', 'company', 'place', 'checkedIn'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
const WHOLE_LIST = { find: '', company: '', show: 'all', sort: '', order: '' };
export type Sort = SortOf<SortKey>;

export interface ClientListState {
  roster: Roster;
  /** Those that search and filters let through, in the order of the list. */
  shown: readonly RosterGuest[];
  query: string;
  setQuery: (query: string) => void;
  company: string;
  setCompany: (company: string) => void;
  filter: Filter;
  setFilter: (filter: Filter) => void;
  showAll: () => void;
  /** Null: by surname, or the best match first. */
  sort: Sort | null;
  /** Once for ascending, again for descending, again for the list's own order. */
  toggleSort: (key: SortKey) => void;
}

/** What the page's list shows, for the list itself and for what is exported of it. */
export function useClientList(session: Session): ClientListState {
  const { language } = useFormat();
  const { store } = useEvent();
  const roster = useRoster(session);
  const [view, setView] = useAddressState(WHOLE_LIST);
  const { find: query, company } = view;
  const filter = view.show in FILTERS ? (view.show as Filter) : 'all';
  const sort = useMemo(() => sortOf(view), [view]);
  const wanted = useDeferredValue(query);
  const found = useMemo(
    () =>
      roster
        .find(wanted)
        .filter(({ client }) => company === '' || client?.company === company)
        .filter(({ clientId }) => {
          if (filter === 'all') return true;
          if ((roster.entryOf.get(clientId)?.checkInTime ?? null) !== null) return filter === 'arrived';
          return filter === 'expected' && !store.isCanceled(clientId);
        }),
    [roster, wanted, company, filter, store],
  );
  const shown = useMemo(
    () => (sort === null ? found : sorted(found, sort, { session, roster, language })),
    [found, sort, session, roster, language],
  );
  return {
    roster,
    shown,
    query,
    setQuery: (find) => setView({ find }),
    company,
    setCompany: (name) => setView({ company: name }),
    filter,
    setFilter: (show) => setView({ show }),
    showAll: () => setView({ find: '', company: '', show: 'all' }),
    sort,
    toggleSort: (key) => {
      const next = nextSort(sort, key);
      setView({ sort: next?.key ?? '', order: next?.descending === true ? 'down' : '' });
    },
  };
}

function sortOf({ sort, order }: typeof WHOLE_LIST): Sort | null {
  const key = SORT_KEYS.find((known) => known === sort);
  return key === undefined ? null : { key, descending: order === 'down' };
}

/** Once for ascending, again for descending, again for the list's own order. */
export function nextSort<Key extends string>(before: SortOf<Key> | null, key: Key): SortOf<Key> | null {
  if (before?.key !== key) return { key, descending: false };
  return before.descending ? null : { key, descending: true };
}

interface SortContext {
  session: Session;
  roster: Roster;
  language: 'en' | 'fr';
}

/** Equals by surname, and those without a value last in both directions. */
function sorted(
  guests: readonly RosterGuest[],
  { key, descending }: Sort,
  context: SortContext,
): RosterGuest[] {
  const { compare } = collatorOf(context.language);
  const rank = new Map(context.roster.guests.map(({ clientId }, index) => [clientId, index]));
  const turn = descending ? -1 : 1;
  return guests
    .map((guest) => {
      const entry = context.roster.entryOf.get(guest.clientId);
      return {
        guest,
        rank: rank.get(guest.clientId) ?? 0,
        value: valueOf(key, guest, entry, context.session),
      };
    })
    .sort((a, b) => {
      if (key === 'name') return turn * (a.rank - b.rank);
      if (a.value === '' || b.value === '') {
        return Number(a.value === '') - Number(b.value === '') || a.rank - b.rank;
      }
      const order =
        typeof a.value === 'number' && typeof b.value === 'number'
          ? a.value - b.value
          : compare(String(a.value), String(b.value));
      return turn * order || a.rank - b.rank;
    })
    .map(({ guest }) => guest);
}

/** '' for none. */
function valueOf(
  key: SortKey,
  { client }: RosterGuest,
  entry: SessionEntry | undefined,
  session: Session,
): string | number {
  switch (key) {
    case 'name':
      return '';
    case 'number':
      return client?.number ?? '';
    case 'company':
      return client?.company ?? '';
    case 'place': {
      const place = placeOf(session, entry);
      return place === null ? '' : `${place.table} ${String(place.seat ?? 0).padStart(4, '0')}`;
    }
    default:
      return entry?.checkInTime ?? '';
  }
}
