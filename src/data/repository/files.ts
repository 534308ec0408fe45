import { FILE_MAX_BYTES, PDF_TYPE, startsAsPdf } from '#domain/documents/file.ts';
import type { EventFile } from '#domain/documents/file.ts';
import { docId, FILE_ATTACHMENT } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { addFileId } from '#domain/sessions/sessionEdits.ts';
import type { StoredDoc } from '../store/read.ts';
import type { Failure, FileInput } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';
import { base64 } from './picture.ts';
import { stampFor, updateSession } from './sessions.ts';

/** A PDF by its type and by its first bytes, and not too large (VALID-36). */
async function checkFile(blob: Blob): Promise<Result<null, Failure>> {
  if (blob.type !== PDF_TYPE) return err({ code: 'file_type' });
  if (blob.size > FILE_MAX_BYTES) return err({ code: 'file_size' });
  const start = new Uint8Array(await blob.slice(0, 1024).arrayBuffer());
  return startsAsPdf(start) ? ok(null) : err({ code: 'file_type' });
}

/**
 * Stores the PDF as a file of the event and names it in the picked sessions (specification 1 §2, File creation). The
 * file is durable before a session names it: a crash in between leaves a file without a session, never a session that
 * names nothing.
 */
export async function addFile(
  context: RepositoryContext,
  input: FileInput,
): Promise<Result<EventFile, Failure>> {
  const { store, db, newId } = context;
  if (input.sessionIds.length === 0) return err({ code: 'nothing_to_do' });
  if (input.sessionIds.some((id) => store.session(id) === null)) return err({ code: 'not_found' });
  const checked = await checkFile(input.blob);
  if (!checked.ok) return checked;
  const { author, time } = stampFor(context);
  const data = base64(new Uint8Array(await input.blob.arrayBuffer()));
  const file: EventFile = {
    _id: docId('file', newId()),
    type: 'file',
    name: input.name.trim(),
    metadata: { author, createdAt: time, updatedAt: time },
    _attachments: { [FILE_ATTACHMENT]: { content_type: PDF_TYPE, data } },
  };
  const verdict = judge(context, file, null);
  if (!verdict.ok) return verdict;
  const { rev } = await db.use((pouch) => pouch.put({ ...file } as NewDoc));
  // In memory the content is not kept, only that it is there.
  const stub = { [FILE_ATTACHMENT]: { content_type: PDF_TYPE, stub: true, length: input.blob.size } };
  const saved = { ...file, _rev: rev, _attachments: stub };
  store.apply([saved as unknown as StoredDoc]);
  for (const sessionId of new Set(input.sessionIds)) {
    const named = await updateSession(context, sessionId, (session, stamp) =>
      ok(addFileId(session, file._id, stamp)),
    );
    if (!named.ok) return named;
  }
  return ok(saved);
}
