import type { Placement, Plan, Session, SessionEntry } from '../documents/session.ts';
import type { SeatRef } from '../plan/hit.ts';
import { judgePlacement, type HoldsSeat, type PlacementCode } from './placement.ts';
import { err, ok, type Result } from '../result.ts';
import { editEntries, type Stamp } from './sessionEdits.ts';

/*
 * Who sits where (specification 2 §4, Plan seat assignment). Every assignment is a list of moves that happen together
 * or not at all: a swap is two, a party is many, an undo is the same moves back.
 */

/** One client's way; null is no place. */
export interface SeatMove {
  clientId: string;
  /** Where the client was when this was decided: somebody else may have moved them meanwhile. */
  from: Placement | null;
  to: Placement | null;
}

export type SeatingCode = PlacementCode | 'not_registered' | 'place_changed';
/** `clientId` is whose move is not possible. */
export interface SeatingError {
  code: SeatingCode;
  clientId: string;
}

export const seatKey = ({ tableId, seatIndex }: SeatRef): string => `${tableId}/${seatIndex}`;

/** The seat of a placement; null for a table as a whole, or no place. */
export function seatOf(placement: Placement | null | undefined): SeatRef | null {
  if (placement?.tableId == null || placement.seatIndex == null) return null;
  return { tableId: String(placement.tableId), seatIndex: placement.seatIndex };
}

/** The same place, however it is written. */
export function samePlace(a: Placement | null | undefined, b: Placement | null | undefined): boolean {
  const keyOf = (place: Placement | null | undefined): string =>
    place?.tableId == null ? '' : `${place.tableId}/${place.seatIndex ?? ''}`;
  return keyOf(a) === keyOf(b);
}

/** The placement names a table of the plan, and a seat that the table has. */
export function isPlaced(plan: Plan | null | undefined, placement: Placement | null | undefined): boolean {
  if (placement?.tableId == null) return false;
  const table = plan?.state.tables[String(placement.tableId)];
  return table !== undefined && (placement.seatIndex == null || placement.seatIndex < table.seats);
}

/** A session's seats at a glance. */
export interface Seating {
  /** By `seatKey`, in the order in which they were placed; more than one is a conflict. */
  bySeat: ReadonlyMap<string, readonly SessionEntry[]>;
  /** Clients who have a table as a whole, by table id. */
  onTable: ReadonlyMap<string, readonly SessionEntry[]>;
  unplaced: readonly SessionEntry[];
  /** Seats with two clients or more: two devices took them offline. */
  conflicts: readonly (SeatRef & { clientIds: readonly string[] })[];
  placed: number;
  seats: number;
  /** Tables with more people than seats, by seats given twice or by whole-table places. */
  overfull: readonly string[];
}

/** `session` must hold entries of clients that are not deleted only. */
export function seatingOf(session: Pick<Session, 'clients' | 'plan'>): Seating {
  const bySeat = new Map<string, SessionEntry[]>();
  const onTable = new Map<string, SessionEntry[]>();
  const unplaced: SessionEntry[] = [];
  const refs = new Map<string, SeatRef>();
  for (const entry of session.clients) {
    if (!isPlaced(session.plan, entry.placement)) {
      unplaced.push(entry);
      continue;
    }
    const seat = seatOf(entry.placement);
    if (seat === null) {
      push(onTable, String(entry.placement?.tableId), entry);
    } else {
      refs.set(seatKey(seat), seat);
      push(bySeat, seatKey(seat), entry);
    }
  }
  const conflicts = [];
  for (const [key, entries] of bySeat) {
    const seat = refs.get(key);
    if (entries.length < 2 || seat === undefined) continue;
    // Who was there first is named first, and alike on every device.
    entries.sort((a, b) => a.updatedTime - b.updatedTime || (a.clientId < b.clientId ? -1 : 1));
    conflicts.push({ ...seat, clientIds: entries.map(({ clientId }) => clientId) });
  }
  const tables = Object.entries(session.plan?.state.tables ?? {});
  const seats = tables.reduce((sum, [, table]) => sum + table.seats, 0);
  const placed = session.clients.length - unplaced.length;
  const people = peopleAt(session.clients, session.plan);
  const overfull = tables.filter(([id, table]) => (people.get(id) ?? 0) > table.seats).map(([id]) => id);
  return { bySeat, onTable, unplaced, conflicts, placed, seats, overfull };
}

/** How many have a place at each table, on a seat or without one. */
function peopleAt(clients: readonly SessionEntry[], plan: Plan | null | undefined): Map<string, number> {
  const people = new Map<string, number>();
  for (const { placement } of clients) {
    if (!isPlaced(plan, placement)) continue;
    const tableId = String(placement?.tableId);
    people.set(tableId, (people.get(tableId) ?? 0) + 1);
  }
  return people;
}

/** How many have a place at a table, on a seat or without one. */
export function sittingAt({ bySeat, onTable }: Seating, tableId: string, seats: number): number {
  const onSeats = Array.from(
    { length: seats },
    (_, seatIndex) => bySeat.get(seatKey({ tableId, seatIndex }))?.length ?? 0,
  );
  return onSeats.reduce((sum, count) => sum + count, onTable.get(tableId)?.length ?? 0);
}

/** Chairs that nobody needs: who has the table as a whole needs one too. */
export function freeSeats({ bySeat, onTable }: Seating, tableId: string, seats: number): number {
  const empty = Array.from({ length: seats }, (_, seatIndex) => seatKey({ tableId, seatIndex }));
  const free = empty.filter((key) => !bySeat.has(key)).length;
  return Math.max(0, free - (onTable.get(tableId)?.length ?? 0));
}

/**
 * Placed clients over total seats (specification 2 §9), 0 for a plan without seats. More than 1 says that people share
 * seats, or were placed at tables as a whole beyond their seats: `overfull` names the tables.
 */
export const fillingRate = ({ placed, seats }: Pick<Seating, 'placed' | 'seats'>): number =>
  seats === 0 ? 0 : placed / seats;

/** The rate in whole percents, of which 0, 100 and more are never a rounding: 299 of 300 seats are 99 %. */
export function fillingPercent(seating: Pick<Seating, 'placed' | 'seats'>): number {
  const percent = 100 * fillingRate(seating);
  if (percent > 100) return Math.max(101, Math.round(percent));
  if (percent === 0 || percent === 100) return percent;
  return Math.min(99, Math.max(1, Math.round(percent)));
}

/**
 * Makes all the moves, or none. A seat is refused when somebody who does not leave it by these very moves sits there
 * (PLAN-25), or when two moves want it; seats of those who hold none are free. `tableList` is kept (readings, no. 11).
 */
export function moveClients(
  session: Session,
  moves: readonly SeatMove[],
  stamp: Stamp,
  holdsSeat: HoldsSeat = () => true,
): Result<Session, SeatingError> {
  const moving = new Set(moves.map(({ clientId }) => clientId));
  const wanted = new Set(
    moves.flatMap(({ to }) => {
      const seat = seatOf(to);
      return seat === null ? [] : seatKey(seat);
    }),
  );
  const entries = new Map<string, SessionEntry>();
  // By those who stay; then filled move by move.
  const taken = new Set<string>();
  for (const entry of session.clients) {
    const { clientId, placement } = entry;
    if (moving.has(clientId)) {
      entries.set(clientId, entry);
      continue;
    }
    const seat = seatOf(placement);
    if (seat !== null && wanted.has(seatKey(seat)) && holdsSeat(clientId)) taken.add(seatKey(seat));
  }
  const placements = new Map<string, { placement: Placement | null }>();
  for (const { clientId, from, to } of moves) {
    const entry = entries.get(clientId);
    if (entry === undefined || !holdsSeat(clientId)) return err({ code: 'not_registered', clientId });
    // A place that the plan lost is none.
    const now = isPlaced(session.plan, entry.placement) ? entry.placement : null;
    if (!samePlace(now, isPlaced(session.plan, from) ? from : null)) {
      return err({ code: 'place_changed', clientId });
    }
    const verdict = judgePlacement({ plan: session.plan, clients: [] }, to);
    if (!verdict.ok) return err({ code: verdict.error.code, clientId });
    const seat = seatOf(to);
    if (seat !== null) {
      if (taken.has(seatKey(seat))) return err({ code: 'occupied_seat_number', clientId });
      taken.add(seatKey(seat));
    }
    const { tableList } = entry.placement ?? {};
    placements.set(clientId, { placement: tableList === undefined ? to : { ...to, tableList } });
  }
  return ok(editEntries(session, placements, stamp));
}

/** The same moves back. */
export const movesBack = (moves: readonly SeatMove[]): SeatMove[] =>
  moves.map(({ clientId, from, to }) => ({ clientId, from: to, to: from }));

function push(map: Map<string, SessionEntry[]>, key: string, entry: SessionEntry): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [entry]);
  else list.push(entry);
}
