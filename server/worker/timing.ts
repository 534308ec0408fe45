import { doubled } from '../base/alarm.ts';
import type { Storage } from '../storage/types.ts';
import type { Timings } from './types.ts';

const SMALL_DELAY = 150;
const LARGE_DELAY = 30_000;
/** Entries of a session of about 800 kB. */
const LARGE_ENTRIES = 5000;

/**
 * A fold rewrites the whole session and every device pulls it again (90 kB compressed for 5,000 entries), whatever the
 * number of acts in it; screens show those at once without it. So the wait grows with the session: however many acts come,
 * folds cost a device at most 4 kB/s.
 */
export const foldDelay = (entries: number): number =>
  Math.round(SMALL_DELAY + (LARGE_DELAY - SMALL_DELAY) * Math.min(1, entries / LARGE_ENTRIES));

/** Where several servers share the databases: as long as nobody folds after one of them was killed. */
const SHARED_LEASE = 10_000;
const LEASE = 30_000;
/** A check-in that is looked at alone costs a CouchDB five questions, with others hardly more than their share. */
const SHARED_GATHER = 250;

export const defaultTimings = (kind: Storage['kind']): Timings => ({
  lease: kind === 'couchdb' ? SHARED_LEASE : LEASE,
  retry: 500,
  retryMax: 60_000,
  position: 1000,
  gather: kind === 'couchdb' ? SHARED_GATHER : 0,
  foldDelay,
});

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
