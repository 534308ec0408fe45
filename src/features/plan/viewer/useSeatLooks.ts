import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeatProposal } from '#domain/clients/parties.ts';
import { freeSeats, seatKey, seatOf } from '#domain/sessions/seating.ts';
import type { SeatLook } from '../canvas/palette.ts';
import type { SeatingDesk } from './useSeating.ts';

/** How each seat is shown (PLAN-24): of who moves, and of a proposal, the seat is the source colour. */
export function useSeatLooks(desk: SeatingDesk, proposal: SeatProposal | null) {
  const { session, seating, placeOf, names } = desk;
  const moving = movingOf(desk);
  const sources = [
    ...moving.map((clientId) => seatOf(placeOf(clientId))),
    ...(proposal?.moves ?? []).map(({ to }) => seatOf(to)),
  ];
  // As a text, so that the same seats are the same dependency.
  const marked = sources.flatMap((seat) => (seat === null ? [] : [seatKey(seat)])).join('\n');
  const proposed = useMemo(
    () =>
      new Map(
        (proposal?.moves ?? []).flatMap(({ clientId, to }): [string, string][] => {
          const seat = seatOf(to);
          return seat === null ? [] : [[seatKey(seat), clientId]];
        }),
      ),
    [proposal],
  );
  const seatLook = useMemo(() => {
    const source = new Set(marked === '' ? [] : marked.split('\n'));
    return (tableId: string, seatIndex: number): SeatLook => {
      const key = seatKey({ tableId, seatIndex });
      if (source.has(key)) return 'source';
      const entries = seating.bySeat.get(key);
      if (entries === undefined) return 'unoccupied';
      return entries.some(({ checkInTime }) => checkInTime != null) ? 'checkedIn' : 'occupied';
    };
  }, [seating, marked]);
  const occupantOf = useCallback(
    (tableId: string, seatIndex: number): string[] => {
      const key = seatKey({ tableId, seatIndex });
      const own = (seating.bySeat.get(key) ?? []).map(({ clientId }) => clientId);
      const coming = proposed.get(key);
      return coming === undefined ? own : [...own, coming];
    },
    [seating, proposed],
  );
  const seatText = useCallback(
    (tableId: string, seatIndex: number): string => {
      const there = occupantOf(tableId, seatIndex);
      return there.length > 1 ? '!' : there[0] === undefined ? '' : names.initials(there[0]);
    },
    [occupantOf, names],
  );
  const { t } = useTranslation();
  const tables = session.plan?.state.tables;
  const tableFree = useCallback(
    (tableId: string): number => freeSeats(seating, tableId, tables?.[tableId]?.seats ?? 0),
    [seating, tables],
  );
  const tableNote = useCallback(
    (tableId: string): string => {
      const seats = tables?.[tableId]?.seats ?? 0;
      if (seats === 0) return '';
      const free = tableFree(tableId);
      return free === 0 ? t('seating.fullShort') : t('seating.freeShort', { count: free, seats });
    },
    [tableFree, tables, t],
  );
  const standing = useCallback(
    (tableId: string): SeatLook[] =>
      (seating.onTable.get(tableId) ?? []).map(({ checkInTime }) =>
        checkInTime == null ? 'occupied' : 'checkedIn',
      ),
    [seating],
  );
  return { seatLook, seatText, occupantOf, tableNote, tableFree, standing };
}

/** Who is on the way. */
function movingOf({ carry, session, placeOf }: SeatingDesk): readonly string[] {
  if (carry === null) return [];
  if (carry.kind === 'place') return carry.party;
  if (carry.kind === 'swap') return [carry.clientId];
  const ids = session.clients.map(({ clientId }) => clientId);
  return ids.filter((clientId) => String(placeOf(clientId)?.tableId ?? '') === carry.tableId);
}
