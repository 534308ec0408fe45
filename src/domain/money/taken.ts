import { canonical } from '../canonical.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { HandKind, Payment } from '../documents/payment.ts';

type Taken = NonNullable<NonNullable<Consumer['taken']>[number]>;

/** What a registration tells of a note. */
export const toldOf = ({ _id, kind, amount, cancels }: Payment): Taken => ({
  ...{ id: _id, amount },
  ...(kind === 'transfer' ? { kind: 'terminal', byTransfer: true } : { kind }),
  ...(cancels === undefined ? {} : { cancels }),
});

/** The way in which it moved, of what a registration tells. */
export const kindOf = ({ kind, byTransfer }: Taken): HandKind => (byTransfer === true ? 'transfer' : kind);

/** Those that count: a note that was taken back does not, nor does what took it back. */
export function standing<T extends { amount: number; cancels?: string | null | undefined }>(
  notes: readonly T[],
  idOf: (note: T) => string,
): T[] {
  const gone = new Set(notes.flatMap(({ cancels }) => cancels ?? []));
  return notes.filter((note) => note.cancels == null && !gone.has(idOf(note)));
}

/** What came in and went back by what notes tell. */
export function takenSums({ taken }: Pick<Consumer, 'taken'>): { paid: number; refunded: number } {
  const sums = { paid: 0, refunded: 0 };
  if (!taken?.length) return sums;
  for (const { amount } of standing(taken, ({ id }) => id)) {
    if (amount > 0) sums.paid += amount;
    else sums.refunded -= amount;
  }
  return sums;
}

/** What a registration should tell, by the notes themselves; the same list where it does, in whichever order. */
export function takenOf(told: Consumer['taken'], notes: readonly Payment[]): Consumer['taken'] {
  const right = inOrder(notes.map(toldOf));
  return canonical(right) === canonical(inOrder(told ?? [])) ? told : right;
}

const inOrder = (taken: readonly Taken[]): Taken[] => taken.toSorted((a, b) => (a.id < b.id ? -1 : 1));
