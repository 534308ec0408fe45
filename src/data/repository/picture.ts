import { PICTURE_ATTACHMENT, PICTURE_MAX_BYTES } from '#domain/documents/event.ts';
import { newPicture, type NewAttachment } from '#domain/documents/newAttachment.ts';
import { EVENT_DOC_ID } from '#domain/ids.ts';
import { err, type Result } from '#domain/result.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Failure } from '../types.ts';
import { bytesOf, readAttachment } from './attachments.ts';

/** The picture as an attachment, or `picture_type` (VALID-34), `picture_size`. */
export async function pictureOf(blob: Blob): Promise<Result<NewAttachment, Failure>> {
  const picture = newPicture(blob.type, await bytesOf(blob, PICTURE_MAX_BYTES));
  return picture.ok ? picture : err({ code: picture.error });
}

/** The event's picture from the local copy, or null. */
export const readPicture = (db: LocalDatabase): Promise<Blob | null> =>
  readAttachment(db, EVENT_DOC_ID, PICTURE_ATTACHMENT);
