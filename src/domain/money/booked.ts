import { entryOf } from '../documents/bankEntry.ts';
import type { Consumer } from '../documents/consumer.ts';
import { bankPaymentId, bankStepOf } from '../ids.ts';
import { standing } from './taken.ts';

type Told = Pick<Consumer, 'taken' | 'transfers'>;

/** A payment of a bank statement that counts for a registration. */
export interface Booked {
  /** Its note; of one that was noted before there were such notes, the one that would tell it. */
  noteId: string;
  entry: string;
  amount: number;
}

export function bookedOf({ _id, taken, transfers }: Told & Pick<Consumer, '_id'>): Booked[] {
  const byNotes = standing(taken ?? [], ({ id }) => id).flatMap(({ id: noteId, amount }): Booked[] => {
    const step = bankStepOf(noteId);
    return step === null ? [] : [{ noteId, entry: step.entry, amount }];
  });
  const former = apart({ taken, transfers }).counting.map(({ entry, amount }) => ({
    noteId: bankPaymentId(_id, { entry, cents: amount, step: 0 }),
    ...{ entry, amount },
  }));
  return [...byNotes, ...former];
}

/** What of `settlement` counts no more, as notes tell of it by now: taken back, or noted once more by a program of before. */
export const overtakenSum = (told: Told): number =>
  apart(told).overtaken.reduce((sum, { amount }) => sum + amount, 0);

interface Former {
  entry: string;
  amount: number;
}

/** Payments that the registration itself tells, as before there were notes of them. Where notes tell of the same one, these count. */
function apart({ taken, transfers }: Told): { counting: Former[]; overtaken: Former[] } {
  const counting: Former[] = [];
  const overtaken: Former[] = [];
  if (!transfers?.length) return { counting, overtaken };
  const noted = new Set((taken ?? []).flatMap(({ id }) => bankStepOf(id)?.entry ?? []));
  for (const { id, amount } of transfers) {
    const entry = entryOf(id);
    (noted.has(entry) ? overtaken : counting).push({ entry, amount });
  }
  return { counting, overtaken };
}

/** The step that notes it next, after all that the registration tells of. */
export function nextStep({ taken }: Pick<Consumer, 'taken'>, entry: string): number {
  const steps = (taken ?? []).flatMap(({ id }) => {
    const step = bankStepOf(id);
    return step?.entry === entry ? step.step : [];
  });
  return 2 * Math.ceil((Math.max(-1, ...steps) + 1) / 2);
}
