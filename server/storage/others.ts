import type { Storage, WrittenIds } from './types.ts';

/** What others write to a database, so that whoever keeps it in memory need not read again what he wrote himself. */
export interface OthersWrites {
  /** Writes of one's own. */
  during<T>(ids: readonly string[], write: () => Promise<T>): Promise<T>;
  /** What others wrote since the last look; null where it may be any document. */
  take(): WrittenIds;
  stop(): void;
}

/** Null where other processes write too, of whom nobody tells at once. */
export function othersWrites(storage: Storage, name: string): OthersWrites | null {
  if (storage.kind !== 'embedded') return null;
  const own = new Map<string, number>();
  let others = new Set<string>();
  let isAny = false;
  const count = (id: string, step: number): void => {
    const sum = (own.get(id) ?? 0) + step;
    if (sum > 0) own.set(id, sum);
    else own.delete(id);
  };
  const stop = storage.onWrite(name, (ids) => {
    if (ids === null) isAny = true;
    // Two who write the same at the same time take the one for the other; both have told then.
    for (const id of ids ?? []) {
      if (own.has(id)) count(id, -1);
      else others.add(id);
    }
  });
  return {
    async during(ids, write) {
      for (const id of ids) count(id, 1);
      try {
        return await write();
      } catch (error) {
        // Nobody was told of it.
        for (const id of ids) count(id, -1);
        throw error;
      }
    },
    take() {
      const taken = isAny ? null : [...others];
      others = new Set();
      isAny = false;
      return taken;
    },
    stop,
  };
}
