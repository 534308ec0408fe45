import type { Author } from '#domain/documents/common.ts';
import { user as userSchema, type User } from '#domain/documents/user.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Origin, SignIn } from '../auth/signIn.ts';
import { HttpError } from '../base/errors.ts';
import { remove } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { setAuthorizations } from './authorizations.ts';
import { updateCentral } from './central.ts';

type Kind = 'door' | 'hub';
export type PairedUser<K extends Kind> = User & { [key in K]: NonNullable<User[K]> };

export interface PairedParts {
  storage: Storage;
  accounts: Accounts;
  signIn: SignIn;
  /** ms since 1970 */
  now: () => number;
}

/** Accounts of what is no person, a paired phone or a hub: allowed at some events, with one login that ends at a set time. */
export class PairedAccounts<K extends Kind> {
  private readonly parts: PairedParts;
  private readonly kind: K;

  constructor(parts: PairedParts, kind: K) {
    this.parts = parts;
    this.kind = kind;
  }

  /**
   * Null where one of the events was deleted meanwhile, or a given id is somebody else's. One with a given id is tried again: what
   * a failure leaves of it stays for that.
   */
  async create(
    given: { name: string; author: Author; id?: string } & Pick<User, 'role' | 'door' | 'hub'>,
    eventIds: readonly string[],
  ): Promise<User | null> {
    const { accounts, now } = this.parts;
    const user = await accounts.createPaired(given, now());
    if (user === null) return null;
    try {
      if (await this.allow(user._id, eventIds)) return user;
    } catch (error) {
      if (given.id === undefined) await this.forget(user);
      throw error;
    }
    await this.forget(user);
    return null;
  }

  /** Lets it into events; false where one of them was deleted meanwhile. */
  async allow(userId: string, eventIds: readonly string[]): Promise<boolean> {
    try {
      await setAuthorizations(
        this.parts.storage,
        userId,
        eventIds.map((id) => [id, true]),
      );
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return false;
      throw error;
    }
  }

  /** Its one login, until a time in ms. */
  async open(
    user: User,
    origin: Origin,
    until: number,
  ): Promise<{ user: User; token: string; expires: number }> {
    const { signIn, now } = this.parts;
    const issuedAt = Math.floor(now() / 1000);
    return { user, ...(await signIn.open(user, origin, issuedAt, { until: Math.ceil(until / 1000) })) };
  }

  async all(): Promise<PairedUser<K>[]> {
    const { rows } = await (await this.parts.storage.open(DATABASES.users)).allDocs({ include_docs: true });
    return rows.flatMap(({ doc }) => {
      const { data } = userSchema.safeParse(doc);
      return data !== undefined && data[this.kind] != null ? [data as PairedUser<K>] : [];
    });
  }

  /** Without those that are over. */
  async current(): Promise<PairedUser<K>[]> {
    const now = this.parts.now();
    return (await this.all()).filter((user) => user[this.kind].until > now);
  }

  async forget({ _id, username }: User): Promise<void> {
    const { accounts, storage, now } = this.parts;
    // From here on its login is worth nothing, whatever a crash leaves of the rest.
    await accounts.endAllLogins(_id, now());
    await updateCentral(storage, (events) =>
      events.some(({ authorized }) => authorized.includes(_id))
        ? events.map((event) => ({ ...event, authorized: event.authorized.filter((id) => id !== _id) }))
        : null,
    );
    await remove(await storage.open(DATABASES.users), _id);
    await accounts.forget(_id, username);
  }
}
