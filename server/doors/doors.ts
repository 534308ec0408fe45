import type { Author } from '#domain/documents/common.ts';
import type { User } from '#domain/documents/user.ts';
import { canSeeEvent, hasRole } from '#domain/rights/roles.ts';
import type { LoginRecord } from '../auth/logins.ts';
import { PairingCodes } from '../auth/pairingCodes.ts';
import type { Origin } from '../auth/signIn.ts';
import { HttpError, notFound } from '../base/errors.ts';
import { wasDeleted } from '../storage/documents.ts';
import { DATABASES } from '../storage/types.ts';
import { centralEvents } from '../events/central.ts';
import { PairedAccounts, type PairedParts, type PairedUser } from '../events/paired.ts';

/** What a code stands for until a phone brings it. */
interface Pairing {
  eventId: string;
  name: string;
  /** When the door ends, ms. */
  until: number;
  author: Author;
}

export interface Door {
  user: PairedUser<'door'>;
  /** Its login; null once the phone logged out. */
  login: LoginRecord | null;
}

const CODE_LENGTH = 8;
const MOST_DOORS = 200;
/** For so long a door that is over may bring what it did without a network, and is shown, ms: a helper's phone is in a bag until tomorrow. */
const BRINGS_AFTER = 7 * 24 * 3_600_000;

/** A door that was paired on a hub. */
export interface AdoptedDoor extends Pairing {
  id: string;
  login: Pick<LoginRecord, 'loginId' | 'tokenHash' | 'issuedAt' | 'since' | 'device' | 'address' | 'endedAt'>;
}

interface Parts extends PairedParts {
  /** This is a hub: what is paired here, the central server is told. */
  hub: { userId: string } | null;
}

/**
 * Phones that are paired with one event: each is an account of its own, a host without a password that sees this event
 * alone, with one login that ends at a set time. So what hosts may do, how a right is withdrawn and what a phone loses
 * then holds for doors as well (decision 37).
 */
export class Doors {
  private readonly parts: Parts;
  private readonly codes: PairingCodes<Pairing>;
  private readonly paired: PairedAccounts<'door'>;

  constructor(parts: Parts) {
    this.parts = parts;
    this.codes = new PairingCodes(parts.storage, 'door', CODE_LENGTH);
    this.paired = new PairedAccounts(parts, 'door');
  }

  /** A code that pairs one phone. Throws 409 where the event has all the doors it may have. */
  async offer(
    eventId: string,
    { name, until, author }: { name: string; until: number; author: Author },
  ): Promise<{ code: string; expires: number }> {
    await this.tidy();
    if (await this.isFull(eventId)) {
      throw new HttpError(409, 'too_many', `an event has at most ${MOST_DOORS} doors`);
    }
    return this.codes.offer({ eventId, name, until, author }, this.parts.now());
  }

  /** From here on the code is worth nothing; false where it was not there any more: used, or expired. */
  takeBack(code: string): Promise<boolean> {
    return this.codes.takeBack(code);
  }

  /** Makes a door of the phone that brings a code; null where the code is worth nothing (any more). */
  async pair(code: string, origin: Origin): Promise<{ user: User; token: string; expires: number } | null> {
    const { accounts, hub, now } = this.parts;
    const pairing = await this.codes.take(code, now());
    if (pairing === null || pairing.until <= now()) return null;
    // Whoever asked for the code may have lost the right to it since.
    const giver = await accounts.user(pairing.author.id);
    if (giver === null || !hasRole(giver.role, hub === null ? 'manager' : 'member')) return null;
    const event = (await centralEvents(this.parts.storage)).find(({ id }) => id === pairing.eventId);
    if (event === undefined || !canSeeEvent({ id: giver._id, role: giver.role }, event)) return null;
    const made = hub === null ? {} : { hub: hub.userId, untold: true };
    // What the central server says is not written down meanwhile (hub/link.ts).
    return accounts.exclusive(async () => {
      const user = await this.create(pairing, made);
      if (user === null) return null;
      const opened = await this.paired.open(user, origin, pairing.until + BRINGS_AFTER);
      return { ...opened, expires: opened.expires - BRINGS_AFTER };
    });
  }

  /** Makes a door of one that a hub has, as often as it is told; false where it cannot be one here, or was ended here. */
  async adopt(hubId: string, { id, login, ...pairing }: AdoptedDoor): Promise<boolean> {
    const { accounts, now, storage } = this.parts;
    const known = await accounts.user(id);
    if (known === null) {
      // The answer to the first telling was lost, and meanwhile somebody ended it.
      if (await wasDeleted(await storage.open(DATABASES.users), id)) return false;
      if (await this.isFull(pairing.eventId)) return false;
      if ((await this.create(pairing, { hub: hubId }, id)) === null) return false;
    } else {
      if (known.door?.hub !== hubId || known.door.eventId !== pairing.eventId) return false;
      // One phone, one login.
      const logins = await accounts.logins.all(id);
      if (logins.some(({ loginId }) => loginId !== login.loginId)) return false;
      if (!(await this.paired.allow(id, [pairing.eventId]))) return false;
    }
    // By a clock that is ahead, or a lie, it would outlast whoever ends all its logins of before.
    const issuedAt = Math.min(login.issuedAt, Math.floor(now() / 1000));
    await accounts.logins.adopt({ ...login, issuedAt, userId: id, expires: pairing.until + BRINGS_AFTER });
    return true;
  }

  /** Null where the event was deleted meanwhile. */
  private create(
    { eventId, name, until, author }: Pairing,
    made: Pick<NonNullable<User['door']>, 'hub' | 'untold'>,
    id?: string,
  ): Promise<User | null> {
    const door = { eventId, until, ...made };
    const given = { name, role: 'host' as const, door, author, ...(id === undefined ? {} : { id }) };
    return this.paired.create(given, [eventId]);
  }

  /** The doors of an event, also those that are over and may have something to bring. */
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
    const { accounts, hub, now } = this.parts;
    if (hub === null) await this.paired.forget(user);
    // The account is the central server's, which hears of ended logins.
    else
      for (const { loginId } of await accounts.logins.all(userId))
        await accounts.logins.end(userId, loginId, now());
    return user;
  }

  /** Ends the doors that were paired on a hub: whoever has the hub has their tokens. */
  async endOfHub(hubId: string): Promise<void> {
    const { accounts, now } = this.parts;
    for (const { _id, door } of await this.paired.all())
      if (door.hub === hubId) await accounts.endAllLogins(_id, now());
  }

  /** Doors that have nothing to bring any more go. */
  private async tidy(): Promise<void> {
    const { hub, now } = this.parts;
    // On a hub they come and go as the central server says.
    if (hub !== null) return;
    for (const user of await this.paired.all())
      if (user.door.until + BRINGS_AFTER <= now()) await this.paired.forget(user);
  }

  private async isFull(eventId: string): Promise<boolean> {
    const current = await this.paired.current();
    return current.filter(({ door }) => door.eventId === eventId).length >= MOST_DOORS;
  }

  private async ofEvent(eventId: string): Promise<Door['user'][]> {
    return (await this.paired.all()).filter(({ door }) => door.eventId === eventId);
  }
}
