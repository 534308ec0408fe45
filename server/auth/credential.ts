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
}

export const credentialId = (userId: string): string => `cred_${userId}`;

/** When tokens begin that all earlier ones end before. A token's time has whole seconds: this very one must end too. */
export const laterThanAll = (credential: Credential, now: number): number =>
  Math.max(Math.floor(now / 1000) + 1, credential.tokensValidFrom + 1);
