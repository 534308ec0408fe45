import { isHeld } from './decide.ts';
import type { Job } from './job.ts';

/** Writes what `decide` makes of the stored job; resolves with the job as it stands then. */
export type ChangeJob = (
  id: string,
  decide: (stored: Job | null) => Job | 'forget' | null,
) => Promise<Job | null>;

export interface Holding {
  now: () => number;
  /** ms */
  lease: number;
  change: ChangeJob;
}

/**
 * Does the work of a job that this process has taken, and holds on to it meanwhile. The work's signal is aborted when the job was
 * lost: to another process, which found this one silent for too long, or because the database cannot be reached. A process that slept
 * has not heard of that yet: `isMine` asks.
 */
export async function holding<T>(
  job: Job,
  { now, lease, change }: Holding,
  work: (signal: AbortSignal, isMine: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let heldUntil = job.at;
  let renewal = Promise.resolve();

  async function renew(): Promise<void> {
    try {
      const stored = await change(job._id, (current) =>
        isHeld(current, job) ? { ...current, at: now() + lease } : null,
      );
      if (!isHeld(stored, job) || stored.canceled === true) return lost.abort();
      heldUntil = stored.at;
    } catch {
      if (heldUntil <= now()) lost.abort();
    }
  }

  const renewNow = (): Promise<void> => (renewal = renewal.then(renew));
  const timer = setInterval(() => void renewNow(), lease / 3);
  try {
    return await work(lost.signal, async () => {
      await renewNow();
      return !lost.signal.aborted;
    });
  } finally {
    clearInterval(timer);
    await renewal;
  }
}
