import { DataFailure, isMissing } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';

/** An attachment from the local copy, or null when it is not there. */
export async function readAttachment(db: LocalDatabase, id: string, name: string): Promise<Blob | null> {
  try {
    // PouchDB gives a Blob in browsers and a Buffer in Node.
    const data = (await db.use((pouch) => pouch.getAttachment(id, name))) as Blob | Uint8Array;
    if (data instanceof Blob) return data;
    const doc = await db.use((pouch) => pouch.get(id));
    const type = doc._attachments?.[name]?.content_type ?? '';
    return new Blob([new Uint8Array(data)], { type });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * The bytes of a file, or one more than it may have: of a huge one no more is read. Fails with `file_unreadable`: it was changed or moved
 * since it was chosen, which is no fault of the device's storage, though browsers say it with the same word.
 */
export async function bytesOf(blob: Blob, most: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.slice(0, most + 1).arrayBuffer());
  } catch {
    throw new DataFailure({ code: 'file_unreadable' });
  }
}
