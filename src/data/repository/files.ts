import { addFile as addFileCommand } from '#domain/commands/files.ts';
import { FILE_MAX_BYTES, type EventFile } from '#domain/documents/file.ts';
import { newPdf } from '#domain/documents/newAttachment.ts';
import { err, type Result } from '#domain/result.ts';
import type { Failure, FileInput } from '../types.ts';
import { bytesOf } from './attachments.ts';
import { callForDocument } from './call.ts';
import type { RepositoryContext } from './context.ts';

/** Fails with `file_type`, `file_size`. */
export async function addFile(
  context: RepositoryContext,
  { name, blob, sessionIds }: FileInput,
): Promise<Result<EventFile, Failure>> {
  const pdf = newPdf(blob.type, await bytesOf(blob, FILE_MAX_BYTES));
  if (!pdf.ok) return err({ code: pdf.error });
  return callForDocument(context, addFileCommand, { name, pdf: pdf.value, sessionIds });
}
