/** Keeps writes of the same document apart, so that none can slip in between another's judgement and its writing. */
export class KeyedLocks {
  private readonly held = new Map<string, Promise<void>>();

  /** Waits until none of the keys is held, then holds them all while `work` runs. */
  async hold<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    for (;;) {
      const busy = keys.map((key) => this.held.get(key)).filter((wait) => wait !== undefined);
      if (busy.length === 0) break;
      await Promise.all(busy);
    }
    let release: (() => void) | undefined;
    const promise = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const key of keys) this.held.set(key, promise);
    try {
      return await work();
    } finally {
      for (const key of keys) this.held.delete(key);
      release?.();
    }
  }
}
