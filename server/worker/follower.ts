import { DATABASES, type ChangeRow, type Feed, type Seq, type Storage } from '../storage/types.ts';
import { installDesign } from '../storage/design.ts';
import { isStillRead } from '../storage/epochs.ts';
import { createEventWork, type EventWork } from './eventWork.ts';
import { createFailures, type Failures } from './failures.ts';
import { loadPosition, savePosition } from './position.ts';
import { backOff, createAlarm } from './timing.ts';
import type { Failure, Timings, WorkerOptions } from './types.ts';
import type { Visits } from './visits.ts';

export interface FollowerOptions extends Pick<WorkerOptions, 'now' | 'log' | 'onError'> {
  storage: Storage;
  eventId: string;
  dbName: string;
  timings: Timings;
  /** Whose turn it is to be looked at for the first time. */
  visits: Visits;
}

/** Follows one event's database, from where the last worker stopped. */
export interface Follower {
  /** Resolves when everything written before the call is processed, or when the follower is stopped. */
  drain(): Promise<void>;
  /** Finishes what is in hand and saves the position; `keep: false` leaves no position behind. */
  stop(options?: { keep: boolean }): Promise<void>;
  failures(): Failure[];
}

/** Rows worked through at once: few enough that a batch takes well under a second. */
const BATCH = 300;
/** Without any sign of work the loop still looks now and then, should a wake-up have been lost (ms). */
const LOOK_ANYWAY = 60_000;

interface Running {
  feed: Feed;
  work: EventWork;
  failures: Failures;
  seq: Seq;
  read(since: Seq): Promise<{ rows: ChangeRow[]; last: Seq }>;
  save(): Promise<void>;
}

export function startFollower(options: FollowerOptions): Follower {
  const { storage, eventId, dbName, timings, visits, now, log, onError } = options;
  const alarm = createAlarm();
  const stopping = new AbortController();
  const { signal } = stopping;
  let unsubscribe: (() => void) | null = null;
  let running: Running | null = null;
  let waiters: (() => void)[] = [];
  let savedAt = 0;
  let unsaved = false;
  const stopHurry = storage.onWrite?.(dbName, () => visits.hurry(dbName));

  async function open(): Promise<Running | null> {
    // Opening creates, and an event that is being deleted must not come back.
    if (!(await storage.exists(dbName))) return null;
    const db = await storage.openExisting(dbName);
    // An event of an older version gets today's views and filter.
    await installDesign(db, 'event');
    const workerDb = await storage.open(DATABASES.worker);
    const position = await loadPosition(workerDb, dbName);
    const epochs = await storage.epochs(dbName);
    const failures = createFailures(position?.failures ?? [], now, timings);
    const work = await createEventWork({
      storage,
      eventId,
      dbName,
      now,
      foldDelay: timings.foldDelay,
      onResult(ids, error) {
        if (error === null) return failures.clear(ids);
        for (const id of ids) {
          const { attempts } = failures.note(id, error);
          report(error, `${dbName} ${id}`, attempts);
        }
      },
    });
    for (const sessionId of position?.folds ?? []) work.folder.schedule(sessionId);
    const feed = await storage.feed(dbName);
    await feed.ready();
    unsubscribe?.();
    unsubscribe = feed.subscribe(() => alarm.wake());
    return {
      feed,
      work,
      failures,
      seq: position !== null && isStillRead(epochs, position.epoch, position.seq) ? position.seq : 0,
      async read(since) {
        const page = await db.changes({ since, limit: BATCH, style: 'all_docs' });
        return { rows: page.results as ChangeRow[], last: page.last_seq };
      },
      save() {
        const seq = running?.seq ?? 0;
        return savePosition(workerDb, dbName, {
          seq,
          epoch: epochs.at(-1)?.id ?? '',
          folds: work.folder.waiting(),
          failures: failures.list(),
        });
      },
    };
  }

  /** One round: a batch of changes, due folds, failed documents. True when there was anything to do. */
  async function round(current: Running, everything: boolean): Promise<boolean> {
    const { rows, last } = await next(current, everything);
    await current.work.process(rows);
    current.seq = last;
    const retried = current.failures.ready(everything);
    if (retried.length > 0) await current.work.process(retried.map((id) => ({ id, changes: [] })));
    const folded = await current.work.folder.run(everything && rows.length === 0);
    const worked = rows.length + retried.length > 0 || folded;
    unsaved ||= worked;
    const idle = everything && !worked;
    if (unsaved && (idle || now() - savedAt >= timings.position)) await save(current);
    return worked;
  }

  /** From memory where the feed still has them; asks the database itself when nothing may be overlooked. */
  async function next(
    { feed, seq, read }: Running,
    exact: boolean,
  ): Promise<{ rows: readonly ChangeRow[]; last: Seq }> {
    const known = exact ? null : feed.after(seq);
    if (known === null) return read(seq);
    const rows = known.slice(0, BATCH);
    return { rows, last: rows.at(-1)?.seq ?? seq };
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
    const due = [running.work.folder.due(), running.failures.due()].filter((time) => time !== null);
    if (unsaved) due.push(savedAt + timings.position);
    return Math.max(1, Math.min(LOOK_ANYWAY, ...due.map((time) => time - now())));
  }

  const ended = loop();
  return {
    failures: () => running?.failures.list() ?? [],
    drain: () =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        waiters.push(resolve);
        alarm.wake();
      }),
    async stop({ keep } = { keep: true }) {
      stopping.abort();
      unsubscribe?.();
      stopHurry?.();
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
