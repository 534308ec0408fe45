import { userAgentName } from '#domain/devices/userAgent.ts';
import type { User } from '#domain/documents/user.ts';
import { HttpError, invalidField } from '../base/errors.ts';
import type { SecurityKind } from '#domain/rights/security.ts';
import { Buckets } from '../base/limits.ts';
import type { Accounts, Authenticated } from './accounts.ts';
import type { LoginLimits } from './loginLimits.ts';
import type { Comer, LoginQueue } from './loginQueue.ts';
import { newLoginId } from './logins.ts';
import { nameKey } from './names.ts';
import { networkOf } from './network.ts';
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
  tokens: Tokens;
  limits: LoginLimits;
  queue: LoginQueue;
  security: SecurityLog;
  /** ms since 1970 */
  now: () => number;
}

export type Refusal = 'invalid_credentials' | 'password_change_required' | 'password_expired';
export type SignedIn =
  | { ok: true; user: User; lastLogin: number | null; token: string; expires: number }
  | { ok: false; reason: Refusal; user: User | null };

/** Looks at passwords: within the limits, in their turn, and always the same way. */
export class SignIn {
  private readonly parts: SignInParts;
  /** A flood must not become one of readings: then names are left out. */
  private readonly lookups = new Buckets({ burst: 50, perSecond: 5 });

  constructor(parts: SignInParts) {
    this.parts = parts;
  }

  /**
   * Logs a person in. Whoever was given a one-time password must bring a new one along; until then there is no token.
   * Throws 429, 503, and 400 for a new password that cannot be one.
   */
  async signIn(
    {
      username,
      password,
      newPassword,
    }: { username: string; password: string; newPassword?: string | undefined },
    origin: Origin,
  ): Promise<SignedIn> {
    const { accounts, now } = this.parts;
    const name = nameKey(username);
    const known = accounts.logins.knows(username, origin.deviceId);
    const comer: Comer = { network: networkOf(origin.address), name, known };
    const found = await this.look(comer, origin.deviceId ?? '', () =>
      accounts.authenticate(username, password),
    ).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 429)
        void this.note('login_limited', username, origin);
      throw error;
    });
    if (found === null) {
      void this.note('login_failed', username, origin);
      return { ok: false, reason: 'invalid_credentials', user: null };
    }
    const { user, credential } = found;
    const { oneTimeUntil } = credential;
    if (oneTimeUntil == null) {
      if (newPassword !== undefined) throw invalidField('newPassword', 'is not asked for');
      return this.enter(found, credential.hash, origin);
    }
    if (oneTimeUntil < now()) return { ok: false, reason: 'password_expired', user };
    if (newPassword === undefined) return { ok: false, reason: 'password_change_required', user };
    const problem = passwordProblem(newPassword, username);
    if (problem !== null) throw invalidField('newPassword', problem);
    if (newPassword === password) throw invalidField('newPassword', 'password_same');
    const changed = await accounts.setPassword(user._id, newPassword, now(), { oldHash: credential.hash });
    const after = changed === null ? null : await accounts.credential(user._id);
    if (after === null) return { ok: false, reason: 'invalid_credentials', user };
    return this.enter(found, after.hash, origin);
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
    until?: number,
  ): Promise<{ token: string; expires: number }> {
    const { accounts, tokens, now } = this.parts;
    const { address, deviceId } = origin;
    const end = until === undefined ? {} : { until };
    const loginId = newLoginId();
    const issued = await tokens.issue({ id: user._id, role: user.role, loginId }, issuedAt, until);
    const login = {
      ...{ ...end, deviceId, address, loginId, token: issued.token },
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

  private async enter({ user }: Authenticated, hash: string | null, origin: Origin): Promise<SignedIn> {
    const { accounts, now } = this.parts;
    const noted = await accounts.noteLogin(user._id, hash, now());
    if (noted === null) return { ok: false, reason: 'invalid_credentials', user };
    const issuedAt = Math.max(Math.floor(now() / 1000), noted.tokensValidFrom);
    return { ok: true, user, lastLogin: noted.before, ...(await this.open(user, origin, issuedAt)) };
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
