import type { Author } from '#domain/documents/common.ts';
import { user as userSchema, type OwnUser, type User } from '#domain/documents/user.ts';
import type { Role } from '#domain/rights/roles.ts';
import { newId } from '../base/newId.ts';
import { read, remove, update } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { credentialId, laterThanAll, type Credential } from './credential.ts';
import type { Logins } from './logins.ts';
import { ABANDONED_AFTER, confirmName, releaseName, reserveName, userIdOfName } from './names.ts';
import { checkPassword, hashPassword } from './passwords.ts';

export interface NewUser {
  username: string;
  password: string;
  role: Role;
  author?: { id: string; name: string };
  /** Chosen by the client, so that a second try after a lost answer continues the first. */
  id?: string;
}

export interface Authenticated {
  user: User;
  credential: Credential;
}

/** No account has this id. */
const NOBODY = 'nobody';

export interface CreateOptions {
  /** Runs before the user's document is written. */
  beforeCommit?: () => void | Promise<void>;
  /** True when nobody else can be creating users: a reservation without a user is taken over at once. */
  alone?: boolean;
}

/** User accounts: documents in `users`, credentials and reserved names in `foyer-auth`. Times are handed in, in ms. */
export class Accounts {
  private readonly storage: Storage;
  readonly logins: Logins;
  /** Settles when nobody is changing a role. */
  private changing: Promise<unknown> = Promise.resolve();

  constructor(storage: Storage, logins: Logins) {
    this.storage = storage;
    this.logins = logins;
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
    const userId = input.id ?? newId();
    if (input.id !== undefined && (await read(users, userId)) !== null) {
      return (await userIdOfName(auth, input.username)) === userId ? userId : null;
    }
    const hash = await hashPassword(input.password);
    const exists = async (id: string) => (await read(users, id)) !== null;
    const reserved = await reserveName(auth, input.username, userId, {
      now,
      exists,
      abandonedAfter: options.alone === true ? 0 : ABANDONED_AFTER,
    });
    if (!reserved && (await userIdOfName(auth, input.username)) !== userId) return null;
    const credential: Credential = {
      type: 'credential',
      userId,
      hash,
      tokensValidFrom: 0,
      lastLogin: null,
    };
    await update(auth, credentialId(userId), () => ({ ...credential }));
    await options.beforeCommit?.();
    const doc: User = {
      _id: userId,
      type: 'user',
      username: input.username,
      role: input.role,
      email: null,
      phone: null,
      metadata: { createdAt: now, updatedAt: now, ...(input.author ? { author: input.author } : {}) },
    };
    await update(users, userId, (stored) => (stored === null ? doc : null));
    if (await confirmName(auth, input.username, userId)) return userId;
    await remove(users, userId);
    await remove(auth, credentialId(userId));
    return null;
  }

  /**
   * The account of what is no person, a paired phone or a hub: no name is reserved for it and it has no password, so that
   * only the login it is given counts. With an id that is given, a second try continues the first. Null where that id is
   * somebody's who has a password.
   */
  async createPaired(
    {
      name,
      author,
      id: userId = newId(),
      ...what
    }: { name: string; author: Author; id?: string } & Pick<User, 'role' | 'door' | 'hub'>,
    now: number,
  ): Promise<User | null> {
    const credential: Credential = {
      ...{ type: 'credential', userId, hash: null, tokensValidFrom: 0, lastLogin: null },
    };
    const kept = await update(await this.storage.open(DATABASES.auth), credentialId(userId), (stored) =>
      stored === null ? { ...credential } : null,
    );
    if (kept?.['hash'] != null) return null;
    const user: User = {
      ...{ _id: userId, type: 'user', username: name, email: null, phone: null, ...what },
      metadata: { createdAt: now, updatedAt: now, author },
    };
    await update(await this.storage.open(DATABASES.users), userId, (stored) =>
      stored === null ? { ...user } : null,
    );
    return user;
  }

  /**
   * The account of a right user name and password, else null. An unknown name takes as long as a wrong password, down
   * to the documents that are read.
   */
  async authenticate(username: string, password: string): Promise<Authenticated | null> {
    const auth = await this.storage.open(DATABASES.auth);
    const userId = (await userIdOfName(auth, username)) ?? NOBODY;
    const [credential, user] = await Promise.all([this.credential(userId), this.user(userId)]);
    const matches = await checkPassword(credential?.hash ?? null, password);
    if (!matches || credential === null || user === null || user.role === 'disabled') return null;
    return { user, credential };
  }

  /** The account of a name, for those who may know; null when there is none. */
  async named(username: string): Promise<{ id: string; name: string } | null> {
    const userId = await userIdOfName(await this.storage.open(DATABASES.auth), username);
    const user = userId === null ? null : await this.user(userId);
    return user === null ? null : { id: user._id, name: user.username };
  }

  /** The credential of a right password, else null. */
  async checkOwnPassword(userId: string, password: string): Promise<Credential | null> {
    const credential = await this.credential(userId);
    return (await checkPassword(credential?.hash ?? null, password)) ? credential : null;
  }

  /**
   * Notes a login with a password whose hash was `hash`; null when that was changed meanwhile. Tells from when on
   * tokens are worth something (seconds).
   */
  async noteLogin(
    userId: string,
    hash: string | null,
    now: number,
  ): Promise<{ before: number | null; tokensValidFrom: number } | null> {
    let noted: { before: number | null; tokensValidFrom: number } | null = null;
    await this.changeCredential(userId, (credential) => {
      const { lastLogin: before, tokensValidFrom } = credential;
      noted = credential.hash === hash ? { before, tokensValidFrom } : null;
      return noted === null ? null : { ...credential, lastLogin: now };
    });
    return noted;
  }

  /**
   * Ends all tokens of now and before. Resolves with when the next ones may begin (seconds since 1970); null when the
   * password is not the one of `oldHash` any more. `oneTimeUntil` in ms: the person must change it until then.
   */
  async setPassword(
    userId: string,
    password: string,
    now: number,
    { oldHash, oneTimeUntil = null }: { oldHash?: string | null; oneTimeUntil?: number | null } = {},
  ): Promise<number | null> {
    const hash = await hashPassword(password);
    let tokensValidFrom: number | null = null;
    await this.changeCredential(userId, (credential) => {
      tokensValidFrom = null;
      if (oldHash !== undefined && credential.hash !== oldHash) return null;
      tokensValidFrom = laterThanAll(credential, now);
      return { ...credential, hash, tokensValidFrom, oneTimeUntil };
    });
    return tokensValidFrom;
  }

  /** Ends all tokens of now and before. */
  async endAllLogins(userId: string, now: number): Promise<void> {
    await this.changeCredential(userId, (credential) => ({
      ...credential,
      tokensValidFrom: laterThanAll(credential, now),
    }));
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
    await this.logins.forget(userId);
    await releaseName(auth, username, userId);
  }

  /** Runs changes of roles one after the other, so that two of them cannot each count on the other's manager. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.changing.then(work);
    this.changing = done.catch(() => undefined);
    return done;
  }

  /**
   * Writes a role; `last_manager` when nobody would be left to manage. To be called within `exclusive`. A role that was
   * `disabled` brings no former login back.
   */
  async setRole(userId: string, role: Role, now: number): Promise<'changed' | 'same' | 'last_manager'> {
    const user = await this.user(userId);
    if (user === null || user.role === role) return 'same';
    if (user.role === 'manager' && !(await this.hasManager(userId))) return 'last_manager';
    if (user.role === 'disabled') await this.endAllLogins(userId, now);
    await this.writeRole(userId, role, now);
    if (user.role === 'manager' && !(await this.keepManager(userId, now))) return 'last_manager';
    if (role === 'disabled') await this.noteDisabled(userId, user.role, now);
    return 'changed';
  }

  /** An account was disabled: its logins end for good, and the role that it had is kept for another day. */
  async noteDisabled(userId: string, roleBefore: Role, now: number): Promise<void> {
    await this.changeCredential(userId, (credential) => ({
      ...credential,
      roleBefore,
      tokensValidFrom: laterThanAll(credential, now),
    }));
  }

  /**
   * Looks again after a manager lost the role: another server may have taken it from the last one at the same moment.
   * Then it is given back, and the answer is false.
   */
  async keepManager(userId: string, now: number): Promise<boolean> {
    if (await this.hasManager()) return true;
    await this.writeRole(userId, 'manager', now);
    return false;
  }

  private async writeRole(userId: string, role: Role, now: number): Promise<void> {
    await update(await this.storage.open(DATABASES.users), userId, (stored) => {
      if (stored === null) return null;
      const metadata = (stored['metadata'] ?? {}) as Record<string, unknown>;
      return { ...stored, role, metadata: { ...metadata, updatedAt: now } };
    });
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
    change: (credential: Credential) => Credential | null,
  ): Promise<void> {
    await update(await this.storage.open(DATABASES.auth), credentialId(userId), (stored) => {
      const next = stored === null ? null : change(stored as unknown as Credential);
      return next === null ? null : { ...stored, ...next };
    });
  }
}

/** What a client may know of its own user. */
export function toOwnUser(user: User, lastLogin: number | null): OwnUser {
  const { _id, username, role, email, phone, door } = user;
  const own = { _id, username, role, email: email ?? null, phone: phone ?? null, lastLogin };
  return door == null ? own : { ...own, door };
}
