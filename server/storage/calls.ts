import { AsyncLocalStorage } from 'node:async_hooks';

/** One call of a database, from outside: it ends with an answer or an error, whatever happens inside. */
interface Call {
  fail(error: unknown): void;
}

const current = new AsyncLocalStorage<Call>();

/**
 * Runs a call of a database. PouchDB's adapter works in callbacks: what one of them throws reaches nobody, the call
 * never ends, and those that wait behind it neither. The process hears of it (`uncaughtException`) and tells `failCall`,
 * which fails this call. `onBroken` hears of it too: the adapter's queue is stuck then, and whoever uses the database
 * next needs a new one.
 */
export function guardedCall<T>(work: () => Promise<T>, onBroken: (error: unknown) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const call: Call = {
      fail(error) {
        reject(error as Error);
        onBroken(error);
      },
    };
    current.run(call, work).then(resolve, reject);
  });
}

/** Fails the database call in whose course this happened; false where it was none. */
export function failCall(error: unknown): boolean {
  const call = current.getStore();
  call?.fail(error);
  return call !== undefined;
}
