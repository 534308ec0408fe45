import { err, ok, type Result } from '#domain/result.ts';

/**
 * What a worker of its own says to one message. A hostile or huge file costs the worker, which is ended after a while, or when nobody wants
 * the answer any more, and never the page.
 */
export async function askWorker<Reply>(
  worker: Worker,
  { message, give, ms, signal }: { message: unknown; give: Transferable[]; ms: number; signal?: AbortSignal },
): Promise<Result<Reply, 'too_slow' | 'damaged'>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const left = (): void => reject(new DOMException('nobody waits for it', 'AbortError'));
      if (signal?.aborted === true) return left();
      signal?.addEventListener('abort', left, { once: true });
      timer = setTimeout(() => resolve(err('too_slow')), ms);
      worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => resolve(ok(data)));
      worker.addEventListener('error', () => resolve(err('damaged')));
      worker.postMessage(message, give);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
