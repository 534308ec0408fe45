import type { NewId } from '#domain/ids.ts';
import type { JobsStatus } from '../jobs/dispatcher.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Projection } from './projection.ts';

/** What the worker tells the operator; pino's loggers fit. */
export interface WorkerLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface WorkerOptions {
  /** Milliseconds since 1970. */
  now: () => number;
  newId: NewId;
  log: WorkerLog;
  /** Hears of every failure that was logged; for tests and metrics. */
  onError?: (error: unknown, where: string) => void;
  /** Hears how long each fold took that wrote something, ms. */
  onFold?: (ms: number) => void;
  timings?: Partial<Timings>;
  /** Resolves when people need the machine less; what the worker does can wait. */
  calm?: () => Promise<void>;
  /** Called when this process becomes the one that holds the lease. */
  onDuty?: () => void;
  /** This process's own; made here when left out. */
  jobs?: Jobs;
  /** Other ones than the product's, for tests. */
  projections?: readonly Projection[];
  jobKinds?: readonly JobKind<never>[];
}

/** All in milliseconds. */
export interface Timings {
  /** How long a lease lasts without renewal; renewed three times as often. */
  lease: number;
  /** First wait after a failure; doubles up to `retryMax`. */
  retry: number;
  retryMax: number;
  /** Least time between two saves of a position while work goes on. */
  position: number;
  /**
   * From one look at an event's changes to the next: in a rush many are done together, and the first one after a rest at
   * once.
   */
  gather: number;
  /** How long a fold of a session with this many entries waits for more acts, ms. */
  foldDelay: (entries: number) => number;
}

/** A document that could not be processed: set aside, tried again, and never in the way of the others. */
export interface Failure {
  id: string;
  error: string;
  attempts: number;
  /** ms since 1970 of the first failure. */
  since: number;
}

/** What a projection failed at: a document, or something that it does later. */
export type ProjectionFailure = Failure & { projection: string };

export interface WorkerStatus {
  /** True while this process holds the lease. */
  active: boolean;
  /** Event databases that are followed. */
  databases: number;
  /** Documents set aside, over all databases, and the first few of them. */
  failed: number;
  failures: (ProjectionFailure & { database: string })[];
  jobs: JobsStatus;
}

export interface Worker {
  /** Finishes the piece of work in hand, saves positions and gives the lease back. */
  stop(): Promise<void>;
  /** Resolves once everything written before the call has been processed, delayed folds included. */
  idle(): Promise<void>;
  status(): WorkerStatus;
  /** Changes that are not worked through yet, by database, where there are any. */
  lags(): ReadonlyMap<string, number>;
}
