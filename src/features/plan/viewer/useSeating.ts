import type { Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import type { SeatRef } from '#domain/plan/hit.ts';
import { seatOf } from '#domain/sessions/seating.ts';
import type { DropTarget } from './seatingState.ts';
import { useAssigning } from './useAssigning.ts';
import type { Names } from './useNames.ts';

/**
 * Seat assignment (specification 2 §4): a client is picked and then a seat, or the other way round. Every assignment is
 * written at once and can be taken back. What each tap means depends on who is on the way.
 */
export function useSeating(session: Session, names: Names, canEdit: boolean) {
  const assigning = useAssigning(session, names, canEdit);
  const { carry, focus, offer, setCarry, setFocus } = assigning;
  const { placeOf, sitting, party, seatsFor, place, placeParty, swap, swapTables } = assigning;
  const target = carry === null ? {} : ({ isTarget: true } as const);
  return {
    ...assigning,
    pickSeat(seat: SeatRef): void {
      if (carry === null) setFocus({ kind: 'seat', seat, wasTaken: sitting(seat) !== null });
      else if (carry.kind === 'swap') void swap(carry.clientId, seat);
      else if (carry.kind === 'swapTable') swapTables(carry.tableId, seat.tableId);
      else if (carry.party.length > 1) void placeParty(carry.party, { kind: 'seat', seat });
      else void place(carry.clientId, placementAt(seat.tableId, seat.seatIndex));
    },
    /** A party on the way gets its next free seats; of one alone, the card asks which, or none of its own. */
    pickTable(tableId: string): void {
      if (carry?.kind === 'place' && carry.party.length > 1)
        void placeParty(carry.party, { kind: 'table', tableId });
      else if (carry?.kind === 'swapTable') swapTables(carry.tableId, tableId);
      else setFocus({ kind: 'table', tableId, ...target });
    },
    /** One that somebody looked for. */
    showTable: (tableId: string): void => setFocus({ kind: 'table', tableId, isFound: true, ...target }),
    /** A client of the list: to the free seat that was picked before, else on the way. */
    pickClient(clientId: string): void {
      const placed = placeOf(clientId);
      const seat = seatOf(placed);
      if (placed !== null) {
        setFocus({
          ...(seat === null
            ? { kind: 'table', tableId: String(placed.tableId) }
            : { kind: 'seat', seat, wasTaken: true }),
          isFound: true,
        });
        setCarry(null);
      } else if (!canEdit) return;
      else if (carry === null && focus?.kind === 'seat' && sitting(focus.seat) === null) {
        void place(clientId, placementAt(focus.seat.tableId, focus.seat.seatIndex));
      } else if (carry !== null && 'clientId' in carry && carry.clientId === clientId) setCarry(null);
      else setCarry({ kind: 'place', clientId, party: [clientId] });
    },
    startMove: (clientId: string, whole = false): void =>
      setCarry({ kind: 'place', clientId, party: whole ? party(clientId) : [clientId] }),
    /** From the list: the party and not one alone. */
    pickParty(clientId: string): void {
      if (!canEdit) return;
      if (carry?.kind === 'place' && carry.clientId === clientId && carry.party.length > 1) setCarry(null);
      else setCarry({ kind: 'place', clientId, party: party(clientId) });
    },
    /** From the list onto the plan: on a table they get its next free seats. */
    async drop(clientIds: readonly string[], onto: DropTarget): Promise<void> {
      const [only = ''] = clientIds;
      if (clientIds.length > 1) return placeParty(clientIds, onto);
      const [seat] = onto.kind === 'seat' ? [onto.seat] : (seatsFor(clientIds, onto) ?? []);
      if (seat === undefined) return placeParty(clientIds, onto);
      await place(only, placementAt(seat.tableId, seat.seatIndex));
    },
    startSwap: (clientId: string): void => setCarry({ kind: 'swap', clientId }),
    startTableSwap: (tableId: string): void => setCarry({ kind: 'swapTable', tableId }),
    stop: (): void => (carry === null && offer === null ? setFocus(null) : setCarry(null)),
  };
}

export type SeatingDesk = ReturnType<typeof useSeating>;
