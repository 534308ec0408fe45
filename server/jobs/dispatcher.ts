import { createAlarm, doubled } from '../base/alarm.ts';
import type { Storage } from '../storage/types.ts';
import type { Job, JobKind } from './job.ts';
import type { Jobs } from './jobs.ts';
import { Lanes, type Known } from './lanes.ts';
import { openReader, type Found, type Reader } from './reader.ts';

export interface DispatcherOptions {
  storage: Storage;
  jobs: Jobs;
  kinds: readonly JobKind<never>[];
  now: () => number;
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** Hears of every failure that was logged; for tests. */
  onError?: (error: unknown, where: string) => void;
  /** Nobody else can be alive: what is held was left by a crash. */
  alone: boolean;
}

/** Runs jobs when they are due; as long as it is not stopped, in this process only (worker/lease.ts). */
export interface Dispatcher {
  /** Tells what runs to end, and waits for it. */
  stop(): Promise<void>;
  /** Resolves once all is done that was due at the call, or when it is stopped. */
  idle(): Promise<void>;
  status(): JobsStatus;
}

export interface JobsStatus {
  waiting: number;
  running: number;
  givenUp: number;
  /** The first few of those that have failed. */
  troubled: Pick<Job, 'kind' | 'eventId' | 'key' | 'state' | 'attempts' | 'error' | 'at'>[];
}

/** Jobs that run at once, of all kinds; and of one kind, with those that only wait for somebody else. */
const AT_ONCE = 8;
const WITH_WAITING = 40;
/** Without any sign of work the loop still looks now and then, should a wake-up have been lost (ms). */
const LOOK_ANYWAY = 60_000;
/** The wait after the database failed (ms). */
const PAUSE = 1000;
const SHOWN = 20;

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { storage, jobs, now, log, onError } = options;
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  const alarm = createAlarm();
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, { kind: string; isWaiting: boolean; ended: Promise<void> }>();
  /** Jobs that changed while they ran, be it by themselves. */
  const missed = new Set<string>();
  /** What was there at the beginning, by revision: of that nobody knows since when. */
  let found = new Map<string, string | undefined>();
  let lanes = new Lanes();
  let reader: Reader | null = null;
  let waiters: (() => void)[] = [];

  const atWork = (name?: string): number =>
    [...running.values()].filter(({ kind, isWaiting }) => !isWaiting && kind === (name ?? kind)).length;
  const hasRoom = (): boolean => atWork() < AT_ONCE;
  const allOf = (name: string): number => [...running.values()].filter(({ kind }) => kind === name).length;
  const isFree = (name: string): boolean =>
    atWork(name) < (kinds.get(name)?.atOnce ?? 0) && allOf(name) < WITH_WAITING;

  async function open(): Promise<Reader> {
    const opened = await openReader(storage, () => alarm.wake());
    const all = await opened.all();
    if (options.alone) {
      const held = all.flatMap(({ _id, state }) => (state === 'running' && !running.has(_id) ? [_id] : []));
      await jobs.freeFromDead(held);
    }
    found = new Map(all.map(({ _id, _rev }) => [_id, _rev]));
    lanes = new Lanes();
    note(all);
    return opened;
  }

  /**
   * What another process has just said that it holds, it holds: where its clock is behind, that was over before it was said, and
   * an event would be undone while it is created.
   */
  function heardNow(job: Found): Found {
    if (options.alone || 'gone' in job || job.state !== 'running' || job.at > now()) return job;
    if (found.get(job._id) === job._rev) return job;
    return { ...job, at: now() + jobs.lease };
  }

  function note(some: readonly Found[]): void {
    for (const job of some) {
      if (running.has(job._id)) missed.add(job._id);
      else if ('gone' in job) lanes.remove(job._id);
      else lanes.put(job);
    }
  }

  /** Begins what is due, as far as there is room. True when there is nothing that runs or could. */
  function begin(): boolean {
    for (;;) {
      const next = hasRoom() ? lanes.take(now(), isFree) : null;
      const kind = next && kinds.get(next.kind);
      if (!next || !kind) return running.size === 0;
      running.set(next._id, { kind: next.kind, isWaiting: false, ended: run(kind, next) });
    }
  }

  async function run(kind: JobKind<never>, known: Known): Promise<void> {
    const id = known._id;
    try {
      const { job, error } = await jobs.attempt(kind, id, signal, (isWaiting) => {
        const own = running.get(id);
        if (own !== undefined) own.isWaiting = isWaiting;
        alarm.wake();
      });
      if (job !== null) lanes.put(job);
      if (error !== undefined || job?.state === 'givenUp') report(error ?? job?.error, id, job);
    } catch (error) {
      // The database failed: nobody knows how the job stands.
      report(error, id, null);
      lanes.put({ ...known, at: now() + PAUSE });
    }
    running.delete(id);
    alarm.wake();
  }

  async function loop(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const waiting = waiters;
      waiters = [];
      try {
        reader ??= await open();
        const ended = [...missed].filter((id) => !running.has(id));
        for (const id of ended) missed.delete(id);
        const news = await reader.news(ended, waiting.length > 0);
        note(news.map(heardNow));
        const isIdle = begin() && news.length === 0 && missed.size === 0;
        failures = 0;
        if (isIdle) for (const resolve of waiting) resolve();
        else waiters.push(...waiting);
        if (news.length === 0) await alarm.wait(pause());
      } catch (error) {
        waiters.push(...waiting);
        reader?.close();
        reader = null;
        if (signal.aborted) break;
        log.warn({ err: error }, 'jobs: cannot be read, will be tried again');
        onError?.(error, 'jobs');
        await alarm.wait(doubled(++failures, PAUSE, LOOK_ANYWAY));
      }
    }
    for (const resolve of waiters) resolve();
  }

  const pause = (): number =>
    hasRoom() ? Math.max(1, Math.min(LOOK_ANYWAY, (lanes.due(isFree) ?? Infinity) - now())) : LOOK_ANYWAY;

  function report(error: unknown, id: string, job: Job | null): void {
    const details = { err: error, job: id, attempts: job?.attempts };
    if (job?.state === 'givenUp') log.error(details, 'jobs: given up');
    else log.warn(details, 'jobs: failed, will be tried again');
    onError?.(error, id);
  }

  const ended = loop();
  return {
    async stop() {
      stopping.abort();
      alarm.wake();
      await ended;
      await Promise.all([...running.values()].map((one) => one.ended));
      reader?.close();
    },
    idle: () =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        waiters.push(resolve);
        alarm.wake();
      }),
    status: () => statusOf([...lanes.jobs], running.size),
  };
}

function statusOf(known: readonly Known[], running: number): JobsStatus {
  const givenUp = known.filter(({ state }) => state === 'givenUp');
  const failing = known.filter(({ state, error }) => state === 'waiting' && error !== null);
  return {
    waiting: known.filter(({ state }) => state === 'waiting').length,
    running: running + known.filter(({ state }) => state === 'running').length,
    givenUp: givenUp.length,
    troubled: [...givenUp, ...failing]
      .slice(0, SHOWN)
      .map(({ kind, eventId, key, state, attempts, error, at }) => ({
        ...{ kind, eventId, key, state, attempts, error, at },
      })),
  };
}
