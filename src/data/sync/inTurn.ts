/** Runs works of one key one after the other, in the order in which they come; one that fails holds up nobody. */
export function createInTurn(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const over = mine.catch(() => undefined);
    last.set(key, over);
    try {
      return await mine;
    } finally {
      if (last.get(key) === over) last.delete(key);
    }
  };
}
