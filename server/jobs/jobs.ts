import { HttpError } from '../base/errors.ts';
import { update } from '../storage/documents.ts';
import { DATABASES, type AnyDoc, type Storage } from '../storage/types.ts';
import * as decide from './decide.ts';
import { holding, type ChangeJob } from './holding.ts';
import { jobId, type Attempt, type Job, type JobKind } from './job.ts';

export interface JobsOptions {
  storage: Storage;
  /** Unique per process. */
  holder: string;
  now: () => number;
  /** For how long a process holds a job without a sign of life; it gives one three times as often. ms */
  lease?: number;
}

const LEASE = 30_000;

export interface JobRequest<Payload> {
  /** null, as when left out, for what is about no event in particular. */
  eventId?: string | null;
  /** What is asked for twice under one key is one job. */
  key: string;
  payload: Payload;
  /** Not before (ms since 1970); at once when left out. */
  at?: number;
}

/** How an attempt ended: the job as it stands now, null when it is done, and what it failed of. */
export interface Ending {
  job: Job | null;
  error?: unknown;
}

/**
 * What is to be done later, or surely: each job a document, changed only by compare-and-set, so that of several processes one does
 * it (decision 24). Any process may ask; the one that has the worker's lease does it (dispatcher.ts).
 */
export class Jobs {
  private readonly options: JobsOptions;
  /** ms */
  readonly lease: number;
  /** What this process does about a job, one after the other. */
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(options: JobsOptions) {
    this.options = options;
    this.lease = options.lease ?? LEASE;
  }

  /** Resolves when it is kept. What was asked for before stays as it was, unless it was given up. */
  async enqueue<P>(
    { name, looks }: Pick<JobKind<P>, 'name' | 'looks'> & Partial<JobKind<P>>,
    request: JobRequest<P>,
  ): Promise<void> {
    const wanted = this.asked(name, request);
    await this.change(jobId(wanted), (stored) => decide.asked(stored, wanted, this.options.now(), looks));
  }

  /** False when it was not there. One that is running is told to end, and not tried again. */
  async cancel<P>(kind: JobKind<P>, request: Pick<JobRequest<P>, 'eventId' | 'key'>): Promise<boolean> {
    let found = false;
    const id = jobId({ kind: kind.name, eventId: request.eventId ?? null, key: request.key });
    await this.change(id, (stored) => {
      found = stored !== null;
      return stored && decide.canceled(stored, this.options.now());
    });
    return found;
  }

  /**
   * Does something for which the job is what remains to be done when it does not end well: at once when it throws, and after the
   * lease when this process dies. One at a time: throws 503 while another process is at it. See `holding` for what `work` is given.
   */
  async guard<P, T>(
    kind: JobKind<P>,
    request: JobRequest<P>,
    work: (signal: AbortSignal, isMine: () => Promise<boolean>) => Promise<T>,
  ): Promise<T> {
    const { now, holder } = this.options;
    const wanted = this.asked(kind.name, request);
    return this.inTurn(jobId(wanted), async () => {
      let mine: Job | null = null;
      await this.change(jobId(wanted), (stored) => {
        mine = decide.guarded(stored, wanted, { holder, now: now(), lease: this.lease });
        return mine;
      });
      if (mine === null) throw new HttpError(503, 'busy', 'it is being done', undefined, 2);
      const job: Job = mine;
      try {
        const result = await holding(job, this.holding, work);
        // Where this fails, the job finds later that nothing is left to do.
        await this.end(job, () => 'forget').catch(() => undefined);
        return result;
      } catch (error) {
        await this.end(job, (held) => decide.released(held, now())).catch(() => undefined);
        // Where this process slept, another may have done the job before what has just failed.
        await this.enqueue(kind, request).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Runs a job if it is due, and nobody else does. Throws when the database fails. */
  async attempt(
    kind: JobKind<never>,
    id: string,
    stop: AbortSignal,
    waits?: (isWaiting: boolean) => void,
  ): Promise<Ending> {
    const { storage, now, holder } = this.options;
    const { attempts } = kind;
    return this.inTurn(id, async () => {
      let mine: Job | null = null;
      const found = await this.change(id, (stored) => {
        mine = stored && decide.taken(stored, { holder, now: now(), lease: this.lease, attempts });
        return mine ?? (stored && decide.forgotten(stored, now()));
      });
      const job = mine as Job | null;
      if (job?.state !== 'running') return { job: found };
      try {
        const outcome = await holding(job, this.holding, (lost) =>
          kind.run({
            ...{ eventId: job.eventId, key: job.key, payload: job.payload as never, number: job.attempts },
            ...{ storage, now, signal: AbortSignal.any([lost, stop]) },
            ...(waits === undefined ? {} : { waits }),
          } satisfies Attempt<never>),
        );
        const { remember = 0 } = kind;
        return { job: await this.end(job, (held) => decide.succeeded(held, outcome, remember, now())) };
      } catch (error) {
        if (stop.aborted) return { job: await this.end(job, (held) => decide.released(held, now())) };
        return { job: await this.end(job, (held) => decide.failed(held, error, kind, now())), error };
      }
    });
  }

  /** Nobody else can be alive: what other processes held is free. */
  async freeFromDead(ids: readonly string[]): Promise<void> {
    const { holder, now } = this.options;
    for (const id of ids) {
      await this.change(id, (stored) =>
        stored?.state === 'running' && stored.holder !== holder ? { ...stored, at: now() } : null,
      );
    }
  }

  private asked<P>(kind: string, { eventId = null, key, payload, at }: JobRequest<P>): decide.Asked {
    return { kind, eventId, key, payload, at: at ?? this.options.now() };
  }

  private get holding() {
    return { now: this.options.now, lease: this.lease, change: this.change };
  }

  /** Only where the job is still this process's. */
  private end(job: Job, next: (held: Job) => Job | 'forget'): Promise<Job | null> {
    return this.change(job._id, (stored) => (decide.isHeld(stored, job) ? next(stored) : null));
  }

  private readonly change: ChangeJob = async (id, next) => {
    const db = await this.options.storage.open(DATABASES.jobs);
    const stored = await update(db, id, (current) => {
      const wanted = next(current as Job | null);
      return wanted === 'forget' ? { _deleted: true } : (wanted as AnyDoc | null);
    });
    return stored === null || stored['_deleted'] === true ? null : (stored as unknown as Job);
  };

  private async inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(id) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.turns.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(id) === turn) this.turns.delete(id);
    }
  }
}
