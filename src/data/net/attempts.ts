import type { NewId } from '#domain/ids.ts';
import type { DataError, Outcome } from '../types.ts';

/**
 * Ids of calls that make something, so that a call whose answer was lost and that is made again, in the same words,
 * continues the first instead of making a second one.
 */
export interface Attempts {
  run<T>(words: unknown, call: (id: string) => Outcome<T>): Outcome<T>;
}

/** Also Stripe's silence towards the server: it may have done what it was asked. */
const SILENT: ReadonlySet<DataError> = new Set(['offline', 'unknown', 'cards_unavailable']);

export function createAttempts(newId: NewId): Attempts {
  const open = new Map<string, string>();
  return {
    async run(words, call) {
      const key = JSON.stringify(words);
      const id = open.get(key) ?? newId();
      open.set(key, id);
      const answer = await call(id);
      // Only silence leaves it open: after an answer the same words mean something new.
      if (answer.ok || !SILENT.has(answer.error.code)) open.delete(key);
      return answer;
    },
  };
}
