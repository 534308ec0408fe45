import { CENTRAL_DOC_ID, type CentralEvents } from '#domain/documents/event.ts';
import { databaseName } from '#domain/ids.ts';
import { createAlarm } from '../base/alarm.ts';
import { read } from '../storage/documents.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { startEventRunner, type EventRunner } from './eventRunner.ts';
import { forgetPosition } from './position.ts';
import type { Projection } from './projection.ts';
import { backOff } from './timing.ts';
import type { Timings, WorkerOptions, WorkerStatus } from './types.ts';
import { Visits } from './visits.ts';

export interface EventRunnersOptions extends Pick<
  WorkerOptions,
  'now' | 'log' | 'onError' | 'onFold' | 'calm'
> {
  storage: Storage;
  timings: Timings;
  projections: readonly Projection[];
  jobs: Jobs;
}

/** Keeps the projections of every event going that `central` lists, new ones at once, deleted ones no more. */
export interface EventRunners {
  idle(): Promise<void>;
  stop(): Promise<void>;
  status(): Pick<WorkerStatus, 'databases' | 'failed' | 'failures'>;
  /** Changes that are not worked through yet, by database, where there are any. */
  lags(): ReadonlyMap<string, number>;
}

const LOOK_ANYWAY = 60_000;
const FAILURES_SHOWN = 20;

export function startEventRunners(options: EventRunnersOptions): EventRunners {
  const { storage, timings, log, onError } = options;
  const runners = new Map<string, EventRunner>();
  const visits = new Visits();
  const alarm = createAlarm();
  const stopping = new AbortController();
  const { signal } = stopping;
  let unsubscribe: (() => void) | null = null;
  let looks: (() => void)[] = [];

  async function look(): Promise<void> {
    const central = await storage.open(DATABASES.central);
    const doc = (await read(central, CENTRAL_DOC_ID)) as CentralEvents | null;
    // The name follows from the id; one that says otherwise could point at the server's own databases.
    const listed = new Map((doc?.events ?? []).map(({ id }) => [id, databaseName(id)]));
    for (const [eventId, runner] of runners) {
      if (listed.has(eventId)) continue;
      runners.delete(eventId);
      await runner.stop({ keep: false });
      await forgetPosition(await storage.open(DATABASES.worker), databaseName(eventId));
    }
    for (const [eventId, dbName] of listed) {
      if (!runners.has(eventId) && !signal.aborted)
        runners.set(eventId, startEventRunner({ ...options, eventId, dbName, visits }));
    }
  }

  async function loop(): Promise<void> {
    let attempts = 0;
    let subscribed = false;
    while (!signal.aborted) {
      const waiting = looks;
      looks = [];
      try {
        if (!subscribed) {
          const feed = await storage.feed(DATABASES.central);
          await feed.ready();
          unsubscribe = feed.subscribe(() => alarm.wake());
          subscribed = true;
        }
        await look();
        attempts = 0;
        for (const resolve of waiting) resolve();
        if (looks.length === 0) await alarm.wait(LOOK_ANYWAY);
      } catch (error) {
        looks.push(...waiting);
        if (signal.aborted) break;
        log.warn(
          { err: error, attempts: ++attempts },
          'worker: central cannot be followed, will be tried again',
        );
        onError?.(error, DATABASES.central);
        await alarm.wait(backOff(attempts, timings));
      }
    }
    for (const resolve of looks) resolve();
  }

  const ended = loop();
  return {
    async idle() {
      await new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        looks.push(resolve);
        alarm.wake();
      });
      await Promise.all([...runners.values()].map((runner) => runner.drain()));
    },
    async stop() {
      stopping.abort();
      unsubscribe?.();
      alarm.wake();
      await ended;
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
    lags() {
      const all = [...runners].map(
        ([eventId, runner]) => [databaseName(eventId), runner.lag() ?? 0] as const,
      );
      return new Map(all.filter(([, lag]) => lag > 0));
    },
    status() {
      const failures = [...runners].flatMap(([eventId, runner]) =>
        runner.failures().map((failure) => ({ ...failure, database: databaseName(eventId) })),
      );
      return {
        databases: runners.size,
        failed: new Set(failures.map(({ database, id }) => `${database} ${id}`)).size,
        failures: failures.slice(0, FAILURES_SHOWN),
      };
    },
  };
}
