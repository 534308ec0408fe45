import type { EntryChange, EntryRow } from '../documents/entrychange.ts';
import type { Placement } from '../documents/session.ts';

/**
 * The act that gave a client the place which they have, of all their acts, newest first: by whom, where and when. Null where
 * a program that knows no acts gave it.
 */
export function placedBy(
  acts: readonly EntryChange[],
  clientId: string,
  { tableId, seatIndex }: Pick<Placement, 'tableId' | 'seatIndex'>,
): EntryChange | null {
  for (const act of acts) {
    const row = act.rows.find((one) => one.clientId === clientId);
    if (row === undefined || !saysPlace(row)) continue;
    const { placement } = row;
    const isThis = String(placement?.tableId) === String(tableId) && placement?.seatIndex === seatIndex;
    return isThis ? act : null;
  }
  return null;
}

/** Whether a row gives, changes or ends a place: a registration sets one with it, if only to none. */
export const saysPlace = (row: EntryRow): boolean => row.placement !== undefined || row.in !== undefined;
