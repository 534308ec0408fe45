import { createHash, randomInt } from 'node:crypto';
import type { Author } from '#domain/documents/common.ts';
import { user as userSchema, type User } from '#domain/documents/user.ts';
import { idRange } from '#domain/ids.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { LoginRecord } from '../auth/logins.ts';
import type { Origin, SignIn } from '../auth/signIn.ts';
import { HttpError, isConflict, isMissing, notFound } from '../base/errors.ts';
import { setAuthorizations } from '../events/authorizations.ts';
import { updateCentral } from '../events/central.ts';
import { insert, read, remove } from '../storage/documents.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';

/** What a code stands for until a phone brings it; document `pairing_<hash of the code>` of `foyer-auth`. */
interface Pairing {
  type: 'pairing';
  eventId: string;
  name: string;
  /** When the door ends, ms. */
  until: number;
  /** When the code is worth nothing any more, ms. */
  expires: number;
  author: Author;
}

export interface Door {
  user: User & { door: NonNullable<User['door']> };
  /** Its login; null once the phone logged out. */
  login: LoginRecord | null;
}

/** A code is typed within minutes, or not at all. */
const CODE_LASTS = 10 * 60_000;
const CODE_LENGTH = 8;
/** Nothing that looks like something else. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const MOST_DOORS = 200;
/** For so long a door that is over is still shown, ms. */
const SHOWN_AFTER = 24 * 3_600_000;

const PAIRING = 'pairing_';
/** As it is typed: small letters and gaps mean nothing. */
const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const pairingId = (code: string): string =>
  `${PAIRING}${createHash('sha256')
    .update(`door ${plain(code)}`)
    .digest('hex')}`;

interface Parts {
  storage: Storage;
  accounts: Accounts;
  signIn: SignIn;
  /** ms since 1970 */
  now: () => number;
}

/**
 * Phones that are paired with one event: each is an account of its own, a host without a password that sees this event
 * alone, with one login that ends at a set time. So what hosts may do, how a right is withdrawn and what a phone loses
 * then holds for doors as well (decision 37).
 */
export class Doors {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** A code that pairs one phone. Throws 409 where the event has all the doors it may have. */
  async offer(
    eventId: string,
    { name, until, author }: { name: string; until: number; author: Author },
  ): Promise<{ code: string; expires: number }> {
    await this.tidy();
    if ((await this.ofEvent(eventId)).length >= MOST_DOORS) {
      throw new HttpError(409, 'conflict', `an event has at most ${MOST_DOORS} doors`);
    }
    const code = Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(
      '',
    );
    const expires = this.parts.now() + CODE_LASTS;
    const pairing: Pairing = { type: 'pairing', eventId, name, until, expires, author };
    await insert(await this.auth(), { _id: pairingId(code), ...pairing });
    return { code, expires };
  }

  /** Makes a door of the phone that brings a code; null where the code is worth nothing (any more). */
  async pair(code: string, origin: Origin): Promise<{ user: User; token: string; expires: number } | null> {
    const { accounts, signIn, storage, now } = this.parts;
    const pairing = await this.take(pairingId(code));
    if (pairing === null || pairing.expires <= now() || pairing.until <= now()) return null;
    const { eventId, name, until, author } = pairing;
    const user = await accounts.createDoor({ name, door: { eventId, until }, author }, now());
    try {
      await setAuthorizations(storage, user._id, [[eventId, true]]);
    } catch (error) {
      await this.forget(user);
      // The event was deleted meanwhile.
      if (error instanceof HttpError && error.status === 404) return null;
      throw error;
    }
    const issuedAt = Math.floor(now() / 1000);
    return { user, ...(await signIn.open(user, origin, issuedAt, Math.ceil(until / 1000))) };
  }

  /** The doors of an event, also those that ended within the last day. */
  async list(eventId: string): Promise<Door[]> {
    const { accounts, now } = this.parts;
    return Promise.all(
      (await this.ofEvent(eventId)).map(async (user) => {
        const [login = null] = await accounts.logins.list(user._id, now());
        return { user, login };
      }),
    );
  }

  /** Ends a door: its phone loses the login and the copy. Throws 404 where the event has none of this id. */
  async end(eventId: string, userId: string): Promise<User> {
    const user = (await this.ofEvent(eventId)).find(({ _id }) => _id === userId);
    if (user === undefined) throw notFound('no such door');
    await this.forget(user);
    return user;
  }

  /** The pairing, which nobody gets a second time. */
  private async take(id: string): Promise<Pairing | null> {
    const auth = await this.auth();
    const stored = await read(auth, id);
    if (stored === null) return null;
    try {
      await auth.remove(stored._id, stored._rev);
    } catch (error) {
      if (isConflict(error) || isMissing(error)) return null;
      throw error;
    }
    return stored as unknown as Pairing;
  }

  private async forget({ _id, username }: User): Promise<void> {
    const { accounts, storage } = this.parts;
    // From here on its login is worth nothing; what is left of it after a crash is tidied later.
    await accounts.endAllLogins(_id, this.parts.now());
    await updateCentral(storage, (events) =>
      events.some(({ authorized }) => authorized.includes(_id))
        ? events.map((event) => ({ ...event, authorized: event.authorized.filter((id) => id !== _id) }))
        : null,
    );
    await remove(await storage.open(DATABASES.users), _id);
    await accounts.forget(_id, username);
  }

  /** Codes that nobody brought, and doors that have been over for a day, go. */
  private async tidy(): Promise<void> {
    const { now } = this.parts;
    const auth = await this.auth();
    const { rows } = await auth.allDocs({ ...idRange(PAIRING), include_docs: true });
    for (const { id, doc } of rows) {
      if (((doc as Partial<Pairing> | undefined)?.expires ?? 0) <= now()) await remove(auth, id);
    }
    for (const user of await this.all()) if (user.door.until + SHOWN_AFTER <= now()) await this.forget(user);
  }

  private async ofEvent(eventId: string): Promise<Door['user'][]> {
    return (await this.all()).filter(({ door }) => door.eventId === eventId);
  }

  private async all(): Promise<Door['user'][]> {
    const { rows } = await (await this.parts.storage.open(DATABASES.users)).allDocs({ include_docs: true });
    return rows.flatMap(({ doc }) => {
      const parsed = userSchema.safeParse(doc);
      return parsed.success && parsed.data.door != null ? [parsed.data as Door['user']] : [];
    });
  }

  private auth(): Promise<Database> {
    return this.parts.storage.open(DATABASES.auth);
  }
}
