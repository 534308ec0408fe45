import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Placement, Session } from '#domain/documents/session.ts';
import { tableLabel } from '#domain/sessions/placement.ts';
import { useLive } from '#hooks/data/event.tsx';
import { fullName } from '#ui/words/format.ts';

type Place = Pick<Placement, 'tableId' | 'seatIndex'>;

export interface Names {
  client: (clientId: string) => string;
  initials: (clientId: string) => string;
  table: (tableId: string) => string;
  /** "Table 4, seat 2" */
  place: (place: Place | null | undefined) => string;
}

/** How clients and places are called on this page. */
export function useNames({ plan }: Session): Names {
  const { t } = useTranslation();
  const clients = useLive((store) => store.clients());
  return useMemo(() => {
    const table = (tableId: string): string => tableLabel(tableId, plan?.state.tables[tableId]);
    return {
      table,
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
        const words = { table: table(String(placement.tableId)) };
        return placement.seatIndex == null
          ? t('seating.atTable', words)
          : t('seating.atSeat', { ...words, seat: placement.seatIndex + 1 });
      },
    };
  }, [plan, clients, t]);
}
