import type { CodeRole } from '#domain/rights/roles.ts';
import { tooMany } from '../base/errors.ts';
import { read, update, type Stored } from '../storage/documents.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';
import { readCodeRule, writeCodeRule } from './codeRule.ts';
import { credentialId, type BegunCodes, type Credential, type OwnCodes } from './credential.ts';
import { isTimed, newRecoveryCodes, newSecret, plainCode, recoveryHash, stepOf } from './totp.ts';

/** Encrypts the secrets where they lie (services/seals.ts). */
interface Sealing {
  seal(text: string, place: string): string;
  open(sealed: string, place: string): string | null;
}

interface CodesParts {
  storage: Storage;
  seals: () => Promise<Sealing>;
  /** ms since 1970 */
  now: () => number;
}

/** What a code that was shown is worth. */
export type Shown =
  | { kind: 'right'; recovery: boolean }
  | { kind: 'wrong' }
  /** This server's key does not open the secret: only recovery codes can be judged. */
  | { kind: 'unreadable' };

/** What somebody sees of the own codes. */
export interface CodesState {
  /** ms since 1970; null without codes. */
  since: number | null;
  recoveryLeft: number;
}

/** For so long codes may be set up, ms, and with so many tries. */
const BEGUN_LASTS = 15 * 60_000;
const BEGUN_TRIES = 10;
/** So many wrong codes in a row cost nothing; then each waits twice as long as the one before, an hour at most. */
const FREE_TRIES = 5;
const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;
/** After so long without a wrong one they are forgiven, ms. */
const FORGIVEN_AFTER = 24 * 3_600_000;

const placeOf = (userId: string): string => `codes/${userId}`;

/**
 * One-time codes beside the password (decision 42). What is decided about a code is one conditional write of the account's
 * credential, so that each is good once, whichever server is asked, and wrong ones are counted over all of them.
 */
export class Codes {
  private readonly parts: CodesParts;

  constructor(parts: CodesParts) {
    this.parts = parts;
  }

  required(): Promise<readonly CodeRole[]> {
    return readCodeRule(this.parts.storage);
  }

  require(roles: readonly CodeRole[]): Promise<void> {
    return writeCodeRule(this.parts.storage, roles);
  }

  async state(userId: string): Promise<CodesState> {
    const stored = await read(await this.auth(), credentialId(userId));
    const { codes } = (stored ?? {}) as Partial<Credential>;
    return { since: codes?.since ?? null, recoveryLeft: codes?.recovery.length ?? 0 };
  }

  /** A new secret, which counts once a code of it was shown by the same login. */
  async begin(userId: string, loginId: string): Promise<string> {
    const secret = newSecret();
    const sealed = (await this.parts.seals()).seal(secret, placeOf(userId));
    const begun: BegunCodes = { sealed, loginId, until: this.parts.now() + BEGUN_LASTS, missed: 0 };
    await this.change(userId, (credential) => ({ ...credential, begun }));
    return secret;
  }

  /** The recovery codes, told this once; or why there are none. */
  async confirm(
    userId: string,
    loginId: string,
    code: string,
  ): Promise<string[] | 'wrong_code' | 'not_begun'> {
    const seals = await this.parts.seals();
    const now = this.parts.now();
    const recovery = newRecoveryCodes();
    let done: 'confirmed' | 'wrong_code' | 'not_begun' = 'not_begun';
    await this.change(userId, (credential) => {
      const { begun } = credential;
      done = 'not_begun';
      if (begun == null || begun.loginId !== loginId || begun.until <= now) return null;
      if (begun.missed >= BEGUN_TRIES) return null;
      const secret = seals.open(begun.sealed, placeOf(userId));
      const step = secret === null ? null : stepOf(secret, plainCode(code), now);
      if (step === null) {
        done = 'wrong_code';
        return { ...credential, begun: { ...begun, missed: begun.missed + 1 } };
      }
      done = 'confirmed';
      const codes: OwnCodes = {
        ...{ sealed: begun.sealed, since: now, step, missed: 0, missedAt: 0 },
        recovery: hashes(userId, recovery),
      };
      return { ...credential, codes, begun: null };
    });
    return (done as string) === 'confirmed' ? recovery : done;
  }

  /** Judges a code and takes it, if it is right: the same is not right again. Throws 429 after too many wrong ones. */
  async show(userId: string, code: string): Promise<Shown> {
    // Recovery codes must be good even where the key is lost.
    const seals = await this.parts.seals().catch(() => null);
    const now = this.parts.now();
    const plain = plainCode(code);
    let shown: Shown = { kind: 'wrong' };
    let wait = 0;
    const written = await this.change(userId, (credential) => {
      const { codes } = credential;
      shown = { kind: 'wrong' };
      wait = 0;
      if (codes == null) return null;
      if (!isTimed(plain)) {
        const left = codes.recovery.filter((hash) => hash !== recoveryHash(userId, plain));
        if (left.length === codes.recovery.length) return null;
        shown = { kind: 'right', recovery: true };
        return { ...credential, codes: { ...codes, recovery: left, missed: 0 } };
      }
      wait = waitOf(codes, now);
      if (wait > 0) return null;
      const secret = seals?.open(codes.sealed, placeOf(userId)) ?? null;
      if (secret === null) {
        shown = { kind: 'unreadable' };
        return null;
      }
      const step = stepOf(secret, plain, now);
      if (step === null || step <= codes.step) {
        return { ...credential, codes: { ...codes, missed: missedOf(codes, now) + 1, missedAt: now } };
      }
      shown = { kind: 'right', recovery: false };
      return { ...credential, codes: { ...codes, step, missed: 0 } };
    });
    if (wait > 0) throw tooMany('too many wrong codes: wait, or use a recovery code', Math.ceil(wait / 1000));
    if ((shown as Shown).kind === 'right' && !(await this.isOnlyVersion(written))) return { kind: 'wrong' };
    return shown;
  }

  /** New recovery codes in place of those that are left, told this once; null without codes. */
  async renew(userId: string): Promise<string[] | null> {
    const recovery = newRecoveryCodes();
    let has = false;
    await this.change(userId, (credential) => {
      const { codes } = credential;
      has = codes != null;
      return codes == null
        ? null
        : { ...credential, codes: { ...codes, recovery: hashes(userId, recovery) } };
    });
    return has ? recovery : null;
  }

  /** From here on the password is enough again. False where there were no codes. */
  async end(userId: string): Promise<boolean> {
    let ended = false;
    await this.change(userId, (credential) => {
      ended = credential.codes != null;
      return ended || credential.begun != null ? { ...credential, codes: null, begun: null } : null;
    });
    return ended;
  }

  private async change(
    userId: string,
    decide: (credential: Credential) => Credential | null,
  ): Promise<Stored | null> {
    return update(await this.auth(), credentialId(userId), (stored) => {
      const next = stored === null ? null : decide(stored as unknown as Credential);
      return next === null ? null : { ...stored, ...next };
    });
  }

  /**
   * Two nodes of a cluster may each have taken a write at the same moment: then neither code counts, and the version that
   * did not win goes. Whoever meant well shows the next code.
   */
  private async isOnlyVersion(written: Stored | null): Promise<boolean> {
    if (written === null) return false;
    const auth = await this.auth();
    const doc = await auth.get(written._id, { conflicts: true });
    const others = doc._conflicts ?? [];
    for (const rev of others) await auth.remove(written._id, rev).catch(() => undefined);
    return others.length === 0 && doc._rev === written._rev;
  }

  private auth(): Promise<Database> {
    return this.parts.storage.open(DATABASES.auth);
  }
}

const hashes = (userId: string, recovery: readonly string[]): string[] =>
  recovery.map((code) => recoveryHash(userId, plainCode(code)));

const missedOf = ({ missed, missedAt }: OwnCodes, now: number): number =>
  now - missedAt > FORGIVEN_AFTER ? 0 : missed;

/** How long no code is looked at, ms. A clock that was set back never makes it longer than it was. */
function waitOf(codes: OwnCodes, now: number): number {
  const over = missedOf(codes, now) - FREE_TRIES;
  if (over < 0) return 0;
  const pause = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** over);
  return Math.min(pause, Math.max(0, codes.missedAt + pause - now));
}
