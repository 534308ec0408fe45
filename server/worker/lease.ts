import { isConflict } from '../base/errors.ts';
import { read, type Stored } from '../storage/documents.ts';
import type { Database } from '../storage/types.ts';

/** Its document, in the worker's database. */
export const LEASE_ID = 'lease';

type LeaseDoc = Stored & {
  holder: string;
  /** ms since 1970, by the holder's clock. */
  expires: number;
};

export interface LeaseOptions {
  db: Database;
  /** Unique per running worker. */
  holder: string;
  now: () => number;
  /** ms */
  duration: number;
  /** Nobody else can be alive: a lease that is found was left by a crash, and is taken over at once. */
  alone: boolean;
}

/**
 * Keeps one worker active per deployment. It saves work, it is no lock: clocks differ and processes sleep, so two may
 * hold it for a moment, and everything a worker does can be done twice.
 */
export interface Lease {
  /** Takes or renews it; false when another holds it. Throws when the database fails. */
  acquire(): Promise<boolean>;
  /** When the lease of another runs out unless it is renewed, by this clock; ms since 1970. 0 where nobody else is known to hold it. */
  freeAt(): number;
  /** False once the last renewal has run out, also while the database cannot be reached. */
  held(): boolean;
  /** Gives it back, so that the next worker need not wait. */
  release(): Promise<void>;
}

export function createLease({ db, holder, now, duration, alone }: LeaseOptions): Lease {
  let heldUntil = 0;
  let freeAt = 0;
  let mayTakeOver = alone;
  /** The lease of another as it was last found, and since when (ms): who is there renews it. */
  let found = { rev: '', at: 0 };
  return {
    async acquire() {
      const stored = (await read(db, LEASE_ID)) as LeaseDoc | null;
      if (stored !== null && stored._rev !== found.rev) found = { rev: stored._rev, at: now() };
      // Of a holder whose clock is ahead, what it said may be hours away.
      const ends = stored === null ? 0 : Math.min(stored.expires, found.at + duration);
      const isForeign = stored !== null && stored.holder !== holder && ends > now();
      freeAt = isForeign ? ends : 0;
      if (isForeign && !mayTakeOver) {
        heldUntil = 0;
        return false;
      }
      const expires = now() + duration;
      try {
        await db.put({ ...stored, _id: LEASE_ID, holder, expires });
      } catch (error) {
        if (!isConflict(error)) throw error;
        // Somebody else was quicker.
        heldUntil = 0;
        return false;
      }
      heldUntil = expires;
      mayTakeOver = false;
      return true;
    },
    freeAt: () => freeAt,
    held: () => now() < heldUntil,
    async release() {
      heldUntil = 0;
      const stored = (await read(db, LEASE_ID)) as LeaseDoc | null;
      if (stored?.holder !== holder) return;
      try {
        await db.put({ ...stored, expires: 0 });
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    },
  };
}
