import { useMemo, useState } from 'react';
import { searchIn } from '#domain/search/search.ts';
import { fold } from '#domain/search/searchText.ts';
import { tableLabel } from '#domain/sessions/placement.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useRoster } from '#hooks/data/roster.ts';
import { createPlanWords } from './planWords.ts';
import type { SeatingDesk } from './useSeating.ts';

/**
 * Clients of the session in the order of their surnames; a query also looks into the product's option and the table
 * (SEARCH-08). Without one: who has no seat.
 */
export function usePlanSearch({ session, seating, placeOf, names }: SeatingDesk, query: string): string[] {
  const { guests, entryOf } = useRoster(session);
  const forms = useLive((store) => store.documents('form'));
  const [words] = useState(createPlanWords);
  const isSearching = query.trim() !== '';

  const list = useMemo(() => {
    if (!isSearching) return [];
    const options = new Map(
      [...forms.values()].flatMap((form) => form.options.map(({ id, name }): [string, string] => [id, name])),
    );
    return guests.map((guest) => {
      const optionId = entryOf.get(guest.clientId)?.product?.optionId;
      const tableId = placeOf(guest.clientId)?.tableId;
      return words(guest, {
        optionName: optionId == null ? null : (options.get(optionId) ?? optionId),
        tableNumber: tableId == null ? null : names.table(String(tableId)),
      });
    });
    // oxlint-disable-next-line react/exhaustive-deps -- placeOf and names follow from the session
  }, [isSearching, guests, session, forms, words]);

  return useMemo(() => {
    if (isSearching) return searchIn(list, query);
    const waiting = new Set(seating.unplaced.map(({ clientId }) => clientId));
    return guests.map(({ clientId }) => clientId).filter((clientId) => waiting.has(clientId));
  }, [isSearching, guests, list, query, seating]);
}

const MOST_TABLES = 6;

/** What is left of 'table 12' without the word for a table: the table's people are found by its number. */
export function withoutWord(query: string, word: string): string {
  const [first = '', ...rest] = query.trim().split(/\s+/);
  return rest.length > 0 && fold(first) === fold(word) ? rest.join(' ') : query;
}

/** Tables that a query names: by number or name, with or without the word for a table before it. */
export function tablesFound(
  { plan }: Pick<SeatingDesk['session'], 'plan'>,
  query: string,
  word: string,
): string[] {
  const wanted = fold(withoutWord(query, word)).trim();
  const isNamed = wanted !== fold(query).trim();
  if (wanted === '') return [];
  const found = Object.entries(plan?.state.tables ?? {}).flatMap(([tableId, table]) => {
    const labels = [tableLabel(tableId, table), table.name ?? ''].map((label) => fold(label).trim());
    if (labels.includes(wanted)) return [{ tableId, rank: 0 }];
    // '1' alone means people with a 1 in their number at least as often as tables 10 to 19.
    const isBeginning = labels.some((label) => label.startsWith(wanted));
    return (isNamed || wanted.length > 2) && isBeginning ? [{ tableId, rank: 1 }] : [];
  });
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_TABLES)
    .map(({ tableId }) => tableId);
}
