import type { z } from 'zod';
import { bundleHead, bundleLeftOut } from '#api/bundle.ts';
import { DataFailure } from '../failure.ts';
import type { Deps } from '../deps.ts';
import type { Seq } from '../local/positions.ts';
import { jsonOrNull } from '../net/http.ts';
import type { WireDoc } from '../net/remote.ts';

/** Without a byte for so long, the connection counts as dead. */
const STALL_MS = 30_000;
/** Writing takes longer than reading: it begins with so many documents, as soon as they are here. */
const FIRST_BATCH = 200;

export interface BundleHead {
  since: Seq;
  total: number;
  epoch: string | null;
}
export type LeftOut = z.infer<typeof bundleLeftOut>;
export interface BundleHandlers {
  head(head: BundleHead): Promise<void>;
  /**
   * A batch of whole documents; the next one is read from the network meanwhile. `leftOut` follow them: so many that need
   * not come, up to the id `last`.
   */
  batch(docs: WireDoc[], leftOut: LeftOut | null): Promise<void>;
}

/**
 * Reads a bundle's NDJSON as it arrives (api/schemas, "First pull"). Throws `offline` when it breaks off before its
 * last line; what was handed to `batch` by then stays. A batch never ends between leaves of one document, so that its
 * last id is a safe `after`.
 */
export async function readBundle(
  deps: Deps,
  response: Response,
  batchSize: number,
  handlers: BundleHandlers,
  signal: AbortSignal,
): Promise<void> {
  let headSeen = false;
  let done = false;
  let docs: WireDoc[] = [];
  let size = Math.min(batchSize, FIRST_BATCH);
  let writing: Promise<void> = Promise.resolve();

  const flush = async (batch: WireDoc[], leftOut: LeftOut | null = null): Promise<void> => {
    await writing;
    writing = handlers.batch(batch, leftOut);
    // Awaited at the next flush; without this a failure in between would count as unhandled.
    writing.catch(() => undefined);
  };

  try {
    for await (const some of lines(deps, response, signal)) {
      for (const line of some) {
        if (!headSeen) {
          const head = bundleHead.safeParse(line);
          if (!head.success) throw new DataFailure({ code: 'unknown', message: 'unexpected bundle' });
          const { last_seq, total, epoch = null } = head.data;
          await handlers.head({ since: last_seq, total, epoch });
          headSeen = true;
        } else if (isDoc(line)) {
          if (docs.length >= size && docs.at(-1)?._id !== line._id) {
            await flush(docs);
            docs = [];
            size = batchSize;
          }
          docs.push(line);
        } else if ((line as { done?: unknown } | null)?.done === true) {
          done = true;
        } else if (bundleLeftOut.safeParse(line).success) {
          // What comes before it is whole: it has another id.
          await flush(docs, bundleLeftOut.parse(line));
          docs = [];
        } else {
          // The server's own failure, told in the middle of a stream.
          throw new DataFailure({ code: 'offline', message: 'the bundle ended with an error' });
        }
      }
    }
    if (!done) throw new DataFailure({ code: 'offline', message: 'the bundle was cut off' });
  } catch (error) {
    // The last document may lack further leaves; everything before it is whole.
    const lastId = docs.at(-1)?._id;
    const whole = docs.filter((doc) => doc._id !== lastId);
    if (whole.length > 0) await flush(whole);
    await writing;
    throw error;
  }
  if (docs.length > 0) await flush(docs);
  await writing;
}

const isDoc = (line: unknown): line is WireDoc => {
  const { _id, _rev } = (line ?? {}) as { _id?: unknown; _rev?: unknown };
  return typeof _id === 'string' && typeof _rev === 'string';
};

/** The values of the lines of a body, as many as arrive at a time; a last line without its line feed is no line. */
async function* lines(deps: Deps, response: Response, signal: AbortSignal): AsyncGenerator<unknown[]> {
  if (response.body === null) return;
  const reader = response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .getReader();
  const abort = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', abort);
  let rest = '';
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await withStall(deps, reader.read());
      if (done) return;
      const parts = (rest + value).split('\n');
      rest = parts.pop() ?? '';
      yield parts.filter((part) => part !== '').map(jsonOrNull);
    }
  } catch (error) {
    throw error instanceof DataFailure ? error : new DataFailure({ code: 'offline', message: String(error) });
  } finally {
    signal.removeEventListener('abort', abort);
    abort();
  }
}

async function withStall<T>(deps: Deps, reading: Promise<T>): Promise<T> {
  let handle: unknown;
  const stalled = new Promise<never>((_resolve, reject) => {
    handle = deps.timers.set(
      () => reject(new DataFailure({ code: 'offline', message: 'stalled' })),
      STALL_MS,
    );
  });
  try {
    return await Promise.race([reading, stalled]);
  } finally {
    deps.timers.clear(handle);
  }
}
