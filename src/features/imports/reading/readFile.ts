import { err, ok, type Result } from '#domain/result.ts';
import { FILE_LIMITS, type ReadError } from './limits.ts';
import type { OpenedTable, ReadReply, ReadRequest } from './answer.ts';
import type { ReadChoice } from './readTable.ts';

/**
 * Reads a file in a worker of its own: a hostile or huge file costs a worker, which is ended after a while, never the
 * page.
 */
export async function readFile(file: Blob, choice: ReadChoice): Promise<Result<OpenedTable, ReadError>> {
  if (file.size > FILE_LIMITS.bytes) return err('too_large');
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    // Moved or changed on disk since it was chosen.
    return err('damaged');
  }
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
