import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto';

/** Encrypts what lies in the databases and nobody may read there, even from a stolen disk or backup. */
export interface Seals {
  /** `place` says where it is stored; sealed text that is copied elsewhere cannot be opened there. */
  seal(text: string, place: string): string;
  /** Null for what another key sealed, or for another place. */
  open(sealed: string, place: string): string | null;
}

const PREFIX = 'sealed:1:';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const isSealed = (text: string): boolean => text.startsWith(PREFIX);

/** AES-256-GCM with a key derived from `secret`, which has 256 bits of chance or more. */
export function createSeals(secret: Uint8Array): Seals {
  const digest = createHash('sha256').update('foyer services').update(secret).digest();
  const key = createSecretKey(new Uint8Array(digest));
  return {
    seal(text, place) {
      const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bytesOf(place, 'utf8'));
      const body = cipher.update(text, 'utf8', 'base64url') + cipher.final('base64url');
      const parts = [
        Buffer.from(nonce).toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        body,
      ];
      return PREFIX + parts.join('.');
    },
    open(sealed, place) {
      if (!isSealed(sealed)) return null;
      const [nonce = '', tag = '', body = ''] = sealed.slice(PREFIX.length).split('.');
      try {
        const decipher = createDecipheriv(CIPHER, key, bytesOf(nonce, 'base64url'), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(bytesOf(place, 'utf8'))
          .setAuthTag(bytesOf(tag, 'base64url'));
        return decipher.update(body, 'base64url', 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}

const bytesOf = (text: string, encoding: BufferEncoding): Uint8Array =>
  new Uint8Array(Buffer.from(text, encoding));
