import type { ServerResponse } from 'node:http';

type Read = () => Promise<Buffer | null>;

/**
 * Files that anybody may ask for. Of each there is one copy in memory, however many are reading it: a few hundred who ask for terms
 * of 20 MB and take nothing would otherwise be some gigabytes.
 */
export class HandedOut {
  private readonly files = new Map<string, { bytes: Promise<Buffer | null>; readers: number }>();

  /** The bytes for this answer; `key` says which content it is. */
  bytesFor(reply: ServerResponse, key: string, read: Read): Promise<Buffer | null> {
    const file = this.files.get(key) ?? { bytes: read(), readers: 0 };
    this.files.set(key, file);
    file.readers++;
    const leave = (): void => {
      if (--file.readers === 0 && this.files.get(key) === file) this.files.delete(key);
    };
    // What could not be read is tried anew by whoever asks next.
    file.bytes.catch(() => this.files.get(key) === file && this.files.delete(key));
    if (reply.destroyed) leave();
    else reply.once('close', leave);
    return file.bytes;
  }
}
