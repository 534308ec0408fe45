import type { Plan, Session, SessionEntry } from '../documents/session.ts';
import type { SeatRef } from '../plan/hit.ts';
import { seatOf } from './seating.ts';

type Table = Plan['state']['tables'][string];

/** The seats at either side of one: around a round table, and along its own side of a long one. */
export function seatsBeside({ type, seats }: Pick<Table, 'type' | 'seats'>, seatIndex: number): number[] {
  if (type === 'circle') {
    const around = [seatIndex - 1, seatIndex + 1].map((index) => (index + seats) % seats);
    return [...new Set(around)].filter((index) => index !== seatIndex);
  }
  const above = Math.ceil(seats / 2);
  const isLong = type === 'rectangle' || type === 'image';
  const sideOf = (index: number): boolean => isLong && index >= above;
  return [seatIndex - 1, seatIndex + 1].filter(
    (index) => index >= 0 && index < seats && sideOf(index) === sideOf(seatIndex),
  );
}

/** Who is expected beside a guest, in the order of the seats; nobody beside whoever has no seat of their own. */
export function neighboursOf(
  session: Pick<Session, 'plan' | 'clients'>,
  { clientId, placement }: Pick<SessionEntry, 'clientId' | 'placement'>,
): SessionEntry[] {
  const seat = seatOf(placement);
  return seat === null ? [] : besideSeat(session, seat).filter((one) => one.clientId !== clientId);
}

/** Who is expected beside a seat, whoever sits on it. */
export function besideSeat(
  { plan, clients }: Pick<Session, 'plan' | 'clients'>,
  { tableId, seatIndex }: SeatRef,
): SessionEntry[] {
  const table = plan?.state.tables[tableId];
  if (table === undefined) return [];
  const beside = seatsBeside(table, seatIndex);
  return clients
    .filter(({ placement }) => {
      const other = seatOf(placement);
      return other?.tableId === tableId && beside.includes(other.seatIndex);
    })
    .sort((a, b) => (a.placement?.seatIndex ?? 0) - (b.placement?.seatIndex ?? 0));
}
