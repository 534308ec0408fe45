import { doubled } from '../base/alarm.ts';
import type { Timings } from './types.ts';

const SMALL_DELAY = 150;
const LARGE_DELAY = 2000;
/** Entries of a session of about 800 kB. */
const LARGE_ENTRIES = 5000;

/** While check-ins keep coming the wait doubles up to so many times the first one: 30 s for the largest sessions. */
const LONGEST = 15;

/**
 * A fold rewrites the whole session and every device pulls it again (600 kB for 5,000 entries), whatever the number of
 * check-ins in it; screens show check-ins at once without it. So the wait grows with the session, and with how many
 * folds followed one another without a pause (`streak`): twenty phones at the doors for three minutes would pull
 * nearly 20 MB a minute each with a fold every two seconds. After a pause the first check-in is folded soon again.
 */
export function foldDelay(entries: number, streak = 0): number {
  const first = SMALL_DELAY + (LARGE_DELAY - SMALL_DELAY) * Math.min(1, entries / LARGE_ENTRIES);
  return Math.round(first * Math.min(LONGEST, 2 ** streak));
}

export const DEFAULT_TIMINGS: Timings = {
  lease: 30_000,
  retry: 500,
  retryMax: 60_000,
  position: 1000,
  foldDelay,
};

export const backOff = (attempt: number, { retry, retryMax }: Timings): number =>
  doubled(attempt, retry, retryMax);

/** Closed until opened once. */
export interface Gate {
  open(): void;
  readonly opened: Promise<void>;
}

export function createGate(): Gate {
  const waiting = new AbortController();
  const opened = new Promise<void>((resolve) => {
    waiting.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return { open: () => waiting.abort(), opened };
}
