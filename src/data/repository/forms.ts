import { saveForm as saveFormCommand } from '#domain/commands/forms.ts';
import { FILE_MAX_BYTES } from '#domain/documents/file.ts';
import { TERMS_ATTACHMENT, termsHolder, type Form } from '#domain/documents/form.ts';
import { newPdf } from '#domain/documents/newAttachment.ts';
import { err, type Result } from '#domain/result.ts';
import type { Failure } from '../types.ts';
import type { FormInput } from '../repositoryTypes.ts';
import { bytesOf, readAttachment } from './attachments.ts';
import { callForDocument } from './call.ts';
import type { RepositoryContext } from './context.ts';

/** Fails with `file_type`, `file_size`, and as the command does. */
export async function saveForm(
  context: RepositoryContext,
  { terms, ...input }: FormInput,
): Promise<Result<Form, Failure>> {
  if (terms == null) return callForDocument(context, saveFormCommand, { ...input, terms });
  const file = newPdf(terms.type, await bytesOf(terms, FILE_MAX_BYTES));
  if (!file.ok) return err({ code: file.error });
  return callForDocument(context, saveFormCommand, { ...input, terms: file.value });
}

/** Read where it lies: in this version, or in an earlier one. */
export async function readTerms(
  { db, store }: Pick<RepositoryContext, 'db' | 'store'>,
  formId: string,
): Promise<Blob | null> {
  const form = store.documents('form').get(formId);
  const holder = form === undefined ? null : termsHolder(form);
  return holder === null ? null : readAttachment(db, holder, TERMS_ATTACHMENT);
}
