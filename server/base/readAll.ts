/** Bytes of an answer. No provider has so much to say, and whoever has is not to fill the memory. */
const MOST = 8_000_000;

/**
 * The whole of an answer, in bytes. Its signal ends the reading, too: Node's `fetch` forgets it once its own request is collected
 * as garbage, and what is silent then is waited for five minutes. Throws where it is longer than any.
 */
async function readAll({ body }: Response, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value);
      size += next.value.length;
      if (size > MOST) {
        await reader.cancel();
        throw new Error('the answer is longer than any');
      }
    }
    // Who is stopped sees an end like any other.
    signal.throwIfAborted();
    const whole = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The same as JSON; throws where it is none. */
export const readJsonOf = async (response: Response, signal: AbortSignal): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await readAll(response, signal))) as unknown;
