import type { Placement, Plan, Session } from '../documents/session.ts';
import { err, ok, type Result } from '../result.ts';

/*
 * Places as people write them: the number of a table, the number of a seat counted from 1 (specification 1 §5,
 * "Registration on client creation"; readings, no. 7).
 */

export type PlacementCode = 'invalid_table_number' | 'invalid_seat_number' | 'occupied_seat_number';
export interface PlacementError {
  field: 'table' | 'seat';
  code: PlacementCode;
}

type Table = Plan['state']['tables'][string];

/** The id of the table with this number, or of this name where no table has the number; null when there is none. */
export function findTable(plan: Plan | null | undefined, wanted: string): string | null {
  const key = keyOf(wanted);
  if (key === '') return null;
  const tables = Object.entries(plan?.state.tables ?? {});
  const found =
    tables.find(([, { number }]) => keyOf(number) === key) ??
    tables.find(([, { name }]) => keyOf(name) === key);
  return found?.[0] ?? null;
}

/** What is written at a table: its number, else its name, else its id. */
export const tableLabel = (tableId: string, table: Table | undefined): string =>
  String(table?.number ?? table?.name ?? tableId);

/** Number and name, where a table has both. */
export const fullLabel = (tableId: string, table: Table | undefined): string =>
  table?.number != null && table.name ? `${table.number} · ${table.name}` : tableLabel(tableId, table);

/** 'Bench 2', 'VIP 3': what has a word of its own needs no 'Table' before it. */
export const hasOwnWord = (label: string): boolean => /^\p{L}{2,}\s.*\d$/u.test(label);

/** Seats in a row without a table: people know it by its name. */
export const isBench = ({ type, seats }: Pick<Table, 'type' | 'seats'>): boolean =>
  type === 'single' && seats > 1;

/** What is written on the plan: at a row its name, where it has one. */
export const planLabel = (tableId: string, table: Table): string =>
  isBench(table) && table.name ? table.name : tableLabel(tableId, table);

/** False for a picture without number and name: it says what it is, and its id would only disturb. */
export const hasLabel = ({ type, number, name }: Table): boolean =>
  type !== 'image' || number != null || name != null;

/** Whether a client's seat is theirs: those who were deleted or cancelled hold none (readings, no. 3 and 48). */
export type HoldsSeat = (clientId: string) => boolean;

const everybody: HoldsSeat = () => true;

/** Who sits there; null when the seat is free. Only those at the seat are asked for: of thousands, one or two. */
export function occupantOf(
  session: Pick<Session, 'clients'>,
  tableId: string,
  seatIndex: number,
  holdsSeat: HoldsSeat = everybody,
): string | null {
  const entry = session.clients.find(
    ({ clientId, placement }) =>
      placement?.seatIndex === seatIndex &&
      placement.tableId != null &&
      String(placement.tableId) === tableId &&
      holdsSeat(clientId),
  );
  return entry?.clientId ?? null;
}

/** A table, or a seat at it (`onTable` is the table as a whole). */
export const placementAt = (tableId: string, seatIndex: number | null): Placement =>
  seatIndex === null ? { tableId, onTable: true } : { tableId, seatIndex, onTable: false };

/**
 * The placement that the two texts stand for, null for none. A seat needs a table; an occupied seat is refused, unless
 * `clientId` is who sits there already.
 */
export function readPlacement(
  session: Pick<Session, 'clients' | 'plan'>,
  { table, seat }: { table: string; seat: string },
  clientId?: string,
): Result<Placement | null, PlacementError> {
  const wantedSeat = seat.trim();
  if (table.trim() === '') {
    return wantedSeat === '' ? ok(null) : err({ field: 'table', code: 'invalid_table_number' });
  }
  const tableId = findTable(session.plan, table);
  const seats = tableId === null ? undefined : session.plan?.state.tables[tableId]?.seats;
  if (tableId === null || seats === undefined) return err({ field: 'table', code: 'invalid_table_number' });
  if (wantedSeat === '') return ok(placementAt(tableId, null));
  const number = /^\d{1,4}$/.test(wantedSeat) ? Number(wantedSeat) : 0;
  if (number < 1 || number > seats) return err({ field: 'seat', code: 'invalid_seat_number' });
  const verdict = judgePlacement(session, placementAt(tableId, number - 1), clientId);
  return verdict.ok ? ok(placementAt(tableId, number - 1)) : verdict;
}

/** Whether the placement is possible for the client on this session's plan. */
export function judgePlacement(
  session: Pick<Session, 'clients' | 'plan'>,
  placement: Placement | null,
  clientId?: string,
  holdsSeat: HoldsSeat = everybody,
): Result<null, PlacementError> {
  if (placement?.tableId == null) return ok(null);
  const tableId = String(placement.tableId);
  const table = session.plan?.state.tables[tableId];
  if (table === undefined) return err({ field: 'table', code: 'invalid_table_number' });
  if (placement.seatIndex == null) return ok(null);
  if (placement.seatIndex >= table.seats) return err({ field: 'seat', code: 'invalid_seat_number' });
  const occupant = occupantOf(session, tableId, placement.seatIndex, holdsSeat);
  return occupant === null || occupant === clientId
    ? ok(null)
    : err({ field: 'seat', code: 'occupied_seat_number' });
}

const keyOf = (label: string | number | null | undefined): string =>
  String(label ?? '')
    .trim()
    .toLowerCase();
