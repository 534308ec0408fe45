import { createHash } from 'node:crypto';
import { nameOfFile } from '#domain/documents/file.ts';
import { FILE_ATTACHMENT } from '#domain/ids.ts';
import { attachedIds, MOST_ATTACHED } from '#domain/notifications/ownFiles.ts';
import { fileName } from '#domain/text/fileName.ts';
import { unturned } from '#domain/text/unseen.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { isMissing } from '../../base/errors.ts';
import { read } from '../../storage/documents.ts';
import type { Database } from '../../storage/types.ts';

/** A file of the organiser's that goes with a message. */
export interface OwnFile {
  name: string;
  bytes: Uint8Array;
  sha256: string;
}

/** The organiser's own files of one event's messages (readings, no. 50); each is read once. */
export interface OwnFiles {
  /** In the notification's order; null where one is not there, or all of them are too much. */
  of(notif: Pick<Notif, 'notifMethod' | 'attachments'>): Promise<OwnFile[] | null>;
}

export function openOwnFiles(db: Database): OwnFiles {
  const known = new Map<string, Promise<OwnFile | null>>();

  async function readFile(id: string): Promise<OwnFile | null> {
    const doc = await read(db, id);
    if (doc === null) return null;
    try {
      const bytes = new Uint8Array((await db.getAttachment(id, FILE_ATTACHMENT)) as Buffer);
      const sha256 = createHash('sha256').update(bytes).digest('base64url');
      return { name: typeof doc['name'] === 'string' ? doc['name'] : '', bytes, sha256 };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  function fileOf(id: string): Promise<OwnFile | null> {
    const reading = known.get(id) ?? readFile(id);
    known.set(id, reading);
    reading.catch(() => known.delete(id));
    return reading;
  }

  return {
    async of(notif) {
      const files = await Promise.all(attachedIds(notif).map(fileOf));
      const there = files.filter((file) => file !== null);
      const sum = there.reduce((total, { bytes }) => total + bytes.length, 0);
      return there.length < files.length || sum > MOST_ATTACHED ? null : named(there);
    },
  };
}

/**
 * As they are called in a mail, where each computer can keep them: two of one name must not hide each other, and letters that are
 * turned round hide an ending, for which filters take the whole mail away.
 */
export function named(files: readonly OwnFile[]): OwnFile[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const plain = fileName(nameOfFile(unturned(file.name))) || 'file';
    let name = `${plain}.pdf`;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${plain} (${number}).pdf`;
    taken.add(name.toLowerCase());
    return { ...file, name };
  });
}
