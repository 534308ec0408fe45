import { randomInt } from 'node:crypto';
import { hasher } from './hasher.ts';

export const hashPassword = (password: string): Promise<string> => hasher.hash(password);

let decoy: Promise<string> | null = null;

/** False for a wrong password. With `stored` null (an unknown user) it takes just as long. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await hasher.verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}

/** Makes the first check as quick as later ones, so that it tells nothing either. */
export async function warmUp(): Promise<void> {
  await checkPassword(null, '');
}

/** No letters or digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** A password of 16 characters that a person can read aloud, with a capital and a digit. */
export function generatePassword(): string {
  let password = '';
  while (!/\p{Lu}/u.test(password) || !/\d/.test(password)) {
    password = Array.from({ length: 16 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  }
  return password;
}
