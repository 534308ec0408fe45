/** ms that somebody's news wait for those of others: together they are one write. */
const WITHIN = 1000;

/** Collects whose news are to be told, so that many are told at once, and nobody's wait for a message that takes its time. */
export interface Teller {
  add(this: void, consumerId: string): void;
  /** Resolves when all that was added is told; rejects when anything could not be. */
  flush(): Promise<void>;
  stop(): void;
}

export function createTeller(tell: (consumerIds: string[]) => Promise<void>, within = WITHIN): Teller {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let turn = Promise.resolve();

  function stop(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }
  function flush(): Promise<void> {
    stop();
    if (waiting.size === 0) return turn;
    const people = [...waiting];
    waiting.clear();
    turn = turn.then(() => tell(people));
    // Whoever flushes next hears of it.
    turn.catch(() => undefined);
    return turn;
  }
  return {
    flush,
    stop,
    add(consumerId) {
      waiting.add(consumerId);
      timer ??= setTimeout(() => void flush(), within);
    },
  };
}
