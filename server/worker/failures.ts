import type { Failure, Timings } from './types.ts';
import { backOff } from './timing.ts';

/** How often a failed document is tried before `idle` stops waiting for it. */
const QUICK_ATTEMPTS = 3;

/** Documents set aside: each is tried again by itself, later and later, and none stops the others. */
export interface Failures {
  note(id: string, error: unknown): Failure;
  clear(ids: readonly string[]): void;
  /** It is being tried, which may take a while; `note` or `clear` ends that. */
  begin(id: string): void;
  list(): Failure[];
  /** When the next one is to be tried again (ms since 1970), or null. */
  due(): number | null;
  /** Those to try now; with `hurry` also those that have not been tried often yet. */
  ready(hurry: boolean): string[];
}

export function createFailures(kept: readonly Failure[], now: () => number, timings: Timings): Failures {
  const failures = new Map(kept.map((failure) => [failure.id, { failure, next: now() }]));
  return {
    note(id, error) {
      const known = failures.get(id)?.failure;
      const attempts = (known?.attempts ?? 0) + 1;
      const text = error instanceof Error ? error.message : String(error);
      const failure = { id, error: text.slice(0, 300), attempts, since: known?.since ?? now() };
      failures.set(id, { failure, next: now() + backOff(attempts, timings) });
      return failure;
    },
    clear(ids) {
      for (const id of ids) failures.delete(id);
    },
    begin(id) {
      const known = failures.get(id);
      if (known !== undefined) known.next = Infinity;
    },
    list: () => [...failures.values()].map(({ failure }) => failure),
    due: () => (failures.size === 0 ? null : Math.min(...[...failures.values()].map(({ next }) => next))),
    ready: (hurry) =>
      [...failures.values()]
        .filter(
          ({ failure, next }) =>
            next <= now() || (hurry && next !== Infinity && failure.attempts < QUICK_ATTEMPTS),
        )
        .map(({ failure }) => failure.id),
  };
}
