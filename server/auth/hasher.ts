import { Worker } from 'node:worker_threads';
import { busy } from '../base/errors.ts';

/** argon2id (algorithm 2) with OWASP's choice: 19 MiB, 2 passes; about 25 ms here. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** More than this many at once are turned away; logins have a queue of their own before it. */
const MOST = 200;

interface Job {
  resolve(value: string | boolean): void;
  reject(error: unknown): void;
}

interface Answer {
  id: number;
  value?: string | boolean;
  problem?: string;
}

/**
 * Hashes passwords on a thread of its own, one after the other: argon2's own asynchronous calls run in the thread pool
 * that LevelDB reads through, where 600 logins at once kept a reader waiting for 35 s.
 */
class Hasher {
  private readonly jobs = new Map<number, Job>();
  private worker: Worker | null = null;
  private count = 0;

  hash(password: string): Promise<string> {
    return this.ask(null, password) as Promise<string>;
  }

  verify(stored: string, password: string): Promise<boolean> {
    return this.ask(stored, password) as Promise<boolean>;
  }

  private ask(stored: string | null, password: string): Promise<string | boolean> {
    if (this.jobs.size >= MOST) return Promise.reject(busy());
    const worker = (this.worker ??= this.start());
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      // Only a thread at work keeps the process alive.
      if (this.jobs.size === 0) worker.ref();
      this.jobs.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, stored, password, options: OPTIONS });
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./hashWorker.mjs', import.meta.url), { execArgv: [] });
    worker.unref();
    worker.on('message', ({ id, value, problem }: Answer) => {
      const job = this.jobs.get(id);
      this.jobs.delete(id);
      if (this.jobs.size === 0) worker.unref();
      if (value === undefined) job?.reject(new Error(`hashing failed: ${problem}`));
      else job?.resolve(value);
    });
    // A thread that ends takes its work with it; the next job starts another one.
    const end = (cause: unknown): void => {
      if (this.worker !== worker) return;
      this.worker = null;
      const lost = [...this.jobs.values()];
      this.jobs.clear();
      for (const job of lost) job.reject(new Error('the hashing thread ended', { cause }));
    };
    worker.on('error', end);
    worker.on('exit', end);
    return worker;
  }
}

/** One for the whole process: it is the machine that has only so many cores. The thread starts with the first job. */
export const hasher = new Hasher();
