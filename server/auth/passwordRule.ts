import { dictionary } from '@zxcvbn-ts/language-common';
import { matchesPattern } from '#domain/text/text.ts';

/** How many of the commonest passwords nobody may have (readings, no. 43). */
const COMMONEST = 10_000;

let commonest: ReadonlySet<string> | null = null;

/** Only those with a digit: the others do not match the pattern anyway. */
function readCommonest(): ReadonlySet<string> {
  const listed: readonly string[] = dictionary['passwords-common'].slice(0, COMMONEST);
  return new Set(listed.filter((one) => one.length >= 6 && /\d/.test(one)));
}

function isCommon(password: string): boolean {
  commonest ??= readCommonest();
  return commonest.has(password.normalize('NFKC').toLowerCase());
}

/** Why this cannot be the password of `username`: a code for the field, or null (readings, no. 43). */
export function passwordProblem(
  password: string,
  username: string,
): 'pattern_password' | 'password_common' | 'password_username' | null {
  if (password.toLowerCase() === username.toLowerCase()) return 'password_username';
  if (!matchesPattern('password', password)) return 'pattern_password';
  return isCommon(password) ? 'password_common' : null;
}
