import type { Client } from '#domain/documents/client.ts';
import type { Placement, PlanTable, Session, SessionEntry } from '#domain/documents/session.ts';
import { neighbouringSeats, partyOf } from '#domain/clients/parties.ts';
import type { SeatRef } from '#domain/plan/hit.ts';
import { isPlaced, seatKey, type SeatMove, type Seating } from '#domain/sessions/seating.ts';
import { freeFor, type DropTarget } from './seatingState.ts';

/** Who sits where, and where there is room. */
export interface Places {
  entryOf(clientId: string): SessionEntry | undefined;
  /** Null for whoever has none on the plan as it is. */
  placeOf(clientId: string): Placement | null;
  sitting(seat: SeatRef): string | null;
  /** Who comes along: of somebody without a seat, those who have none either; else those at the same table. */
  party(clientId: string): string[];
  moveOf(clientId: string, to: Placement | null): SeatMove;
  tableAt(target: DropTarget): PlanTable | undefined;
  /** The seats that these people would get there, side by side; null where there is no room for them. */
  seatsFor(clientIds: readonly string[], target: DropTarget): SeatRef[] | null;
}

export const tableIdOf = (target: DropTarget): string =>
  target.kind === 'seat' ? target.seat.tableId : target.tableId;

export function placesOf(
  session: Session,
  seating: Seating,
  byId: ReadonlyMap<string, SessionEntry>,
  clients: ReadonlyMap<string, Client>,
): Places {
  const plan = session.plan ?? null;
  const placeOf = (clientId: string): Placement | null => {
    const placement = byId.get(clientId)?.placement ?? null;
    return isPlaced(plan, placement) ? placement : null;
  };
  const tableAt = (target: DropTarget): PlanTable | undefined => plan?.state.tables[tableIdOf(target)];
  return {
    entryOf: (clientId) => byId.get(clientId),
    placeOf,
    sitting: (seat) => seating.bySeat.get(seatKey(seat))?.[0]?.clientId ?? null,
    party(clientId) {
      const tableOf = (id: string): string => String(placeOf(id)?.tableId ?? '');
      const own = tableOf(clientId);
      return partyOf(session, clients, clientId)
        .map((entry) => entry.clientId)
        .filter((id) => tableOf(id) === own);
    },
    moveOf: (clientId, to) => ({ clientId, from: placeOf(clientId), to }),
    tableAt,
    seatsFor(clientIds, target) {
      const table = tableAt(target);
      if (table === undefined) return null;
      const tableId = tableIdOf(target);
      const isFree = freeFor(seating, clientIds, tableId);
      const near = target.kind === 'seat' ? target.seat.seatIndex : null;
      if (near !== null && !isFree(near)) return null;
      const seats = neighbouringSeats(table, isFree, clientIds.length, near);
      return seats === null ? null : seats.map((seatIndex) => ({ tableId, seatIndex }));
    },
  };
}
