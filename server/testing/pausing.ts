import type { Database, Storage } from '../storage/types.ts';
import { createGate } from '../worker/timing.ts';

export interface PausingStorage extends Storage {
  /** Resolves when the write is about to be made that is held back. */
  paused: Promise<true>;
  /** Lets it, and all that follow it, be made. */
  resume(): void;
}

/** What a process sees that stands still before one of its writes, as a machine does that sleeps. */
export function pausingBefore(storage: Storage, writes: number): PausingStorage {
  let left = writes;
  const pause = createGate();
  const resumed = createGate();
  const sleepy = (db: Database): Database =>
    new Proxy(db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        const call = value as (...args: unknown[]) => unknown;
        return (...args: unknown[]): unknown => {
          const isWrite = key === 'put' || key === 'bulkDocs';
          if (!isWrite || left-- > 0) return call.apply(target, args);
          pause.open();
          return resumed.opened.then(() => call.apply(target, args));
        };
      },
    });
  return {
    ...storage,
    open: async (name) => sleepy(await storage.open(name)),
    openExisting: async (name) => sleepy(await storage.openExisting(name)),
    paused: pause.opened.then(() => true as const),
    resume: () => resumed.open(),
  };
}
