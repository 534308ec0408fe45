import { createHash, createHmac } from 'node:crypto';

/** Characters of an address at the beginning of a token, which say where to look. */
const ADDRESS = 8;
const TOKEN = /^[A-Za-z0-9]{8}[A-Za-z0-9_-]{22}$/;

/**
 * What opens a guest's registration: the form's address, and 128 bits that nobody can guess. They follow from the submission
 * and the server's secret, so that whoever asks again hears the same, and stand nowhere: the registration is named by their
 * hash.
 */
export function tokenOf(secret: Uint8Array, accessId: string, submissionId: string): string {
  const mac = createHmac('sha256', secret).update(`desk ${accessId} ${submissionId}`).digest();
  return accessId + mac.subarray(0, 16).toString('base64url');
}

/** Stands for what was sent with a token, and says nothing of it to whoever reads the registration. */
export const digestOf = (secret: Uint8Array, token: string, content: string): string =>
  createHmac('sha256', secret)
    .update(`content ${token} ${content}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

/** The address that a token begins with, and what names its registration; null for what is no token. */
export function readToken(token: string): { accessId: string; localId: string } | null {
  if (!TOKEN.test(token)) return null;
  const localId = createHash('sha256').update(token).digest('hex').slice(0, 32);
  return { accessId: token.slice(0, ADDRESS), localId };
}
