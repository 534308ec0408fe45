import type { CodesElsewhere } from '#api/hubSchemas.ts';
import type { Role } from '#domain/rights/roles.ts';

/** What the server alone knows of an account; document `cred_<userId>` of `foyer-auth`. */
export interface Credential {
  type: 'credential';
  userId: string;
  /** Of the password; null where there is none: doors are paired. */
  hash: string | null;
  /** Seconds since 1970: tokens issued before are worth nothing. */
  tokensValidFrom: number;
  /** ms since 1970, of the newest login. */
  lastLogin: number | null;
  /** Set while the password is one that a manager was told: until when it may be changed, in ms since 1970. */
  oneTimeUntil?: number | null;
  /** The role before the account was disabled. */
  roleBefore?: Role | null;
  /** One-time codes beside the password. */
  codes?: OwnCodes | null;
  /** Codes that are being set up: they count once the first one was right. */
  begun?: BegunCodes | null;
  /** On a hub: what the central server, which alone judges codes, does about them for this account. */
  codesElsewhere?: CodesElsewhere;
}

export interface OwnCodes {
  /** The secret, sealed. */
  sealed: string;
  /** ms since 1970 */
  since: number;
  /** Of the last code that was taken: no code of this step or an earlier one is taken again. */
  step: number;
  /** Hashes of the recovery codes that are left. */
  recovery: readonly string[];
  /** Wrong ones since the last right one, and when the last of them came, ms. */
  missed: number;
  missedAt: number;
}

export interface BegunCodes {
  sealed: string;
  /** Only the login that began may end it. */
  loginId: string;
  /** ms since 1970 */
  until: number;
  missed: number;
}

export const credentialId = (userId: string): string => `cred_${userId}`;

/** When tokens begin that all earlier ones end before. A token's time has whole seconds: this very one must end too. */
export const laterThanAll = (credential: Credential, now: number): number =>
  Math.max(Math.floor(now / 1000) + 1, credential.tokensValidFrom + 1);
