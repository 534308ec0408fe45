import type { Database, Storage } from '../storage/types.ts';

export interface SleepingStorage extends Storage {
  hasSlept(): boolean;
}

/** What a process sees that sleeps before one of its steps, which are reads as well as writes, while `meanwhile` goes on. */
export function sleepingAfter(
  storage: Storage,
  steps: number,
  meanwhile: () => Promise<void>,
): SleepingStorage {
  let left = steps;
  const step = async (): Promise<void> => {
    if (left-- === 0) await meanwhile();
  };
  const drowsy = (db: Database): Database =>
    new Proxy(db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (!['get', 'put', 'bulkDocs', 'allDocs'].includes(String(key))) return value;
        return async (...args: unknown[]): Promise<unknown> => {
          await step();
          return (value as (...args: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return {
    ...storage,
    async open(name) {
      await step();
      return drowsy(await storage.open(name));
    },
    async exists(name) {
      await step();
      return storage.exists(name);
    },
    hasSlept: () => left < 0,
  };
}
