import type { Storage } from '../storage/types.ts';

/** Something to be done once, perhaps later: a document of `foyer-jobs`, until it is done. */
export interface Job {
  _id: string;
  _rev?: string;
  type: 'job';
  kind: string;
  /** null for what is about no event in particular. */
  eventId: string | null;
  /** Tells it from others of its kind and event: what is asked for twice under the same key is one job. */
  key: string;
  payload: unknown;
  /**
   * `waiting` for its time; `running` in one process; `done`, and remembered for a while; `givenUp` after too many attempts,
   * kept until somebody asks for it again.
   */
  state: 'waiting' | 'running' | 'done' | 'givenUp';
  /**
   * ms since 1970. Waiting: when it is to run. Running: until when its process holds it. Done: when it may be forgotten. Given up:
   * when that was.
   */
  at: number;
  /** Attempts that were begun. */
  attempts: number;
  /** The process that runs it. */
  holder: string | null;
  /** Asked for to be left off while it was running: not tried again. */
  canceled?: true;
  /** Asked for again while it was running, where its kind minds. */
  askedAgain?: true;
  /** What the last attempt failed of. */
  error: string | null;
  /** ms since 1970. */
  askedAt: number;
}

/** Which job is meant. */
export interface JobRef {
  kind: string;
  eventId: string | null;
  key: string;
}

/** How often and how soon a failed job is tried again. Times in ms. */
export interface RetryPolicy {
  /** So many attempts, then it is given up. */
  attempts: number;
  /** The wait after the first failure; doubles with each. */
  firstWait: number;
  longestWait: number;
}

/** A kind of job (CONTRIBUTING, "Adding a job"). */
export interface JobKind<Payload> extends RetryPolicy {
  /** Jobs are kept under it, so it stays for ever. */
  readonly name: string;
  /** How many of the kind run at once. */
  readonly atOnce: number;
  /** For so long after its end the same job is not done again; 0 when left out. ms */
  readonly remember?: number;
  /**
   * What is asked for while it runs is done once more: for jobs that look at what there is, which may just have changed. Without it, what
   * is asked for twice under one key is done once.
   */
  readonly looks?: true;
  /**
   * Does it. It may have been done before, wholly or in part: by a process that died, or that was only slow. A failure is
   * thrown, and tried again; `Hopeless` is not. `{ again: time }` has it run once more then.
   */
  run(attempt: Attempt<Payload>): Promise<{ again: number } | void>;
}

export interface Attempt<Payload> {
  eventId: string | null;
  key: string;
  payload: Payload;
  /** 1 for the first. */
  number: number;
  storage: Storage;
  now: () => number;
  /** Aborted when the job is no longer this process's, or the server ends: nothing may be begun after that. */
  signal: AbortSignal;
  /**
   * Told while it does nothing but wait for somebody else: others may run meanwhile. They are not ended when it goes on.
   */
  waits?: (isWaiting: boolean) => void;
}

/** Thrown by a job that need not be tried again. */
export class Hopeless extends Error {
  override readonly name = 'Hopeless';
}

export const jobId = ({ kind, eventId, key }: JobRef): string => `job/${kind}/${eventId ?? ''}/${key}`;
