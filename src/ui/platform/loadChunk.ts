/** After this long a failing part of the app is given up (specification 2 §8). */
const CHUNK_TIMEOUT_MS = 120_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Loads a part of the app, trying again while the connection is bad: waits 0.5 s, then twice as long each time, at
 * most 10 s. After 120 s without success, also when a request merely hangs, it throws a ChunkLoadError.
 */
export async function loadChunk<T>(load: () => Promise<T>, onRetry?: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over = true;
      reject(new ChunkLoadError('a part of the app could not be loaded'));
    }, CHUNK_TIMEOUT_MS);
  });
  async function attempt(wait: number): Promise<T> {
    try {
      return await load();
    } catch (cause) {
      onRetry?.();
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (over) throw cause;
      return attempt(Math.min(wait * 2, LONGEST_WAIT_MS));
    }
  }
  const loading = attempt(FIRST_WAIT_MS);
  loading.catch(() => undefined);
  try {
    return await Promise.race([loading, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
