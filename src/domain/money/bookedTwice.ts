import type { Consumer } from '../documents/consumer.ts';
import { kindOf, standing } from './taken.ts';

type Booked = Pick<Consumer, '_id' | 'transfers'>;

/**
 * Payments of a bank statement that are noted for several registrations, by the bank's name for them: two people may have confirmed one at
 * once, or without network. One of them counts for nothing.
 */
export function bookedTwice(consumers: Iterable<Booked>): ReadonlyMap<string, readonly string[]> {
  const whose = new Map<string, string[]>();
  const twice = new Map<string, readonly string[]>();
  for (const { _id, transfers } of consumers) {
    for (const { id } of transfers ?? []) {
      const known = whose.get(id);
      if (known === undefined) whose.set(id, [_id]);
      else if (!known.includes(_id)) {
        known.push(_id);
        twice.set(id, known);
      }
    }
  }
  return twice;
}

/** Whether one of its payments is noted for another registration, too. */
export const isBookedTwice = (
  { transfers }: Pick<Consumer, 'transfers'>,
  twice: ReturnType<typeof bookedTwice>,
): boolean => twice.size > 0 && (transfers ?? []).some(({ id }) => twice.has(id));

/** Sums of transfers that somebody has noted by hand, cents: a bank statement tells of the same ones. */
export const handTransfers = ({ taken }: Pick<Consumer, 'taken'>): number[] =>
  standing(taken ?? [], ({ id }) => id).flatMap((note) =>
    kindOf(note) === 'transfer' && note.amount > 0 ? [note.amount] : [],
  );

/** The first sum that was both noted by hand and booked from a statement; null where there is none. */
export function notedAndBooked({ taken, transfers }: Pick<Consumer, 'taken' | 'transfers'>): number | null {
  const byHand = new Set(handTransfers({ taken }));
  return transfers?.find(({ amount }) => byHand.has(amount))?.amount ?? null;
}
