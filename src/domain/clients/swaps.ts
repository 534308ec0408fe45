import type { PlanTable, Session, SessionEntry } from '../documents/session.ts';
import { placementAt } from '../sessions/placement.ts';
import { isPlaced, samePlace, seatOf, type SeatMove } from '../sessions/seating.ts';
import { neighbouringSeats, partyOf } from './parties.ts';

/*
 * Who changes places with whom (readings, no. 7: a swap is an act of its own, never what becomes of a move). Each is one list
 * of moves: made together, and taken back together.
 */

/** People of one table. */
export interface Group {
  tableId: string;
  clientIds: readonly string[];
  /** Everybody there, of several parties: it is named after the table. */
  isTable?: boolean;
}

export interface Swap {
  kind: 'guests' | 'parties' | 'tables';
  one: Group;
  two: Group;
  moves: readonly SeatMove[];
}

type Room = Pick<Session, 'clients' | 'plan'>;

const peopleAt = ({ clients, plan }: Room, tableId: string): SessionEntry[] =>
  clients.filter(
    ({ placement }) => isPlaced(plan, placement) && String(placement?.tableId ?? '') === tableId,
  );

const groupOf = (tableId: string, people: readonly SessionEntry[]): Group => ({
  tableId,
  clientIds: people.map(({ clientId }) => clientId),
});

/**
 * Everybody at one table and everybody at another; null where one of them has too few seats, or one that was given twice, or
 * nobody sits at either.
 */
export function tableSwap(room: Room, oneId: string, twoId: string): Swap | null {
  const [one, two] = [groupOf(oneId, peopleAt(room, oneId)), groupOf(twoId, peopleAt(room, twoId))];
  return groupSwap(room, 'tables', one, two);
}

/**
 * What may be offered to whoever wants to go where no seat is free: from one table only, those on the way or all of it. The
 * smallest first; none for whom has no place to give.
 */
export function swapsFor(
  room: Room,
  clients: Parameters<typeof partyOf>[1],
  going: readonly string[],
  target: { tableId: string; seatIndex: number | null },
): Swap[] {
  const entries = new Map(room.clients.map((entry) => [entry.clientId, entry]));
  const movers = going.flatMap((clientId) => entries.get(clientId) ?? []);
  const [first] = movers;
  if (first === undefined || movers.some(({ placement }) => !isPlaced(room.plan, placement))) return [];
  const from = String(first.placement?.tableId);
  if (movers.some(({ placement }) => String(placement?.tableId) !== from)) return [];
  const there = peopleAt(room, target.tableId);
  const sitting = there.filter(({ placement }) => seatOf(placement)?.seatIndex === target.seatIndex);
  // Of a seat that was given twice it must be said first who stays.
  const sitter = sitting.length === 1 ? sitting[0] : undefined;
  if (movers.length === 1) {
    const isPossible = sitter !== undefined && sitter !== first && !isContested(room, groupOf(from, movers));
    return isPossible ? [guestSwap(first, sitter)] : [];
  }
  if (from === target.tableId) return [];
  const group = groupOf(from, movers);
  const somebody = sitter ?? there[0];
  const theirs = somebody === undefined ? [] : partyAt(room, clients, somebody);
  const party = sitter === undefined ? there : theirs;
  const other = { ...groupOf(target.tableId, party), isTable: theirs.length < party.length };
  const isWhole = movers.length === peopleAt(room, from).length && party.length === there.length;
  return [
    isWhole ? null : groupSwap(room, 'parties', group, other),
    tableSwap(room, from, target.tableId),
  ].filter((swap) => swap !== null);
}

function partyAt(
  room: Room,
  clients: Parameters<typeof partyOf>[1],
  { clientId, placement }: SessionEntry,
): SessionEntry[] {
  const tableId = String(placement?.tableId);
  return partyOf({ clients: peopleAt(room, tableId) }, clients, clientId);
}

/** The very place of the other. */
function guestSwap(one: SessionEntry, two: SessionEntry): Swap {
  const [here, there] = [one.placement ?? null, two.placement ?? null];
  const move = ({ clientId }: SessionEntry, from: typeof here, to: typeof here): SeatMove => ({
    ...{
      clientId,
      from,
      to: to?.tableId == null ? null : placementAt(String(to.tableId), to.seatIndex ?? null),
    },
  });
  return {
    kind: 'guests',
    one: groupOf(String(here?.tableId), [one]),
    two: groupOf(String(there?.tableId), [two]),
    moves: [move(one, here, there), move(two, there, here)],
  };
}

function groupSwap(room: Room, kind: Swap['kind'], one: Group, two: Group): Swap | null {
  if (one.tableId === two.tableId || one.clientIds.length + two.clientIds.length === 0) return null;
  if ([one, two].some((group) => isContested(room, group))) return null;
  const [there, back] = [movesInto(room, one, two), movesInto(room, two, one)];
  return there === null || back === null ? null : { kind, one, two, moves: [...there, ...back] };
}

/** Whether one of them shares a seat that was given twice: once they left it, an undo could not put them back there. */
function isContested(room: Room, { tableId, clientIds }: Group): boolean {
  const there = peopleAt(room, tableId).filter(({ placement }) => seatOf(placement) !== null);
  return there.some(
    (entry) =>
      clientIds.includes(entry.clientId) &&
      there.some((other) => other !== entry && samePlace(other.placement, entry.placement)),
  );
}

/**
 * Where those who go sit down. At a table that everybody leaves they keep their seats' numbers; else they get the seats that
 * the others leave; else any free ones. Null without room.
 */
function movesInto(room: Room, going: Group, leaving: Group): SeatMove[] | null {
  const table = room.plan?.state.tables[leaving.tableId];
  if (table === undefined) return null;
  const there = peopleAt(room, leaving.tableId);
  const gone = new Set(leaving.clientIds);
  const staying = there.filter(({ clientId }) => !gone.has(clientId));
  // A table with more people than seats may stay so.
  if (staying.length + going.clientIds.length > Math.max(table.seats, there.length)) return null;
  const taken = new Set(staying.map(({ placement }) => seatOf(placement)?.seatIndex));
  const left = new Set(
    there.flatMap((entry) => (staying.includes(entry) ? [] : (seatOf(entry.placement)?.seatIndex ?? []))),
  );
  const isFree = (seatIndex: number): boolean => seatIndex < table.seats && !taken.has(seatIndex);

  const ids = new Set(going.clientIds);
  const people = peopleAt(room, going.tableId).filter(({ clientId }) => ids.has(clientId));
  const seated = inOrder(
    people.filter(({ placement }) => seatOf(placement) !== null),
    room.plan?.state.tables[going.tableId],
  );
  const own = seated.map(({ placement }) => seatOf(placement)?.seatIndex ?? 0);
  const same = (fits: (seatIndex: number) => boolean): number[] | null =>
    new Set(own).size === own.length && own.every(fits) ? own : null;
  const isLeft = (seatIndex: number): boolean => left.has(seatIndex);
  const seats =
    same(staying.length === 0 ? isFree : isLeft) ??
    neighbouringSeats(table, isLeft, seated.length) ??
    same(isFree) ??
    neighbouringSeats(table, isFree, seated.length);
  if (seats === null) return null;
  const seatBy = new Map(seated.map(({ clientId }, at) => [clientId, seats[at] ?? null]));
  return people.map(({ clientId, placement }) => ({
    ...{ clientId, from: placement ?? null, to: placementAt(leaving.tableId, seatBy.get(clientId) ?? null) },
  }));
}

const seatIn = ({ placement }: SessionEntry): number => placement?.seatIndex ?? 0;

/** By their seats. At a round table the order begins after the widest gap, so that neighbours across seat 1 stay neighbours. */
function inOrder(seated: readonly SessionEntry[], table: PlanTable | undefined): SessionEntry[] {
  const sorted = [...seated].sort((a, b) => seatIn(a) - seatIn(b));
  if (table?.type !== 'circle') return sorted;
  let [start, widest] = [0, 0];
  for (const [at, entry] of sorted.entries()) {
    const before = sorted[(at + sorted.length - 1) % sorted.length] ?? entry;
    const gap = (seatIn(entry) - seatIn(before) + table.seats) % table.seats;
    if (gap > widest) [start, widest] = [at, gap];
  }
  return [...sorted.slice(start), ...sorted.slice(0, start)];
}
