import type { Swap } from '#domain/clients/swaps.ts';
import type { SeatRef } from '#domain/plan/hit.ts';
import { seatKey, type Seating } from '#domain/sessions/seating.ts';

/** What is looked at. */
export type Focus =
  | ((
      | {
          kind: 'seat';
          seat: SeatRef;
          /** Somebody sat there when it was picked. */
          wasTaken: boolean;
        }
      | {
          kind: 'table';
          tableId: string;
          /** Of a seat that was picked, and whose guest left it: nothing moves because of that. */
          isLeft?: true;
          /** Where somebody on the way may go. */
          isTarget?: true;
        }
    ) & {
      /** Somebody looked for it: it comes close. */
      isFound?: true;
    })
  | null;

/** Who is on the way to a seat. */
export type Carry =
  | {
      kind: 'place';
      clientId: string;
      /** The client, and the others of the party when they come along. */
      party: readonly string[];
    }
  | { kind: 'swap'; clientId: string }
  /** Everybody at a table. */
  | { kind: 'swapTable'; tableId: string }
  | null;

/** Where no seat is free: why, and who may change places instead, where anybody may. */
export type Offer = { why: string; swaps: readonly Swap[] } | null;

/** What somebody is dropped on. */
export type DropTarget = { kind: 'seat'; seat: SeatRef } | { kind: 'table'; tableId: string };

/** Who is on the way and was taken off the list elsewhere is not on the way any more. */
export function stillThere(carry: Carry, byId: ReadonlyMap<string, unknown>): Carry {
  if (carry === null || carry.kind === 'swapTable') return carry;
  if (!byId.has(carry.clientId)) return null;
  if (carry.kind === 'swap' || carry.party.every((id) => byId.has(id))) return carry;
  return { ...carry, party: carry.party.filter((id) => byId.has(id)) };
}

export const leftTable = ({ seat }: { seat: SeatRef }): Focus => ({
  kind: 'table',
  tableId: seat.tableId,
  isLeft: true,
});

/** Of a table's seats, whether nobody sits there but who is on the way. */
export function freeFor(
  { bySeat }: Seating,
  clientIds: readonly string[],
  tableId: string,
): (seatIndex: number) => boolean {
  const going = new Set(clientIds);
  return (seatIndex) =>
    (bySeat.get(seatKey({ tableId, seatIndex })) ?? []).every(({ clientId }) => going.has(clientId));
}
