import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Placement, Session } from '#domain/documents/session.ts';
import { fullLabel } from '#domain/sessions/placement.ts';
import { useLive } from '#hooks/data/event.tsx';
import { fullName } from '#ui/words/format.ts';
import { tableTitle } from '#ui/words/placement.ts';

type Place = Pick<Placement, 'tableId' | 'seatIndex'>;

export interface Names {
  client: (clientId: string) => string;
  initials: (clientId: string) => string;
  /** "4", or "4 · Lake" where it has a name too. */
  table: (tableId: string) => string;
  /** "Table 4", "Row 4", or a row's own name. */
  title: (tableId: string) => string;
  /** "Table 4, seat 2" */
  place: (place: Place | null | undefined) => string;
}

/** How clients and places are called on this page. */
export function useNames({ plan }: Session): Names {
  const { t } = useTranslation();
  const clients = useLive((store) => store.clients());
  return useMemo(() => {
    const table = (tableId: string): string => fullLabel(tableId, plan?.state.tables[tableId]);
    const title = (tableId: string): string => tableTitle(tableId, plan?.state.tables[tableId], t);
    return {
      table,
      title,
      client(clientId) {
        const client = clients.get(clientId);
        return client === undefined ? t('session.unknownClient') : fullName(client);
      },
      initials(clientId) {
        const client = clients.get(clientId);
        const first = (text: string | undefined): string => Array.from(text?.trim() ?? '')[0] ?? '';
        return (first(client?.forename) + first(client?.surname)).toLocaleUpperCase();
      },
      place(placement) {
        if (placement?.tableId == null) return '';
        const there = title(String(placement.tableId));
        return placement.seatIndex == null
          ? there
          : t('seating.atSeat', { place: there, seat: placement.seatIndex + 1 });
      },
    };
  }, [plan, clients, t]);
}
