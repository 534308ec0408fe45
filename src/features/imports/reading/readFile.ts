import { err, ok, type Result } from '#domain/result.ts';
import { askWorker } from '#hooks/files/askWorker.ts';
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

/** Reads them, away from the page. */
export async function readBytes(
  known: ArrayBuffer,
  choice: ReadChoice,
): Promise<Result<OpenedTable, ReadError>> {
  // The worker is given a copy: they may be read again in another way.
  const bytes = known.slice(0);
  const worker = new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module' });
  const message: ReadRequest = { bytes, choice };
  const reply = await askWorker<ReadReply>(worker, { message, give: [bytes], ms: FILE_LIMITS.ms });
  if (!reply.ok) return reply;
  return reply.value.ok ? ok(reply.value.opened) : err(reply.value.code);
}
