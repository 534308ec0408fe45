import type { Checkin } from '../documents/checkin.ts';
import { compareFacts } from './admissions.ts';

/** Who marked as seen, first, what `what` names: a double entry by its second admission, a going (`goneId`) or a cancellation (`canceledId`). */
export const seenOf = <T extends Pick<Checkin, '_id' | 'time' | 'action' | 'double'>>(
  facts: readonly T[],
  what: string,
): T | null =>
  facts.filter(({ action, double }) => action === 'seen' && double === what).sort(compareFacts)[0] ?? null;
