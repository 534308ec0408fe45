import { err, ok, type Result } from '#domain/result.ts';
import { FILE_LIMITS, type ReadError } from './limits.ts';
import type { OpenedTable, ReadReply, ReadRequest } from './answer.ts';
import type { ReadChoice } from './readTable.ts';

/** What is in a file now: it may be moved or changed on disk later. */
export async function bytesOf(file: Blob): Promise<Result<ArrayBuffer, ReadError>> {
  if (file.size > FILE_LIMITS.bytes) return err('too_large');
  try {
    return ok(await file.arrayBuffer());
  } catch {
    // Moved or changed on disk since it was chosen.
    return err('damaged');
  }
}

/**
 * Reads them in a worker of their own: a hostile or huge file costs a worker, which is ended after a while, never the
 * page.
 */
export async function readBytes(
  known: ArrayBuffer,
  choice: ReadChoice,
): Promise<Result<OpenedTable, ReadError>> {
  // The worker is given a copy: they may be read again in another way.
  const bytes = known.slice(0);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve) => {
      timer = setTimeout(() => resolve(err('too_slow')), FILE_LIMITS.ms);
      worker.addEventListener('message', ({ data }: MessageEvent<ReadReply>) =>
        resolve(data.ok ? ok(data.opened) : err(data.code)),
      );
      worker.addEventListener('error', () => resolve(err('damaged')));
      const request: ReadRequest = { bytes, choice };
      worker.postMessage(request, [bytes]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
