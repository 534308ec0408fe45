import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Placement, Session } from '#domain/documents/session.ts';
import { neighbouringSeats, partyOf } from '#domain/clients/parties.ts';
import { swapsFor, tableSwap, type Swap } from '#domain/clients/swaps.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import type { SeatRef } from '#domain/plan/hit.ts';
import {
  isPlaced,
  movesBack,
  samePlace,
  seatingOf,
  seatKey,
  seatOf,
  type SeatMove,
} from '#domain/sessions/seating.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
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

interface Done {
  label: string;
  moves: readonly SeatMove[];
}
const UNDO_STEPS = 100;

/**
 * Seat assignment (specification 2 §4): a client is picked and then a seat, or the other way round. Every assignment is
 * written at once and can be taken back.
 */
export function useSeating(session: Session, names: Names, canEdit: boolean) {
  const { t } = useTranslation();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const clients = useLive((store) => store.clients());
  const [picked, setPicked] = useState<Carry>(null);
  const [looked, setLooked] = useState<Focus>(null);
  const [offer, setOffer] = useState<Offer>(null);
  const [done, setDone] = useState<readonly Done[]>([]);
  const seating = useMemo(() => seatingOf(session), [session]);
  const byId = useMemo(
    () => new Map(session.clients.map((entry) => [entry.clientId, entry])),
    [session.clients],
  );
  const plan = session.plan ?? null;
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

  const placeOf = (clientId: string): Placement | null => {
    const placement = byId.get(clientId)?.placement ?? null;
    return isPlaced(plan, placement) ? placement : null;
  };
  const sitting = (seat: SeatRef): string | null => seating.bySeat.get(seatKey(seat))?.[0]?.clientId ?? null;
  /** Who comes along: of somebody without a seat, those who have none either; else those at the same table. */
  const party = (clientId: string): string[] => {
    const tableOf = (id: string): string => String(placeOf(id)?.tableId ?? '');
    const own = tableOf(clientId);
    return partyOf(session, clients, clientId)
      .map((entry) => entry.clientId)
      .filter((id) => tableOf(id) === own);
  };

  async function commit(label: string, moves: readonly SeatMove[]): Promise<boolean> {
    if (!canEdit) return false;
    const saved = await run(() => repository.seatClients(session._id, moves));
    // An offer was of places that somebody has changed meanwhile.
    if (saved === null) setOffer(null);
    if (saved === null) return false;
    setDone((before) => [...before, { label, moves }].slice(-UNDO_STEPS));
    setCarry(null);
    void sync.syncNow(id);
    return true;
  }
  const moveOf = (clientId: string, to: Placement | null): SeatMove => ({
    ...{ clientId, from: placeOf(clientId), to },
  });

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
    const saved = await commit(
      t('seating.didPlace', { name: names.client(clientId), place: names.place(to) }),
      [moveOf(clientId, to)],
    );
    if (saved && seat !== null) setFocus({ kind: 'seat', seat, wasTaken: true });
    return saved;
  }

  /** The seats that these people would get there, side by side; null where there is no room for them. */
  function seatsFor(clientIds: readonly string[], target: DropTarget): SeatRef[] | null {
    const tableId = target.kind === 'seat' ? target.seat.tableId : target.tableId;
    const table = plan?.state.tables[tableId];
    if (table === undefined) return null;
    const isFree = freeFor(seating, clientIds, tableId);
    const near = target.kind === 'seat' ? target.seat.seatIndex : null;
    if (near !== null && !isFree(near)) return null;
    const seats = neighbouringSeats(table, isFree, clientIds.length, near);
    return seats === null ? null : seats.map((seatIndex) => ({ tableId, seatIndex }));
  }
  async function placeParty(clientIds: readonly string[], target: DropTarget): Promise<void> {
    const tableId = target.kind === 'seat' ? target.seat.tableId : target.tableId;
    const table = plan?.state.tables[tableId];
    const [first = ''] = clientIds;
    if (table === undefined) return;
    const isFree = freeFor(seating, clientIds, tableId);
    if (target.kind === 'seat' && !isFree(target.seat.seatIndex)) {
      refuse(clientIds, target.seat, t('errors.occupied_seat_number'));
      return;
    }
    const seats = seatsFor(clientIds, target)?.map((seat) => seat.seatIndex) ?? null;
    if (seats === null) {
      const free = Array.from({ length: table.seats }, (_, index) => index).filter(isFree).length;
      refuse(
        clientIds,
        { tableId },
        t('seating.noRoom', { place: names.title(tableId), free, count: clientIds.length }),
      );
      return;
    }
    const label = t('seating.didParty', {
      ...{ name: names.client(first), place: names.title(tableId), count: clientIds.length },
    });
    const saved = await commit(
      label,
      clientIds.map((clientId, at) => moveOf(clientId, placementAt(tableId, seats[at] ?? null))),
    );
    const [seatIndex] = seats;
    if (saved && seatIndex !== undefined) {
      setFocus({ kind: 'seat', seat: { tableId, seatIndex }, wasTaken: true });
    }
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

  const target = carry === null ? {} : ({ isTarget: true } as const);
  return {
    ...{
      session,
      names,
      seating,
      canEdit,
      busy,
      carry,
      focus,
      offer,
      accept,
      swapTables,
      placeOf,
      sitting,
      party,
      place,
      commit,
      setFocus,
      seatsFor,
    },
    done: done.at(-1) ?? null,
    entryOf: (clientId: string) => byId.get(clientId),
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
      const whole = party(clientId);
      if (carry?.kind === 'place' && carry.clientId === clientId && carry.party.length > 1) setCarry(null);
      else setCarry({ kind: 'place', clientId, party: whole });
    },
    /** From the list onto the plan: on a table they get its next free seats. */
    async drop(clientIds: readonly string[], target: DropTarget): Promise<void> {
      const [only = ''] = clientIds;
      if (clientIds.length > 1) return placeParty(clientIds, target);
      const [seat] = target.kind === 'seat' ? [target.seat] : (seatsFor(clientIds, target) ?? []);
      if (seat === undefined) return placeParty(clientIds, target);
      await place(only, placementAt(seat.tableId, seat.seatIndex));
    },
    startSwap: (clientId: string): void => setCarry({ kind: 'swap', clientId }),
    startTableSwap: (tableId: string): void => setCarry({ kind: 'swapTable', tableId }),
    stop: (): void => (carry === null && offer === null ? setFocus(null) : setCarry(null)),
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
    async undo(): Promise<void> {
      const last = done.at(-1);
      if (last === undefined || busy) return;
      const saved = await run(() => repository.seatClients(session._id, movesBack(last.moves)));
      // What somebody else has changed meanwhile cannot be taken back: it leaves the list too.
      setDone((before) => before.slice(0, -1));
      if (saved === null) return;
      notify.info(t('seating.undone', { label: last.label }));
      void sync.syncNow(id);
    },
  };
}

export type SeatingDesk = ReturnType<typeof useSeating>;
