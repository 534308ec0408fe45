import { user as userSchema, type SessionUser, type User } from '#domain/documents/user.ts';
import { idFromBytes } from '#domain/ids.ts';
import type { Role } from '#domain/roles.ts';
import { insert, read, remove, update } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { ABANDONED_AFTER, releaseName, reserveName, userIdOfName } from './names.ts';
import { checkPassword, hashPassword } from './passwords.ts';

/** What the server alone knows of an account; document `cred_<userId>` of `foyer-auth`. */
export interface Credential {
  type: 'credential';
  userId: string;
  hash: string;
  /** Seconds since 1970: tokens issued before are worth nothing. */
  tokensValidFrom: number;
  /** ms since 1970, of the newest login. */
  lastLogin: number | null;
}

export const credentialId = (userId: string): string => `cred_${userId}`;

export interface NewUser {
  username: string;
  password: string;
  role: Role;
  author?: { id: string; name: string };
}

export interface CreateOptions {
  /** Runs when only the last step is missing. */
  beforeCommit?: () => void;
  /** True when nobody else can be creating users: a reservation without a user is taken over at once. */
  alone?: boolean;
}

/** User accounts: documents in `users`, credentials and reserved names in `foyer-auth`. Times are handed in, in ms. */
export class Accounts {
  private readonly storage: Storage;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  async user(userId: string): Promise<User | null> {
    const stored = await read(await this.storage.open(DATABASES.users), userId);
    const parsed = userSchema.safeParse(stored);
    return parsed.success && parsed.data._id === userId ? parsed.data : null;
  }

  async credential(userId: string): Promise<Credential | null> {
    const auth = await this.storage.open(DATABASES.auth);
    return (await read(auth, credentialId(userId))) as unknown as Credential | null;
  }

  /**
   * Creates an account; null when the name is taken. The name is reserved first, the user's document is written last:
   * a crash between leaves a reservation without a user, which a later attempt takes over.
   */
  async create(input: NewUser, now: number, options: CreateOptions = {}): Promise<string | null> {
    const users = await this.storage.open(DATABASES.users);
    const auth = await this.storage.open(DATABASES.auth);
    const userId = idFromBytes(crypto.getRandomValues(new Uint8Array(16)));
    const hash = await hashPassword(input.password);
    const exists = async (id: string) => (await read(users, id)) !== null;
    const reserved = await reserveName(auth, input.username, userId, {
      now,
      exists,
      abandonedAfter: options.alone === true ? 0 : ABANDONED_AFTER,
    });
    if (!reserved) return null;
    const credential: Credential = {
      type: 'credential',
      userId,
      hash,
      tokensValidFrom: 0,
      lastLogin: null,
    };
    await insert(auth, { _id: credentialId(userId), ...credential });
    options.beforeCommit?.();
    const doc: User = {
      _id: userId,
      type: 'user',
      username: input.username,
      role: input.role,
      email: null,
      phone: null,
      metadata: { createdAt: now, updatedAt: now, ...(input.author ? { author: input.author } : {}) },
    };
    await insert(users, doc);
    return userId;
  }

  /** The account of a right user name and password, else null; both take the same time. */
  async authenticate(username: string, password: string): Promise<User | null> {
    const auth = await this.storage.open(DATABASES.auth);
    const userId = await userIdOfName(auth, username);
    const [credential, user] =
      userId === null ? [null, null] : await Promise.all([this.credential(userId), this.user(userId)]);
    const matches = await checkPassword(credential?.hash ?? null, password);
    return matches && user !== null && user.role !== 'disabled' ? user : null;
  }

  async checkOwnPassword(userId: string, password: string): Promise<boolean> {
    return checkPassword((await this.credential(userId))?.hash ?? null, password);
  }

  /** Notes a login; the time of the one before (ms), and from when on tokens are worth something (seconds). */
  async noteLogin(userId: string, now: number): Promise<{ before: number | null; tokensValidFrom: number }> {
    let before: number | null = null;
    let tokensValidFrom = 0;
    await this.changeCredential(userId, (credential) => {
      before = credential.lastLogin;
      ({ tokensValidFrom } = credential);
      return { ...credential, lastLogin: now };
    });
    return { before, tokensValidFrom };
  }

  /** Ends all tokens of now and before. Returns when the next ones may begin (seconds since 1970). */
  async setPassword(userId: string, password: string, now: number): Promise<number> {
    const hash = await hashPassword(password);
    // A token's time has whole seconds: one of this very second must end too.
    let tokensValidFrom = Math.floor(now / 1000) + 1;
    await this.changeCredential(userId, (credential) => {
      tokensValidFrom = Math.max(tokensValidFrom, credential.tokensValidFrom + 1);
      return { ...credential, hash, tokensValidFrom };
    });
    return tokensValidFrom;
  }

  async setPhone(userId: string, phone: string | null, now: number): Promise<void> {
    await update(await this.storage.open(DATABASES.users), userId, (stored) => {
      if (stored === null) return null;
      const metadata = (stored['metadata'] ?? {}) as Record<string, unknown>;
      return { ...stored, phone, metadata: { ...metadata, updatedAt: now } };
    });
  }

  /** Forgets what belongs to a user whose document was deleted: credential and name. */
  async forget(userId: string, username: string): Promise<void> {
    const auth = await this.storage.open(DATABASES.auth);
    await remove(auth, credentialId(userId));
    await releaseName(auth, username, userId);
  }

  /** True when at least one manager other than `except` can log in. */
  async hasManager(except?: string): Promise<boolean> {
    const users = await this.storage.open(DATABASES.users);
    const { rows } = await users.allDocs({ include_docs: true });
    return rows.some(
      ({ id, doc }) => id !== except && (doc as { role?: unknown } | undefined)?.role === 'manager',
    );
  }

  private async changeCredential(
    userId: string,
    change: (credential: Credential) => Credential,
  ): Promise<void> {
    await update(await this.storage.open(DATABASES.auth), credentialId(userId), (stored) =>
      stored === null ? null : { ...stored, ...change(stored as unknown as Credential) },
    );
  }
}

/** What a client may know of its own user. */
export function toSessionUser(user: User, lastLogin: number | null): SessionUser {
  const { _id, username, role, email, phone } = user;
  return { _id, username, role, email: email ?? null, phone: phone ?? null, lastLogin };
}
