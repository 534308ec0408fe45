import { err, ok, type Result } from '../result.ts';
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from './event.ts';
import { FILE_MAX_BYTES, PDF_TYPE, startsAsPdf } from './file.ts';
import { agreesWithBytes } from './fileKinds.ts';

/** A file on its way into a document, as databases take it. */
export interface NewAttachment {
  content_type: string;
  /** base64 */
  data: string;
}

/** A picture of the event or of a plan (VALID-34): what it is its content says, for the server takes it for nothing else. */
export function newPicture(
  type: string,
  bytes: Uint8Array,
): Result<NewAttachment, 'picture_type' | 'picture_size'> {
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) return err('picture_type');
  if (bytes.length === 0 || bytes.length > PICTURE_MAX_BYTES) return err('picture_size');
  const kind = PICTURE_TYPES.find((one) => agreesWithBytes(one, bytes));
  return kind === undefined ? err('picture_type') : ok({ content_type: kind, data: base64(bytes) });
}

/** A PDF by its type and by its first bytes, and not too large (VALID-36). */
export function newPdf(type: string, bytes: Uint8Array): Result<NewAttachment, 'file_type' | 'file_size'> {
  if (type !== PDF_TYPE) return err('file_type');
  if (bytes.length > FILE_MAX_BYTES) return err('file_size');
  return startsAsPdf(bytes) ? ok({ content_type: PDF_TYPE, data: base64(bytes) }) : err('file_type');
}

export function base64(bytes: Uint8Array): string {
  let binary = '';
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(binary);
}
