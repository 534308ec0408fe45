import { err } from '#domain/result.ts';
import { askWorker } from '#hooks/files/askWorker.ts';
import type { StatementRead } from './entriesIn.ts';
import { STATEMENT_LIMITS } from './limits.ts';

/** Payments that came in, of a file of the bank's, read away from the page. Throws once the signal says that nobody waits for them. */
export async function readStatement(file: Blob, signal: AbortSignal): Promise<StatementRead> {
  if (file.size > STATEMENT_LIMITS.bytes) return err('too_large');
  // Moved or changed on disk since it was chosen.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return err('damaged');
  const worker = new Worker(new URL('./statementWorker.ts', import.meta.url), { type: 'module' });
  const { ms } = STATEMENT_LIMITS;
  const reply = await askWorker<StatementRead>(worker, { message: bytes, give: [bytes], ms, signal });
  return reply.ok ? reply.value : reply;
}
