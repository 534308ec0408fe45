import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Placement, Session } from '#domain/documents/session.ts';
import { swapsFor, tableSwap, type Swap } from '#domain/clients/swaps.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import type { SeatRef } from '#domain/plan/hit.ts';
import { samePlace, seatingOf, seatKey, seatOf, type SeatMove } from '#domain/sessions/seating.ts';
import { useLive } from '#hooks/data/event.tsx';
import { notify } from '#ui/components/notify.tsx';
import { placesOf, tableIdOf } from './places.ts';
import {
  freeFor,
  leftTable,
  stillThere,
  type Carry,
  type DropTarget,
  type Focus,
  type Offer,
} from './seatingState.ts';
import { didSwap, whyNoSwap } from './swapWords.ts';
import type { Names } from './useNames.ts';
import { useSeatMoves } from './useSeatMoves.ts';

/** What can be done with who is on the way, or looked at: each is written at once, or it is said why it cannot be. */
export function useAssigning(session: Session, names: Names, canEdit: boolean) {
  const { t } = useTranslation();
  const { busy, done, save, undo } = useSeatMoves(session, canEdit);
  const clients = useLive((store) => store.clients());
  const [picked, setPicked] = useState<Carry>(null);
  const [looked, setLooked] = useState<Focus>(null);
  const [offer, setOffer] = useState<Offer>(null);
  const seating = useMemo(() => seatingOf(session), [session]);
  const byId = useMemo(
    () => new Map(session.clients.map((entry) => [entry.clientId, entry])),
    [session.clients],
  );
  const places = placesOf(session, seating, byId, clients);
  const { placeOf, sitting, seatsFor, moveOf } = places;
  const carry = useMemo(() => stillThere(picked, byId), [picked, byId]);
  const isFreed = looked?.kind === 'seat' && looked.wasTaken && !seating.bySeat.has(seatKey(looked.seat));
  // Whoever is tapped next would sit down on a seat that was left, here, by an undo or on another device.
  const focus = useMemo(() => (isFreed ? leftTable(looked) : looked), [looked, isFreed]);

  // Whatever is done next, it is not what was offered.
  function setCarry(next: Carry): void {
    setPicked(next);
    setOffer(null);
  }
  function setFocus(next: Focus): void {
    setLooked(next);
    setOffer(null);
  }

  async function commit(label: string, moves: readonly SeatMove[]): Promise<boolean> {
    if (!canEdit) return false;
    // Taken, or overtaken by this; and where nothing is written, it was of places that somebody has changed meanwhile.
    setOffer(null);
    const isSaved = await save(label, moves);
    if (isSaved) setCarry(null);
    return isSaved;
  }

  async function place(clientId: string, to: Placement): Promise<boolean> {
    if (samePlace(placeOf(clientId), to)) {
      setCarry(null);
      return true;
    }
    const seat = seatOf(to);
    const occupant = seat === null ? null : sitting(seat);
    if (occupant !== null && occupant !== clientId) {
      refuse([clientId], to, t('errors.occupied_seat_number'));
      return false;
    }
    const label = t('seating.didPlace', { name: names.client(clientId), place: names.place(to) });
    const saved = await commit(label, [moveOf(clientId, to)]);
    if (saved && seat !== null) setFocus({ kind: 'seat', seat, wasTaken: true });
    return saved;
  }

  async function placeParty(clientIds: readonly string[], target: DropTarget): Promise<void> {
    const tableId = tableIdOf(target);
    const table = places.tableAt(target);
    const [first = ''] = clientIds;
    if (table === undefined) return;
    const isFree = freeFor(seating, clientIds, tableId);
    if (target.kind === 'seat' && !isFree(target.seat.seatIndex)) {
      refuse(clientIds, target.seat, t('errors.occupied_seat_number'));
      return;
    }
    const seats = seatsFor(clientIds, target)?.map((seat) => seat.seatIndex) ?? null;
    const told = { place: names.title(tableId), count: clientIds.length };
    if (seats === null) {
      const free = Array.from({ length: table.seats }, (_, index) => index).filter(isFree).length;
      refuse(clientIds, { tableId }, t('seating.noRoom', { ...told, free }));
      return;
    }
    const saved = await commit(
      t('seating.didParty', { ...told, name: names.client(first) }),
      clientIds.map((clientId, at) => moveOf(clientId, placementAt(tableId, seats[at] ?? null))),
    );
    const [seatIndex] = seats;
    if (saved && seatIndex !== undefined)
      setFocus({ kind: 'seat', seat: { tableId, seatIndex }, wasTaken: true });
  }

  /** No seat is free there: said until something else is done, and where somebody may change places with them, offered. */
  function refuse(
    clientIds: readonly string[],
    { tableId, seatIndex = null }: Pick<Placement, 'tableId' | 'seatIndex'>,
    why: string,
  ): void {
    setOffer({ why, swaps: swapsFor(session, clients, clientIds, { tableId: String(tableId), seatIndex }) });
  }
  const accept = (both: Swap): Promise<boolean> => commit(didSwap(both, names, t), both.moves);
  function swapTables(oneId: string, twoId: string): void {
    const both = tableSwap(session, oneId, twoId);
    if (oneId === twoId) setCarry(null);
    else if (both !== null) void accept(both);
    else setOffer({ why: whyNoSwap({ session, seating, names }, [oneId, twoId], t), swaps: [] });
  }

  async function swap(one: string, seat: SeatRef): Promise<void> {
    const two = sitting(seat);
    if (two === null) notify.info(t('seating.swapNobody'), 'swap-nobody');
    else if (two === one) setCarry(null);
    else {
      await commit(t('seating.didSwap', { one: names.client(one), two: names.client(two) }), [
        moveOf(one, placeOf(two)),
        moveOf(two, placeOf(one)),
      ]);
    }
  }

  return {
    ...{ session, names, seating, canEdit, busy, done, carry, focus, offer },
    ...{ setCarry, setFocus, commit, place, placeParty, accept, swap, swapTables, undo },
    ...places,
    async remove(clientId: string): Promise<void> {
      await commit(t('seating.didRemove', { name: names.client(clientId) }), [moveOf(clientId, null)]);
    },
    /** Of a seat that was given twice: who stays; the others go back to the list (never by itself). */
    async keep(clientId: string, all: readonly string[]): Promise<void> {
      const others = all.filter((other) => other !== clientId);
      await commit(
        t('seating.didResolve', { name: names.client(clientId) }),
        others.map((other) => moveOf(other, null)),
      );
    },
  };
}
