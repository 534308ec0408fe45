import { createHash } from 'node:crypto';
import { idRange } from '#domain/ids.ts';
import type { CodeRole } from '#domain/rights/roles.ts';
import { isConflict } from '../base/errors.ts';
import { insert, read, remove, update } from '../storage/documents.ts';
import { DATABASES, type AnyDoc, type Database, type Storage } from '../storage/types.ts';
import { CODE_RULE_ID, rolesOf } from './codeRule.ts';
import { credentialId, type Credential } from './credential.ts';
import { nameKey } from './names.ts';
import type { TokenClaims } from './tokens.ts';

/** One login of a person on one device; document `login_<userId>_<loginId>` of `foyer-auth`. Times in ms. */
export interface LoginRecord {
  type: 'login';
  userId: string;
  loginId: string;
  since: number;
  expires: number;
  /** Seconds since 1970, of its token. */
  issuedAt: number;
  /** For people: "iPhone · Safari". */
  device: string;
  address: string;
  /** Of name and device id: on this device the account is known. */
  mark: string | null;
  lastUse: number;
  /** By which a hub knows the token, without being able to make one; missing in logins of before until they are used. */
  tokenHash?: string;
  /** Its token is worth nothing from here on. */
  endedAt?: number;
  /** It was opened without the one-time code that its role must have: it opens nothing but setting codes up. */
  unproven?: true;
  /** A hub made its token, which is known by its hash alone. */
  ofHub?: true;
  /** On a hub: the central server says that it opens nothing but setting codes up. */
  codesFirst?: boolean;
}

export interface NewLogin {
  userId: string;
  username: string;
  device: string;
  deviceId: string | null;
  address: string;
  /** Where its token ends, in seconds since 1970; by default after the usual time. */
  until?: number | undefined;
  unproven?: boolean | undefined;
  loginId: string;
  token: string;
}

/** What a token's worth depends on. */
export interface Standing {
  credential: Credential | null;
  login: LoginRecord | null;
  /** Which roles must have one-time codes. */
  codeRoles: readonly CodeRole[];
}

/** A login is noted as used at most this often, and what was noted is written this often, in ms. */
const USE_NOTED = 10 * 60_000;
const FLUSH_EVERY = 60_000;
/** More logins than this end the user's oldest ones. */
const MOST_PER_USER = 500;

/** Whoever has the hash cannot make the token of it: 256 bits of its signature are in it. */
export const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const loginDocId = (userId: string, loginId: string): string => `login_${userId}_${loginId}`;
/** The documents by which a token stands or falls. */
export const standingIds = (userId: string, loginId: string): readonly string[] => [
  credentialId(userId),
  loginDocId(userId, loginId),
  CODE_RULE_ID,
];
const LOGIN_ID = /^[a-z0-9]{16}$/;

/** Nobody outside can guess both, so only the device itself has it, and those who hold its check-ins. */
const markOf = (username: string, deviceId: string | null): string | null =>
  deviceId === null
    ? null
    : createHash('sha256')
        .update(`${nameKey(username)} ${deviceId}`)
        .digest('base64url')
        .slice(0, 22);

/**
 * The logins of all people. A token is worth nothing once its login has an end; a login that is not written here, as
 * after a restore, counts until somebody ends it.
 */
export class Logins {
  private readonly storage: Storage;
  private readonly ttl: number;
  /** When logins were used that have not been written yet, by document id. */
  private readonly uses = new Map<string, { claims: TokenClaims; at: number; tokenHash: string }>();
  private readonly noted = new Map<string, number>();
  private readonly marks = new Set<string>();

  /** `ttl` of tokens in seconds. */
  constructor(storage: Storage, ttl: number) {
    this.storage = storage;
    this.ttl = ttl;
  }

  /** Learns which devices are known and begins to write when logins were used; resolves with its stop. */
  async start(): Promise<() => Promise<void>> {
    const { rows } = await (await this.auth()).allDocs({ ...idRange('login_'), include_docs: true });
    for (const { doc } of rows) {
      const mark = (doc as Partial<LoginRecord> | undefined)?.mark;
      if (typeof mark === 'string') this.marks.add(mark);
    }
    const timer = setInterval(() => void this.flush().catch(() => undefined), FLUSH_EVERY);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await this.flush();
    };
  }

  /** Has this account logged in on this device? As far as this process knows: it only decides who waits. */
  knows(username: string, deviceId: string | null): boolean {
    const mark = markOf(username, deviceId);
    return mark !== null && this.marks.has(mark);
  }

  /** Writes a new login. */
  async open(login: NewLogin, issuedAt: number, now: number): Promise<void> {
    const { userId, username, device, deviceId, address, loginId, token } = login;
    const mark = markOf(username, deviceId);
    const expires = (login.until ?? issuedAt + this.ttl) * 1000;
    const record: LoginRecord = {
      ...{ type: 'login', userId, loginId, since: now, expires, issuedAt },
      ...{ device, address, mark, lastUse: now, tokenHash: tokenHashOf(token) },
      ...(login.unproven === true ? { unproven: true } : {}),
    };
    await insert(await this.auth(), { _id: loginDocId(userId, loginId), ...record });
    if (mark !== null) this.marks.add(mark);
    await this.tidy(userId, now);
  }

  /** Takes a login over that a hub opened, as often as it is told. */
  async adopt(login: Omit<LoginRecord, 'type' | 'mark' | 'lastUse' | 'ofHub'>): Promise<void> {
    await update(await this.auth(), loginDocId(login.userId, login.loginId), (stored) =>
      stored === null ? { type: 'login', ...login, mark: null, lastUse: login.since, ofHub: true } : null,
    );
  }

  /** The logins of a user, also those that are over. */
  async all(userId: string): Promise<LoginRecord[]> {
    return this.records(userId);
  }

  /** What a token's worth depends on, in one reading. */
  async standing(userId: string, loginId: string): Promise<Standing> {
    const keys = [...standingIds(userId, loginId)];
    const { rows } = await (await this.auth()).allDocs({ keys, include_docs: true });
    const [credential, login, rule] = rows.map((row) => ('doc' in row ? (row.doc ?? null) : null));
    return {
      credential: (credential ?? null) as unknown as Credential | null,
      login: (login ?? null) as unknown as LoginRecord | null,
      codeRoles: rolesOf(rule ?? null),
    };
  }

  /** Notes in memory that a login was used. */
  used(claims: TokenClaims, now: number, token: string): void {
    const id = loginDocId(claims.userId, claims.loginId);
    if (now - (this.noted.get(id) ?? 0) < USE_NOTED) return;
    if (this.noted.size >= 10_000) this.noted.clear();
    this.noted.set(id, now);
    this.uses.set(id, { claims, at: now, tokenHash: tokenHashOf(token) });
  }

  /** The logins of a user that are worth something, the last used first. */
  async list(userId: string, now: number): Promise<LoginRecord[]> {
    const [{ credential }, records] = await Promise.all([this.standing(userId, ''), this.records(userId)]);
    const validFrom = credential?.tokensValidFrom ?? 0;
    return records
      .filter(
        ({ endedAt, expires, issuedAt }) => endedAt === undefined && expires > now && issuedAt >= validFrom,
      )
      .map((login) => ({
        ...login,
        lastUse: Math.max(login.lastUse, this.uses.get(loginDocId(userId, login.loginId))?.at ?? 0),
      }))
      .sort((a, b) => b.lastUse - a.lastUse);
  }

  /** A login from here on opens what its role may: codes were set up by it. */
  async prove(userId: string, loginId: string): Promise<void> {
    await update(await this.auth(), loginDocId(userId, loginId), (stored) => {
      if (stored?.['unproven'] === undefined) return null;
      const { unproven: _, ...proven } = stored;
      return proven;
    });
  }

  /** Ends a login; false when there is none of this id that has not ended. */
  async end(userId: string, loginId: string, now: number): Promise<boolean> {
    let ended = false;
    if (!LOGIN_ID.test(loginId)) return false;
    await update(await this.auth(), loginDocId(userId, loginId), (stored) => {
      ended = stored !== null && stored['endedAt'] === undefined;
      return ended ? { ...stored, endedAt: now } : null;
    });
    return ended;
  }

  /** Ends a login of which nothing may be written: after a restore its token is still out there. */
  async endOwn({ userId, issuedAt, loginId }: TokenClaims, now: number): Promise<void> {
    await update(await this.auth(), loginDocId(userId, loginId), (stored) =>
      stored?.['endedAt'] === undefined
        ? { ...(stored ?? this.unwritten({ userId, issuedAt, loginId }, now)), endedAt: now }
        : null,
    );
  }

  /** Ends all logins of a user but one; resolves with how many. */
  async endOthers(userId: string, kept: string, now: number): Promise<number> {
    const open = (await this.list(userId, now)).filter(({ loginId }) => loginId !== kept);
    const ended = await Promise.all(open.map(({ loginId }) => this.end(userId, loginId, now)));
    return ended.filter(Boolean).length;
  }

  /** Forgets the logins of a user who was deleted. */
  async forget(userId: string): Promise<void> {
    const auth = await this.auth();
    for (const { loginId } of await this.records(userId)) await remove(auth, loginDocId(userId, loginId));
  }

  /** Writes when logins were used. What another server writes at the same moment is as good. */
  private async flush(): Promise<void> {
    const uses = [...this.uses];
    this.uses.clear();
    if (uses.length === 0) return;
    const auth = await this.auth();
    for (const [id, { claims, at, tokenHash }] of uses) {
      try {
        const stored = await read(auth, id);
        if (stored?.['endedAt'] !== undefined) continue;
        await auth.put({
          ...(stored ?? this.unwritten(claims, at)),
          _id: id,
          lastUse: at,
          tokenHash,
        } as never);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }

  private unwritten({ userId, issuedAt, loginId }: TokenClaims, now: number): AnyDoc {
    const record: LoginRecord = {
      ...{ type: 'login', userId, loginId, since: issuedAt * 1000, expires: (issuedAt + this.ttl) * 1000 },
      ...{ issuedAt, device: '', address: '', mark: null, lastUse: now },
    };
    return { ...record };
  }

  private async records(userId: string): Promise<LoginRecord[]> {
    const { rows } = await (
      await this.auth()
    ).allDocs({ ...idRange(`login_${userId}_`), include_docs: true });
    return rows.flatMap(({ doc }) => (doc == null ? [] : [doc as unknown as LoginRecord]));
  }

  /** Expired logins are forgotten. Of too many the oldest end. */
  private async tidy(userId: string, now: number): Promise<void> {
    const auth = await this.auth();
    const records = await this.records(userId);
    const expired = records.filter(({ expires }) => expires <= now);
    for (const { loginId } of expired) await remove(auth, loginDocId(userId, loginId));
    const lasting = records.filter(({ expires }) => expires > now).sort((a, b) => a.issuedAt - b.issuedAt);
    const oldest = lasting.slice(0, Math.max(0, lasting.length - MOST_PER_USER));
    const kept = lasting.at(oldest.length);
    if (oldest.length === 0 || kept === undefined) return;
    await update(auth, credentialId(userId), (stored) => {
      if (stored === null) return null;
      const before = Number(stored['tokensValidFrom']);
      // Their documents go, so their tokens must end by their time.
      return kept.issuedAt > before ? { ...stored, tokensValidFrom: kept.issuedAt } : null;
    });
    for (const { loginId, issuedAt } of oldest) {
      if (issuedAt < kept.issuedAt) await remove(auth, loginDocId(userId, loginId));
    }
  }

  private auth(): Promise<Database> {
    return this.storage.open(DATABASES.auth);
  }
}
