import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What all authenticator apps know (RFC 6238): SHA-1, six digits, thirty seconds. Others are ignored by many of them. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A phone's clock may be so many steps off, to either side. */
const DRIFT = 1;

/** 160 bits, as they are typed: base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator app reads from a QR code. */
export const secretAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...FORM, secret, issuer, label }).toString();

/** The step of time for which a code is right; null where it is wrong. `now` in ms. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...FORM, secret });
  const off = totp.validate({ token: code, timestamp: now, window: DRIFT });
  return off === null ? null : totp.counter({ timestamp: now }) + off;
}

/** Letters and digits without gaps; small ones are as good. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();
export const isTimed = (plain: string): boolean => /^\d{6}$/.test(plain);

const RECOVERY_CODES = 10;
/** 32, and nothing that looks like something else. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP = 4;

/** Ten of 80 bits each, so that not even a stolen database tells them. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(''),
    ).join('-'),
  );

/** As it is kept: of one account alone. */
export const recoveryHash = (userId: string, plain: string): string =>
  createHash('sha256').update(`recovery ${userId} ${plain}`).digest('base64url');
