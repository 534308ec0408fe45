import { doubled } from '../base/alarm.ts';
import { Hopeless, jobId, type Job, type JobRef, type RetryPolicy } from './job.ts';

/* What becomes of a job: pure, on the document as it is stored. `null` leaves everything as it is. */

export interface Asked extends JobRef {
  payload: unknown;
  /** ms since 1970 */
  at: number;
}

/** Once is enough, unless it `looks`; what was given up begins anew. */
export function asked(stored: Job | null, request: Asked, now: number, looks = false): Job | null {
  if (looks && stored?.state === 'running') return { ...stored, askedAgain: true };
  // It looks at what there is: whoever asks for it sooner has something for it.
  if (looks && stored?.state === 'waiting' && stored.at > request.at) return { ...stored, at: request.at };
  return stored === null || stored.state === 'givenUp' ? begun(request, now) : null;
}

function begun(request: Asked, now: number): Job {
  const { kind, eventId, key, payload, at } = request;
  return {
    _id: jobId(request),
    type: 'job',
    ...{ kind, eventId, key, payload, at },
    ...{ state: 'waiting', attempts: 0, holder: null, error: null, askedAt: now },
  };
}

/** Waits for nothing any more: its time has come, or its process has died. */
const isDue = ({ state, at }: Pick<Job, 'state' | 'at'>, now: number): boolean =>
  state !== 'givenUp' && at <= now;

/** To be run by `holder` until `now + lease`, or given up: it has killed too many processes. */
export function taken(
  job: Job,
  { holder, now, lease, attempts }: { holder: string; now: number; lease: number; attempts: number },
): Job | null {
  if (!isDue(job, now) || forgotten(job, now)) return null;
  const error = job.state === 'running' ? 'its process ended in the middle' : job.error;
  if (job.attempts >= attempts) return { ...job, state: 'givenUp', at: now, holder: null, error };
  const { askedAgain: _before, ...rest } = job;
  return { ...rest, state: 'running', at: now + lease, attempts: job.attempts + 1, holder, error };
}

/** Held by the process that is about to do something; whoever finds it after that process's death runs the job. */
export function guarded(
  stored: Job | null,
  request: Asked,
  { holder, now, lease }: { holder: string; now: number; lease: number },
): Job | null {
  if (stored?.state === 'running' && stored.at > now) return null;
  // What was asked for before and is still to be done stays what it was.
  const job = stored?.state === 'waiting' || stored?.state === 'running' ? stored : begun(request, now);
  return { ...job, state: 'running', at: now + lease, holder };
}

/** True while the job is that process's, since the same attempt. */
export const isHeld = (stored: Job | null, mine: Pick<Job, 'holder' | 'attempts'>): stored is Job =>
  stored?.state === 'running' && stored.holder === mine.holder && stored.attempts === mine.attempts;

/** `forget` where nothing is to be kept of it. */
export function succeeded(
  job: Job,
  outcome: { again: number } | void,
  remember: number,
  now: number,
): Job | 'forget' {
  const { askedAgain = false, ...rest } = job;
  const next: Job = { ...rest, attempts: 0, holder: null, error: null };
  if (askedAgain && job.canceled !== true) return { ...next, state: 'waiting', at: now };
  if (outcome && job.canceled !== true) return { ...next, state: 'waiting', at: outcome.again };
  return remember > 0 ? { ...next, state: 'done', at: now + remember } : 'forget';
}

export function failed(job: Job, error: unknown, policy: RetryPolicy, now: number): Job | 'forget' {
  if (job.canceled === true) return 'forget';
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const next: Job = { ...job, holder: null, error: text };
  if (error instanceof Hopeless || job.attempts >= policy.attempts)
    return { ...next, state: 'givenUp', at: now };
  return { ...next, state: 'waiting', at: now + doubled(job.attempts, policy.firstWait, policy.longestWait) };
}

/** One that runs is told so by a mark. */
export const canceled = (job: Job, now: number): Job | 'forget' =>
  job.state === 'running' && job.at > now ? { ...job, canceled: true } : 'forget';

/** Remembered for long enough, or canceled while its process died. */
export const forgotten = (job: Job, now: number): 'forget' | null =>
  isDue(job, now) && (job.state === 'done' || job.canceled === true) ? 'forget' : null;

/** Broken off because the server ends: no failure. */
export const released = (job: Job, now: number): Job => ({
  ...job,
  ...{ state: 'waiting', at: now, holder: null, attempts: Math.max(0, job.attempts - 1) },
});
