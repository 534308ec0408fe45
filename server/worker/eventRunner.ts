import { createAlarm } from '../base/alarm.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { DATABASES, type ChangeRow, type Feed, type Seq, type Storage } from '../storage/types.ts';
import { installDesign } from '../storage/design.ts';
import { isStillRead } from '../storage/epochs.ts';
import { createEventProjections, type EventProjections, type Page } from './eventProjections.ts';
import { loadPosition, savePosition } from './position.ts';
import { backOff } from './timing.ts';
import type { Projection } from './projection.ts';
import type { ProjectionFailure, Timings, WorkerOptions } from './types.ts';
import type { Visits } from './visits.ts';

export interface EventRunnerOptions extends Pick<
  WorkerOptions,
  'now' | 'log' | 'onError' | 'onFold' | 'calm'
> {
  storage: Storage;
  eventId: string;
  dbName: string;
  timings: Timings;
  projections: readonly Projection[];
  jobs: Jobs;
  /** Whose turn it is to be looked at for the first time. */
  visits: Visits;
}

/** Keeps the projections of one event going, from where the last worker stopped. */
export interface EventRunner {
  /** Resolves when everything written before the call is processed, or when the runner is stopped. */
  drain(): Promise<void>;
  /** Finishes what is in hand and saves the position; `keep: false` leaves no position behind. */
  stop(options?: { keep: boolean }): Promise<void>;
  failures(): ProjectionFailure[];
  /** Changes that are not worked through yet; null where it is not known. */
  lag(): number | null;
}

/** Rows worked through at once: few enough that a batch takes well under a second. */
const BATCH = 300;
/** Without any sign of work the loop still looks now and then, should a wake-up have been lost (ms). */
const LOOK_ANYWAY = 60_000;

interface Running {
  feed: Feed;
  work: EventProjections;
  read(since: Seq): Promise<Page>;
  save(): Promise<void>;
}

export function startEventRunner(options: EventRunnerOptions): EventRunner {
  const { storage, dbName, timings, projections, visits, now, log, onError } = options;
  const alarm = createAlarm();
  const stopping = new AbortController();
  const { signal } = stopping;
  let unsubscribe: (() => void) | null = null;
  let running: Running | null = null;
  let waiters: (() => void)[] = [];
  let savedAt = 0;
  let unsaved = false;
  /** When the changes after it are looked at, on the clock of `performance`. */
  let nextLook = -Infinity;
  const stopHurry = storage.onWrite(dbName, () => visits.hurry(dbName));

  async function open(): Promise<Running | null> {
    // Opening creates, and an event that is being deleted must not come back.
    if (!(await storage.exists(dbName))) return null;
    const db = await storage.openExisting(dbName);
    // An event of an older version gets today's views and filter.
    await installDesign(db, 'event');
    const workerDb = await storage.open(DATABASES.worker);
    const saved = await loadPosition(workerDb, dbName, projections);
    const epochs = await storage.epochs(dbName);
    const isValid = saved !== null && isStillRead(epochs, saved.epoch, saved.seq);
    const work = await createEventProjections({ ...options, position: isValid ? saved : null, report });
    const feed = await storage.feed(dbName);
    await feed.ready();
    unsubscribe?.();
    unsubscribe = feed.subscribe(() => alarm.wake());
    return {
      feed,
      work,
      async read(since) {
        const page = await db.changes({ since, limit: BATCH, style: 'all_docs', ...{ batch_size: BATCH } });
        const rows = page.results as ChangeRow[];
        return { rows, last: page.last_seq, more: rows.length === BATCH };
      },
      save: () =>
        savePosition(workerDb, dbName, {
          seq: work.seq,
          epoch: epochs.at(-1)?.id ?? '',
          projections: work.standings(),
        }),
    };
  }

  /**
   * One round: a page of changes, one more for those who come from behind, what failed, what was put off. True when there
   * was anything to do.
   */
  async function round(current: Running, everything: boolean): Promise<boolean> {
    const { work } = current;
    if (!everything) await options.calm?.();
    const page = await next(current, everything);
    const since = performance.now();
    await work.advance(page);
    const caughtUp = await work.catchUp(current.read);
    nextLook = page.rows.length === 0 || page.more || caughtUp ? -Infinity : since + timings.gather;
    const retried = await work.retry(everything);
    const done = await work.later(everything && page.rows.length === 0);
    const worked = page.rows.length > 0 || caughtUp || retried || done;
    unsaved ||= worked;
    const idle = everything && !worked;
    if (unsaved && (idle || now() - savedAt >= timings.position)) await save(current);
    return worked;
  }

  /** From memory where the feed still has them; asks the database itself when nothing may be overlooked. */
  async function next({ feed, work, read }: Running, exact: boolean): Promise<Page> {
    const known = exact ? null : feed.after(work.seq);
    if (known === null) return read(work.seq);
    const rows = known.slice(0, BATCH);
    return { rows, last: rows.at(-1)?.seq ?? work.seq, more: known.length > BATCH };
  }

  async function save(current: Running): Promise<void> {
    await current.save();
    savedAt = now();
    unsaved = false;
  }

  function report(error: unknown, where: string, attempts: number): void {
    log.warn({ err: error, where, attempts }, 'worker: failed, will be tried again');
    onError?.(error, where);
  }

  /** What is next comes with others, unless somebody waits for the end of it all. */
  async function gather(): Promise<void> {
    for (;;) {
      const left = nextLook - performance.now();
      if (left <= 0 || waiters.length > 0 || signal.aborted) return;
      await alarm.wait(left);
    }
  }

  async function loop(): Promise<void> {
    let attempts = 0;
    await visits.enter(dbName);
    /** True until there is nothing left to do for the first time. */
    let isVisit = true;
    const settle = (): void => {
      if (isVisit) visits.leave();
      isVisit = false;
    };
    while (!signal.aborted) {
      // Who comes to an event for the first time holds up the next one.
      if (!isVisit) await gather();
      if (signal.aborted) break;
      const waiting = waiters;
      waiters = [];
      try {
        running ??= await open();
        const worked = running !== null && (await round(running, waiting.length > 0));
        attempts = 0;
        if (worked) waiters.push(...waiting);
        else for (const resolve of waiting) resolve();
        if (!worked) settle();
        if (!worked && waiters.length === 0) await alarm.wait(pause());
      } catch (error) {
        waiters.push(...waiting);
        if (signal.aborted) break;
        // The others need not wait for one that fails.
        settle();
        report(error, dbName, ++attempts);
        // Everything is opened anew: the database may have been closed or replaced.
        if (attempts > 2) running = null;
        await alarm.wait(backOff(attempts, timings));
      }
    }
    settle();
    for (const resolve of waiters) resolve();
  }

  /** How long there is nothing to do but wait for changes, ms. */
  function pause(): number {
    if (running === null) return timings.retry;
    const due = [running.work.due() ?? Infinity];
    if (unsaved) due.push(savedAt + timings.position);
    return Math.max(1, Math.min(LOOK_ANYWAY, ...due.map((time) => time - now())));
  }

  const ended = loop();
  return {
    failures: () => running?.work.failures() ?? [],
    lag: () => (running === null ? null : (running.feed.after(running.work.seq)?.length ?? null)),
    drain: () =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        waiters.push(resolve);
        alarm.wake();
      }),
    async stop({ keep } = { keep: true }) {
      stopping.abort();
      unsubscribe?.();
      stopHurry();
      alarm.wake();
      await ended;
      if (!keep || running === null || !unsaved) return;
      try {
        await save(running);
      } catch (error) {
        // The work since the last save is done again at the next start, to no effect.
        report(error, dbName, 1);
      }
    },
  };
}
