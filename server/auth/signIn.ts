import { userAgentName } from '#domain/devices/userAgent.ts';
import type { User } from '#domain/documents/user.ts';
import { HttpError, invalidField } from '../base/errors.ts';
import type { SecurityKind } from '#domain/rights/security.ts';
import { Buckets } from '../base/limits.ts';
import type { Accounts, Authenticated } from './accounts.ts';
import { asksForCode, mustHaveCodes } from './codeRule.ts';
import type { Codes } from './codes.ts';
import type { LoginLimits } from './loginLimits.ts';
import type { Comer, LoginQueue } from './loginQueue.ts';
import { nameKey } from './names.ts';
import { networkOf } from '../base/network.ts';
import { newId } from '../base/newId.ts';
import { passwordProblem } from './passwordRule.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Tokens } from './tokens.ts';

/** Where a login comes from. */
export interface Origin {
  address: string;
  deviceId: string | null;
  /** What the device says of itself. */
  userAgent: string;
}

export interface SignInParts {
  accounts: Accounts;
  codes: Codes;
  tokens: Tokens;
  limits: LoginLimits;
  queue: LoginQueue;
  security: SecurityLog;
  /** ms since 1970 */
  now: () => number;
}

export type Refusal =
  | 'invalid_credentials'
  | 'password_change_required'
  | 'password_expired'
  | 'code_required'
  /** Of a hub that cannot ask the central server. */
  | 'codes_central_only'
  | CodeRefusal;
export type CodeRefusal = 'wrong_code' | 'codes_unreadable';
export type SignedIn =
  | { ok: true; user: User; lastLogin: number | null; token: string; expires: number; codesFirst: boolean }
  | { ok: false; reason: Refusal; user: User | null };

/** What somebody brings along to log in. */
interface Brought {
  username: string;
  password: string;
  newPassword?: string | undefined;
  code?: string | undefined;
}

/** Looks at passwords: within the limits, in their turn, and always the same way. */
export class SignIn {
  private readonly parts: SignInParts;
  /** A flood must not become one of readings: then names are left out. */
  private readonly lookups = new Buckets({ burst: 50, perSecond: 5 });

  constructor(parts: SignInParts) {
    this.parts = parts;
  }

  /**
   * Logs a person in. Whoever was given a one-time password must bring a new one along, and whoever has one-time codes one of
   * these; until then there is no token. Throws 429, 503, and 400 for a new password that cannot be one.
   */
  async signIn(brought: Brought, origin: Origin): Promise<SignedIn> {
    const { accounts, now } = this.parts;
    const { username, password, newPassword } = brought;
    const name = nameKey(username);
    const known = accounts.logins.knows(username, origin.deviceId);
    const comer: Comer = { network: networkOf(origin.address), name, known };
    let refused: { reason: Refusal; user: User } | null = null;
    const found = await this.look(comer, origin.deviceId ?? '', async () => {
      const right = await accounts.authenticate(username, password);
      if (right === null) return null;
      const reason = await this.lacks(right, brought, origin);
      refused = reason === null ? null : { reason, user: right.user };
      // Where a code is asked for, the password alone forgives no mistakes: whoever has it would guess codes for ever.
      return refused === null || !asksForCode(right.user, right.credential) ? right : null;
    }).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 429)
        void this.note('login_limited', username, origin);
      throw error;
    });
    if (refused !== null) return { ok: false, ...(refused as { reason: Refusal; user: User }) };
    if (found === null) {
      void this.note('login_failed', username, origin);
      return { ok: false, reason: 'invalid_credentials', user: null };
    }
    const { user, credential } = found;
    if (newPassword === undefined) return this.enter(found, credential.hash, origin);
    const changed = await accounts.setPassword(user._id, newPassword, now(), { oldHash: credential.hash });
    const after = changed === null ? null : await accounts.credential(user._id);
    if (after === null) return { ok: false, reason: 'invalid_credentials', user };
    return this.enter(found, after.hash, origin);
  }

  /** What is missing beside the right password; null for nothing. A right code is used up by this, so it comes last. */
  private async lacks(
    right: Authenticated,
    { username, password, newPassword, code }: Brought,
    { address }: Origin,
  ): Promise<Refusal | null> {
    const { user, credential } = right;
    const { oneTimeUntil } = credential;
    if (oneTimeUntil == null) {
      if (newPassword !== undefined) throw invalidField('newPassword', 'is not asked for');
    } else {
      if (oneTimeUntil < this.parts.now()) return 'password_expired';
      if (newPassword === undefined) return 'password_change_required';
      const problem = passwordProblem(newPassword, username);
      if (problem !== null) throw invalidField('newPassword', problem);
      if (newPassword === password) throw invalidField('newPassword', 'password_same');
    }
    if ((credential.codesElsewhere ?? 'no') !== 'no') return 'codes_central_only';
    if (!asksForCode(user, credential)) return null;
    if (code === undefined) return 'code_required';
    return this.showCode(user, code, address);
  }

  /** Why a code is not taken, which is noted; null where it is, and used up. Throws 429 after too many wrong ones. */
  async showCode({ _id: id, username }: User, code: string, address: string): Promise<CodeRefusal | null> {
    const { codes, security } = this.parts;
    const who = { id, name: username };
    const shown = await codes.show(id, code);
    if (shown.kind === 'right') {
      if (shown.recovery) security.note({ kind: 'recovery_used', actor: who, address });
      return null;
    }
    const kind = shown.kind === 'wrong' ? 'code_failed' : 'codes_unreadable';
    security.note({ kind, subject: who, address });
    return shown.kind === 'wrong' ? 'wrong_code' : 'codes_unreadable';
  }

  /** The hash of a person's own password, or null when it is wrong: a stolen session must not serve to guess it. */
  async checkOwn(userId: string, password: string): Promise<string | null> {
    const comer: Comer = { network: `user ${userId}`, name: `user ${userId}`, known: true };
    const credential = await this.look(comer, userId, () =>
      this.parts.accounts.checkOwnPassword(userId, password),
    );
    return credential?.hash ?? null;
  }

  /** A new login of a person on a device, with its token. `issuedAt` and `until`, its end, in seconds since 1970. */
  async open(
    user: User,
    origin: Origin,
    issuedAt: number,
    { until, unproven }: { until?: number; unproven?: boolean } = {},
  ): Promise<{ token: string; expires: number }> {
    const { accounts, tokens, now } = this.parts;
    const { address, deviceId } = origin;
    const loginId = newId();
    const issued = await tokens.issue({ id: user._id, role: user.role, loginId }, issuedAt, until);
    const login = {
      ...{ until, unproven, deviceId, address, loginId, token: issued.token },
      ...{ userId: user._id, username: user.username, device: deviceOf(origin) },
    };
    await accounts.logins.open(login, issuedAt, now());
    return issued;
  }

  /** Notes what went wrong, naming an account that there is: what else was typed may be a password. */
  private async note(kind: SecurityKind, username: string, { address }: Origin): Promise<void> {
    const { accounts, security, now } = this.parts;
    const may = this.lookups.take('', now());
    const subject = may ? await accounts.named(username).catch(() => null) : null;
    security.note({ kind, subject, address });
  }

  private async enter(found: Authenticated, hash: string | null, origin: Origin): Promise<SignedIn> {
    const { accounts, codes, security, now } = this.parts;
    const { user } = found;
    const noted = await accounts.noteLogin(user._id, hash, now());
    if (noted === null) return { ok: false, reason: 'invalid_credentials', user };
    const issuedAt = Math.max(Math.floor(now() / 1000), noted.tokensValidFrom);
    const unproven = !asksForCode(user, found.credential) && mustHaveCodes(await codes.required(), user);
    const opened = await this.open(user, origin, issuedAt, { unproven });
    security.note({
      kind: 'logged_in',
      actor: { id: user._id, name: user.username },
      address: origin.address,
    });
    return { ok: true, user, lastLogin: noted.before, codesFirst: unproven, ...opened };
  }

  private async look<T>(comer: Comer, device: string, work: () => Promise<T | null>): Promise<T | null> {
    const { limits, queue, now } = this.parts;
    const attempt = limits.begin(comer, device, now());
    try {
      const found = await queue.run(comer, work);
      if (found !== null) attempt.right();
      return found;
    } catch (error) {
      attempt.undone();
      throw error instanceof HttpError
        ? error
        : new Error('a password could not be looked at', { cause: error });
    }
  }
}

const MOST_DEVICE = 60;

function deviceOf({ userAgent }: Origin): string {
  return userAgentName(userAgent) || userAgent.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, MOST_DEVICE);
}
