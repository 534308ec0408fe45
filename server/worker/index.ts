import { createAlarm } from '../base/alarm.ts';
import { startDispatcher, type Dispatcher } from '../jobs/dispatcher.ts';
import { Jobs } from '../jobs/jobs.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { createLease, LEASE_ID, type Lease } from './lease.ts';
import { startEventRunners, type EventRunners } from './eventRunners.ts';
import { JOB_KINDS } from './jobKinds.ts';
import { PROJECTIONS } from './projections/index.ts';
import { backOff, createGate, defaultTimings } from './timing.ts';
import type { Timings, Worker, WorkerOptions } from './types.ts';

export type { Worker, WorkerOptions } from './types.ts';

/**
 * Embedded storages that have had a worker in this process. The folder's lock keeps other processes out, so a lease
 * that the first worker finds was left by a crash: waiting for its end would hold up the fold after every restart.
 */
const known = new WeakSet<Storage>();

/** How long after the end of another's lease it is tried for, ms: the holder may be renewing it in that moment. */
const TURN_LATE = 100;

/**
 * Starts following the databases: folds check-ins into sessions, resolves conflicts, tells the history, keeps `central`
 * right, and does the jobs that are due. Runs only while it holds the deployment's lease; a second one waits for its
 * turn. Never throws and never ends the process: failures are logged, kept and tried again.
 */
export function startWorker(storage: Storage, options: WorkerOptions): Worker {
  const { now, log, onError, projections = PROJECTIONS, jobKinds = JOB_KINDS } = options;
  const timings: Timings = { ...defaultTimings(storage.kind), ...options.timings };
  const holder = options.newId();
  const jobs = options.jobs ?? new Jobs({ storage, holder, now });
  const alone = storage.kind === 'embedded' && !known.has(storage);
  known.add(storage);
  const alarm = createAlarm();
  const stopping = new AbortController();
  const { signal } = stopping;
  let lease: Lease | null = null;
  let duty: { events: EventRunners; dispatcher: Dispatcher } | null = null;
  const firstAttempt = createGate();

  let unfollow: (() => void) | null = null;
  /** Who waits for its turn hears at once that the lease was given back. */
  async function follow(): Promise<void> {
    const feed = await storage.feed(DATABASES.worker);
    const stop = feed.subscribe(({ id }) => {
      if (id === LEASE_ID && duty === null) alarm.wake();
    });
    if (signal.aborted) stop();
    unfollow = stop;
  }

  let failedAttempts = 0;
  async function attempt(): Promise<boolean> {
    try {
      lease ??= createLease({
        db: await storage.open(DATABASES.worker),
        holder,
        now,
        duration: timings.lease,
        alone,
      });
      if (unfollow === null) await follow();
      const held = await lease.acquire();
      failedAttempts = 0;
      return held;
    } catch (error) {
      failedAttempts++;
      log.warn({ err: error }, 'worker: the lease cannot be renewed');
      onError?.(error, 'lease');
      return lease?.held() ?? false;
    }
  }

  async function goOffDuty(): Promise<void> {
    const former = duty;
    duty = null;
    await Promise.all([former?.events.stop(), former?.dispatcher.stop()]);
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const held = await attempt();
      if (held && duty === null && !signal.aborted) {
        log.info({ holder }, 'worker: active');
        options.onDuty?.();
        duty = {
          events: startEventRunners({ ...options, storage, timings, projections, jobs }),
          dispatcher: startDispatcher({ ...options, storage, jobs, kinds: jobKinds, alone }),
        };
      } else if (!held && duty !== null) {
        log.info({ holder }, 'worker: another one took over');
        await goOffDuty();
      }
      if (failedAttempts === 0) firstAttempt.open();
      await alarm.wait(untilNext());
    }
    firstAttempt.open();
  }

  function untilNext(): number {
    const renewal = timings.lease / 3;
    if (failedAttempts > 0) return Math.min(renewal, backOff(failedAttempts, timings));
    const free = (lease?.freeAt() ?? 0) - now();
    return free > 0 ? Math.min(renewal, free + TURN_LATE) : renewal;
  }

  const ended = loop();
  return {
    async stop() {
      stopping.abort();
      unfollow?.();
      alarm.wake();
      await ended;
      await goOffDuty();
      try {
        await lease?.release();
      } catch (error) {
        // It runs out by itself.
        log.warn({ err: error }, 'worker: the lease could not be given back');
      }
    },
    async idle() {
      await firstAttempt.opened;
      await duty?.dispatcher.idle();
      await duty?.events.idle();
    },
    lags: () => duty?.events.lags() ?? new Map<string, number>(),
    status: () => ({
      active: duty !== null,
      ...(duty?.events.status() ?? { databases: 0, failed: 0, failures: [] }),
      jobs: duty?.dispatcher.status() ?? { waiting: 0, running: 0, givenUp: 0, troubled: [] },
    }),
  };
}
