import type { Storage } from '../../storage/types.ts';
import { DATABASES } from '../../storage/types.ts';
import { startDispatcher, type Dispatcher } from '../dispatcher.ts';
import type { Attempt, Job, JobKind } from '../job.ts';
import { Jobs } from '../jobs.ts';

export const T0 = 1_700_000_000_000;
export const LEASE = 30_000;

export interface Told {
  level: 'warn' | 'error';
  message: string;
}

/** A process that asks for jobs, and does them once it is `open`. */
export interface Office {
  jobs: Jobs;
  open(alone?: boolean): Dispatcher;
  told: Told[];
}

/** Several processes on one storage, by one clock that only tests move. */
export class Offices {
  now = T0;
  readonly storage: Storage;
  private readonly opened: Dispatcher[] = [];
  private readonly kinds: readonly JobKind<never>[];

  constructor(storage: Storage, kinds: readonly JobKind<never>[]) {
    this.storage = storage;
    this.kinds = kinds;
  }

  /** `ahead`: by how much its clock is wrong, ms. */
  office(holder: string, storage = this.storage, lease = LEASE, ahead = 0): Office {
    const now = (): number => this.now + ahead;
    const jobs = new Jobs({ storage, holder, now, lease });
    const told: Told[] = [];
    const log = {
      warn: (_: object, message: string) => void told.push({ level: 'warn', message }),
      error: (_: object, message: string) => void told.push({ level: 'error', message }),
    };
    return {
      jobs,
      told,
      open: (alone = false) => {
        const dispatcher = startDispatcher({ storage, jobs, kinds: this.kinds, now, log, alone });
        this.opened.push(dispatcher);
        return dispatcher;
      },
    };
  }

  async stored(): Promise<Job[]> {
    const db = await this.storage.open(DATABASES.jobs);
    const { rows } = await db.allDocs({ include_docs: true });
    return rows.map(({ doc }) => doc as unknown as Job);
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map((dispatcher) => dispatcher.stop()));
    await this.storage.close();
  }
}

export const kind = <P>(
  name: string,
  run: (attempt: Attempt<P>) => Promise<{ again: number } | void>,
  more: Partial<JobKind<P>> = {},
): JobKind<P> => ({ name, atOnce: 4, attempts: 3, firstWait: 1000, longestWait: 60_000, run, ...more });
