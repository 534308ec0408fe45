import { DATABASES, type Storage } from '../storage/types.ts';
import { createLease, type Lease } from './lease.ts';
import { startEventRunners, type EventRunners } from './eventRunners.ts';
import { PROJECTIONS } from './projections/index.ts';
import { backOff, createAlarm, createGate, DEFAULT_TIMINGS } from './timing.ts';
import type { Timings, Worker, WorkerOptions } from './types.ts';

export type { Worker, WorkerOptions } from './types.ts';

/**
 * Embedded storages that have had a worker in this process. The folder's lock keeps other processes out, so a lease
 * that the first worker finds was left by a crash: waiting for its end would hold up the fold after every restart.
 */
const known = new WeakSet<Storage>();

/**
 * Starts following the databases: folds check-ins into sessions, resolves conflicts, tells
 * the history and keeps `central` right. Runs only while it holds the deployment's lease; a second one waits for its
 * turn. Never throws and never ends the process: failures are logged, kept and tried again.
 */
export function startWorker(storage: Storage, options: WorkerOptions): Worker {
  const { now, log, onError, projections = PROJECTIONS } = options;
  const timings: Timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const holder = options.newId();
  const alone = storage.kind === 'embedded' && !known.has(storage);
  known.add(storage);
  const alarm = createAlarm();
  const stopping = new AbortController();
  const { signal } = stopping;
  let lease: Lease | null = null;
  let events: EventRunners | null = null;
  const firstAttempt = createGate();

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

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const held = await attempt();
      if (held && events === null && !signal.aborted) {
        log.info({ holder }, 'worker: active');
        events = startEventRunners({ ...options, storage, timings, projections });
      } else if (!held && events !== null) {
        log.info({ holder }, 'worker: another one took over');
        const former: EventRunners = events;
        events = null;
        await former.stop();
      }
      if (failedAttempts === 0) firstAttempt.open();
      const renewal = timings.lease / 3;
      await alarm.wait(failedAttempts === 0 ? renewal : Math.min(renewal, backOff(failedAttempts, timings)));
    }
    firstAttempt.open();
  }

  const ended = loop();
  return {
    async stop() {
      stopping.abort();
      alarm.wake();
      await ended;
      const former = events;
      events = null;
      await former?.stop();
      try {
        await lease?.release();
      } catch (error) {
        // It runs out by itself.
        log.warn({ err: error }, 'worker: the lease could not be given back');
      }
    },
    async idle() {
      await firstAttempt.opened;
      await events?.idle();
    },
    status: () => ({
      active: events !== null,
      ...(events?.status() ?? { databases: 0, failed: 0, failures: [] }),
    }),
  };
}
