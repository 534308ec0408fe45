import type { Consumer } from '../documents/consumer.ts';
import { bankStepOf } from '../ids.ts';
import { bookedOf } from './booked.ts';
import { kindOf, standing } from './taken.ts';

type Told = Pick<Consumer, '_id' | 'taken' | 'transfers'>;

/**
 * Payments of a bank statement that are noted for several registrations, or for one with two amounts, by what stands for the bank's name of them:
 * two people may have confirmed one at once, or without network; a bank may tell one anew. All but one count for nothing. With whose they are.
 */
export function bookedTwice(consumers: Iterable<Told>): ReadonlyMap<string, readonly string[]> {
  const whose = new Map<string, string[]>();
  const twice = new Map<string, readonly string[]>();
  for (const consumer of consumers) {
    const { _id } = consumer;
    for (const { entry } of bookedOf(consumer)) {
      const known = whose.get(entry);
      if (known === undefined) whose.set(entry, [_id]);
      else {
        if (!known.includes(_id)) known.push(_id);
        twice.set(entry, known);
      }
    }
  }
  return twice;
}

/** Whether one of its payments is noted once more, there or for another registration. */
export const isBookedTwice = (consumer: Told, twice: ReturnType<typeof bookedTwice>): boolean =>
  twice.size > 0 && bookedOf(consumer).some(({ entry }) => twice.has(entry));

/** Sums of transfers that somebody has noted by hand, cents: a bank statement tells of the same ones. */
export const handTransfers = ({ taken }: Pick<Consumer, 'taken'>): number[] =>
  standing(taken ?? [], ({ id }) => id).flatMap((note) =>
    kindOf(note) === 'transfer' && note.amount > 0 && bankStepOf(note.id) === null ? [note.amount] : [],
  );

/** The first sum that was both noted by hand and booked from a statement; null where there is none. */
export function notedAndBooked(consumer: Told): number | null {
  const byHand = new Set(handTransfers(consumer));
  return bookedOf(consumer).find(({ amount }) => byHand.has(amount))?.amount ?? null;
}
