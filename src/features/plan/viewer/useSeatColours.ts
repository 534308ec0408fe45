import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { optionNames } from '#domain/checkins/doorFigures.ts';
import { seatGroups, type SeatGroup } from '#domain/sessions/seatGroups.ts';
import { seatKey } from '#domain/sessions/seating.ts';
import { useLive } from '#hooks/data/event.tsx';
import type { SeatingDesk } from './useSeating.ts';

export const COLOUR_BY = ['state', 'company', 'option', 'status'] as const;
export type ColourBy = (typeof COLOUR_BY)[number];

export interface SeatColours {
  by: Exclude<ColourBy, 'state'>;
  groups: readonly (SeatGroup & { label: string })[];
  /** How many guests are in no group. */
  without: number;
  /** Of who sits there; null for a free seat, and for who is in no group. */
  groupAt: (tableId: string, seatIndex: number) => SeatGroup | null;
  /** Null for who is in none. */
  groupOf: (clientId: string) => SeatGroup | null;
}

/** What the colours of seats stand for; null while they show nothing but the state of each. */
export function useSeatColours({ session, seating }: SeatingDesk, by: ColourBy): SeatColours | null {
  const { t } = useTranslation();
  const clients = useLive((store) => store.clients());
  const forms = useLive((store) => store.documents('form'));
  const consumers = useLive((store) => store.documents('consumer'));
  const keys = useMemo(() => {
    const options = by === 'option' ? optionNames(forms.values()) : null;
    return new Map(
      session.clients.map(({ clientId, product }): [string, string | null] => {
        const client = clients.get(clientId);
        if (by === 'company') return [clientId, client?.company?.trim() ?? null];
        const optionId = product?.optionId;
        if (options !== null)
          return [clientId, optionId == null ? null : (options.get(optionId) ?? optionId)];
        return [clientId, consumers.get(client?.consumerId ?? '')?.status ?? null];
      }),
    );
  }, [by, session.clients, clients, forms, consumers]);
  const groups = useMemo(() => seatGroups(keys.values()), [keys]);
  const groupOf = useCallback(
    (clientId: string): SeatGroup | null => {
      const key = keys.get(clientId) ?? null;
      if (key === null || key === '') return null;
      return groups.find((group) => group.key === key) ?? groups.find((group) => group.key === null) ?? null;
    },
    [keys, groups],
  );
  const groupAt = useCallback(
    (tableId: string, seatIndex: number): SeatGroup | null => {
      const [entry] = seating.bySeat.get(seatKey({ tableId, seatIndex })) ?? [];
      return entry === undefined ? null : groupOf(entry.clientId);
    },
    [seating, groupOf],
  );
  return useMemo(() => {
    if (by === 'state') return null;
    const wordOf = ({ key }: SeatGroup): string => {
      if (key === null) return t('seating.colourOthers');
      return by === 'status' ? t(`consumerStatuses.${key as 'pending'}`) : key;
    };
    const inGroups = groups.reduce((sum, { count }) => sum + count, 0);
    return {
      ...{ by, without: keys.size - inGroups, groupAt, groupOf },
      groups: groups.map((group) => ({ ...group, label: wordOf(group) })),
    };
  }, [by, keys, groups, groupAt, groupOf, t]);
}
