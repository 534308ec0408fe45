import type { TFunction } from 'i18next';
import type { Session, SessionEntry } from '#domain/documents/session.ts';

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

/** 'Table 7, seat 3', or '' without a place. */
export function placeText(session: Session, entry: SessionEntry | undefined, t: TFunction): string {
  const place = placeOf(session, entry);
  if (place === null) return '';
  return place.seat === null ? t('session.table', place) : t('session.tableSeat', place);
}
