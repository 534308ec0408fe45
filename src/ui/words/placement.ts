import type { TFunction } from 'i18next';
import type { PlanTable, Session, SessionEntry } from '#domain/documents/session.ts';
import { fullLabel, hasOwnWord, isBench, tableLabel } from '#domain/sessions/placement.ts';

/** Table and seat as people say them (seats count from 1), or null when the guest has no place. */
export function placeOf(
  session: Session,
  entry: SessionEntry | undefined,
): { table: string; seat: number | null } | null {
  const placement = entry?.placement;
  if (placement?.tableId === null || placement?.tableId === undefined) return null;
  const table = session.plan?.state.tables[String(placement.tableId)];
  if (session.plan != null && table === undefined) return null;
  const seat = placement.seatIndex == null ? null : placement.seatIndex + 1;
  return { table: String(table?.number ?? table?.name ?? placement.tableId), seat };
}

/** 'Table 7, seat 3', of a row of seats 'Balcony left, seat 3', or '' without a place. */
export function placeText(session: Session, entry: SessionEntry | undefined, t: TFunction): string {
  const place = placeOf(session, entry);
  if (place === null) return '';
  const table = session.plan?.state.tables[String(entry?.placement?.tableId)];
  if (table !== undefined && isBench(table)) {
    const row = rowTitle(place.table, table.name, t);
    return place.seat === null ? row : t('seating.atSeat', { place: row, seat: place.seat });
  }
  if (hasOwnWord(place.table))
    return place.seat === null ? place.table : t('seating.atSeat', { place: place.table, seat: place.seat });
  return place.seat === null ? t('session.table', place) : t('session.tableSeat', place);
}

/** People know a row of seats by its name; one without by its number. */
export const rowTitle = (number: string, name: string | null | undefined, t: TFunction): string =>
  name || (hasOwnWord(number) ? number : t('seating.rowTitle', { table: number }));

/** 'Table 4', 'Table 4 · Lake' where it has a name too; of a row of seats, and of a stage, as people know it. */
export function tableTitle(tableId: string, table: PlanTable | undefined, t: TFunction): string {
  if (table !== undefined && isBench(table)) return rowTitle(tableLabel(tableId, table), table.name, t);
  if (table?.type === 'image' && table.number == null && table.name) return table.name;
  const label = fullLabel(tableId, table);
  return hasOwnWord(tableLabel(tableId, table)) ? label : t('seating.tableTitle', { table: label });
}
