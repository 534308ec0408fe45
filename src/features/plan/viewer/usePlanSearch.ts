import { useMemo } from 'react';
import { PLAN_WEIGHTS, searchIn, weighted } from '#domain/search.ts';
import { useLive } from '#hooks/event.tsx';
import { collatorOf, listName } from '#ui/format.ts';
import { useFormat } from '#ui/useFormat.ts';
import type { SeatingDesk } from './useSeating.ts';

/**
 * Clients of the session in the order of their surnames; a query also looks into the product's option and the table
 * (SEARCH-08). Without one: who has no seat.
 */
export function usePlanSearch({ session, seating, placeOf, names }: SeatingDesk, query: string): string[] {
  const { language } = useFormat();
  const clients = useLive((store) => store.clients());
  const forms = useLive((store) => store.documents('form'));

  const list = useMemo(() => {
    const options = new Map(
      [...forms.values()].flatMap((form) => form.options.map(({ id, name }): [string, string] => [id, name])),
    );
    const collator = collatorOf(language);
    const nameOf = (clientId: string): string => {
      const client = clients.get(clientId);
      return client === undefined ? '\uffff' : listName(client);
    };
    return session.clients
      .map(({ clientId, product }) => {
        const client = clients.get(clientId);
        const tableId = placeOf(clientId)?.tableId;
        const optionId = product?.optionId;
        const texts = {
          ...{ company: client?.company, forename: client?.forename, surname: client?.surname },
          number: client?.number,
          optionName: optionId == null ? null : (options.get(optionId) ?? optionId),
          tableNumber: tableId == null ? null : names.table(String(tableId)),
        };
        return { name: nameOf(clientId), entry: weighted(clientId, PLAN_WEIGHTS, texts) };
      })
      .sort((a, b) => collator.compare(a.name, b.name))
      .map(({ entry }) => entry);
    // oxlint-disable-next-line react/exhaustive-deps -- placeOf and names follow from the session
  }, [session, clients, forms, language]);

  return useMemo(() => {
    if (query.trim() !== '') return searchIn(list, query);
    const waiting = new Set(seating.unplaced.map(({ clientId }) => clientId));
    return list.map(({ item }) => item).filter((clientId) => waiting.has(clientId));
  }, [list, query, seating]);
}
