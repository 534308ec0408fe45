import { saveTemplate as saveTemplateCommand, type Template } from '#domain/commands/templates.ts';
import { FILE_MAX_BYTES } from '#domain/documents/file.ts';
import { newPdf } from '#domain/documents/newAttachment.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Failure } from '../types.ts';
import type { TemplateInput } from '../repositoryTypes.ts';
import { bytesOf } from './attachments.ts';
import { callForDocument } from './call.ts';
import type { RepositoryContext } from './context.ts';

/** Fails with `file_type`, `file_size`, `missing_template`. */
export async function saveTemplate(
  context: RepositoryContext,
  { pdf, ...input }: TemplateInput,
): Promise<Result<Template, Failure>> {
  const file = pdf === null ? ok(null) : newPdf(pdf.type, await bytesOf(pdf, FILE_MAX_BYTES));
  if (!file.ok) return err({ code: file.error });
  return callForDocument(context, saveTemplateCommand, { ...input, pdf: file.value });
}
