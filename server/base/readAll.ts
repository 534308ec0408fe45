/**
 * The whole of an answer, in bytes. Its signal ends the reading, too: Node's `fetch` forgets it once its own request is collected
 * as garbage, and what is silent then is waited for five minutes. `alive` is called with each piece.
 */
export async function readAll(
  { body }: Response,
  signal: AbortSignal,
  alive?: () => void,
): Promise<Buffer<ArrayBuffer>> {
  if (body === null) return Buffer.alloc(0);
  const reader = body.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    const pieces: Uint8Array[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value);
      alive?.();
    }
    // Who is stopped sees an end like any other.
    signal.throwIfAborted();
    return Buffer.concat(pieces);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The same as JSON; throws where it is none. */
export const readJsonOf = async (response: Response, signal: AbortSignal): Promise<unknown> =>
  JSON.parse((await readAll(response, signal)).toString('utf8')) as unknown;
