import type { Database, Storage } from '../storage/types.ts';

export interface DyingStorage extends Storage {
  isDead(): boolean;
}

/** What a process sees that dies after so many writes: nothing that it does after that happens. */
export function dyingAfter(storage: Storage, writes: number): DyingStorage {
  let left = writes;
  const dead = (): Promise<never> => Promise.reject(new Error('the process is dead'));
  const mortal = (db: Database): Database =>
    new Proxy(db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          const isWrite = key === 'put' || key === 'bulkDocs';
          if (left < 0 || (isWrite && --left < 0)) return dead();
          return (value as (...args: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return {
    ...storage,
    open: async (name) => (left < 0 ? dead() : mortal(await storage.open(name))),
    openExisting: async (name) => (left < 0 ? dead() : mortal(await storage.openExisting(name))),
    exists: (name) => (left < 0 ? dead() : storage.exists(name)),
    destroy: (name) => (left < 0 || --left < 0 ? dead() : storage.destroy(name)),
    isDead: () => left < 0,
  };
}
