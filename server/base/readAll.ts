/**
 * The whole of an answer, in bytes. Its signal ends the reading, too: Node's `fetch` forgets it once its own request is collected
 * as garbage, and what is silent then is waited for five minutes.
 */
async function readAll({ body }: Response, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    const pieces: Uint8Array[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value);
    }
    // Who is stopped sees an end like any other.
    signal.throwIfAborted();
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
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
