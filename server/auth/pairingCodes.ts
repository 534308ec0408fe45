import { createHash, randomInt } from 'node:crypto';
import { idRange } from '#domain/ids.ts';
import { isConflict, isMissing } from '../base/errors.ts';
import { insert, read, remove, type Stored } from '../storage/documents.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';

/** A code is typed within minutes, or not at all. */
const LASTS = 10 * 60_000;
/** Nothing that looks like something else. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PREFIX = 'pairing_';

/** As it is typed: small letters and gaps mean nothing. */
const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/**
 * Codes by which something is paired, each once and within ten minutes; documents `pairing_<hash of the code>` of
 * `foyer-auth`, which hold what the code stands for.
 */
export class PairingCodes<T extends object> {
  private readonly storage: Storage;
  private readonly kind: string;
  private readonly length: number;

  /** A code of one kind is worth nothing as one of another. */
  constructor(storage: Storage, kind: string, length: number) {
    this.storage = storage;
    this.kind = kind;
    this.length = length;
  }

  /** `now`, and when it expires, in ms since 1970. */
  async offer(stands: T, now: number): Promise<{ code: string; expires: number }> {
    await this.tidy(now);
    const letters = Array.from({ length: this.length }, () => LETTERS.charAt(randomInt(LETTERS.length)));
    const code = letters.join('');
    const expires = now + LASTS;
    await insert(await this.auth(), { ...stands, _id: this.idOf(code), type: 'pairing', expires });
    return { code, expires };
  }

  /** False where it is no more: somebody has brought it, or it was tidied away. */
  async takeBack(code: string): Promise<boolean> {
    return (await this.remove(code)) !== null;
  }

  /** What the code stands for, which nobody gets a second time; null where it is worth nothing (any more). */
  async take(code: string, now: number): Promise<T | null> {
    const stored = await this.remove(code);
    return stored === null || Number(stored['expires']) <= now ? null : (stored as unknown as T);
  }

  /** Null for all but the first. */
  private async remove(code: string): Promise<Stored | null> {
    const auth = await this.auth();
    const stored = await read(auth, this.idOf(code));
    if (stored === null) return null;
    try {
      await auth.remove(stored._id, stored._rev);
    } catch (error) {
      if (isConflict(error) || isMissing(error)) return null;
      throw error;
    }
    return stored;
  }

  /** Codes that nobody brought go. */
  private async tidy(now: number): Promise<void> {
    const auth = await this.auth();
    const { rows } = await auth.allDocs({ ...idRange(PREFIX), include_docs: true });
    for (const { id, doc } of rows) {
      if (Number((doc as { expires?: unknown } | undefined)?.expires ?? 0) <= now) await remove(auth, id);
    }
  }

  private idOf(code: string): string {
    return `${PREFIX}${createHash('sha256')
      .update(`${this.kind} ${plain(code)}`)
      .digest('hex')}`;
  }

  private auth(): Promise<Database> {
    return this.storage.open(DATABASES.auth);
  }
}
