interface Linked {
  signal: AbortSignal;
  abort(): void;
  /** Lets go of what it listens to; to be called when the work is done. */
  release(): void;
}

/**
 * A signal that ends with any of the given ones, also when one had ended before: an abort that is over calls no
 * listener any more.
 */
export function linked(...sources: readonly AbortSignal[]): Linked {
  const controller = new AbortController();
  const follow = (): void => controller.abort(sources.find(({ aborted }) => aborted)?.reason);
  for (const source of sources) source.addEventListener('abort', follow);
  if (sources.some(({ aborted }) => aborted)) follow();
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    release() {
      for (const source of sources) source.removeEventListener('abort', follow);
    },
  };
}

/** Resolves when `done` is true, which is asked at once and after each call of the listener; rejects on abort. */
export function until(
  done: () => boolean,
  subscribe: (listener: () => void) => () => void,
  signal: AbortSignal,
): Promise<void> {
  // An abort that is over calls no listener: without this a loop that comes here too late would wait for ever.
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  if (done()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const end = (): void => {
      stop();
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(signal.reason as Error);
    };
    const stop = subscribe(() => {
      if (!done()) return;
      end();
      resolve();
    });
    signal.addEventListener('abort', abort);
  });
}
