import type { Deps } from '../deps.ts';

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Waits that grow with each failure, with jitter so that a venue's devices do not come back in one wave. */
export interface Backoff {
  /** The next wait, ms. */
  next(): number;
  reset(): void;
}

export function createBackoff({ random }: Pick<Deps, 'random'>): Backoff {
  let failures = 0;
  return {
    next() {
      const limit = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
      failures += 1;
      return limit * (0.5 + random() / 2);
    },
    reset() {
      failures = 0;
    },
  };
}

/** Resolves after `ms` or when `signal` aborts, whichever is first. Never rejects. */
export function delay(deps: Pick<Deps, 'timers'>, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      deps.timers.clear(handle);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const handle = deps.timers.set(end, ms);
    signal.addEventListener('abort', end);
  });
}
