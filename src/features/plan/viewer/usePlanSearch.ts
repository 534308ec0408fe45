import { useMemo, useState } from 'react';
import { searchIn } from '#domain/search/search.ts';
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
