import { PICTURE_ATTACHMENT, PICTURE_MAX_BYTES, PICTURE_TYPES } from '#domain/documents/event.ts';
import { EVENT_DOC_ID } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { isMissing } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Failure } from '../types.ts';

export interface InlineAttachment {
  content_type: string;
  /** base64 */
  data: string;
}

/** The picture as an attachment, or `picture_type` (VALID-34), `picture_size`. */
export async function pictureAttachment(blob: Blob): Promise<Result<InlineAttachment, Failure>> {
  if (!(PICTURE_TYPES as readonly string[]).includes(blob.type)) return err({ code: 'picture_type' });
  if (blob.size === 0 || blob.size > PICTURE_MAX_BYTES) return err({ code: 'picture_size' });
  return ok({ content_type: blob.type, data: base64(new Uint8Array(await blob.arrayBuffer())) });
}

/** The event's picture from the local copy, or null. */
export async function readPicture(db: LocalDatabase): Promise<Blob | null> {
  try {
    // PouchDB gives a Blob in browsers and a Buffer in Node.
    const data = (await db.use((pouch) => pouch.getAttachment(EVENT_DOC_ID, PICTURE_ATTACHMENT))) as
      Blob | Uint8Array;
    if (data instanceof Blob) return data;
    const doc = await db.use((pouch) => pouch.get(EVENT_DOC_ID));
    const type = doc._attachments?.[PICTURE_ATTACHMENT]?.content_type ?? '';
    return new Blob([new Uint8Array(data)], { type });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function base64(bytes: Uint8Array): string {
  let binary = '';
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(binary);
}
