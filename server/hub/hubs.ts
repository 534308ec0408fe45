import { hubRefusedBody, type MadeDoor, type ToldRefusals } from '#api/hubSchemas.ts';
import { canonical } from '#domain/canonical.ts';
import type { Author } from '#domain/documents/common.ts';
import type { User } from '#domain/documents/user.ts';
import { canSeeEvent, hasRole } from '#domain/rights/roles.ts';
import { PairingCodes } from '../auth/pairingCodes.ts';
import type { Origin } from '../auth/signIn.ts';
import { HttpError, notFound } from '../base/errors.ts';
import type { Doors } from '../doors/doors.ts';
import { centralEvents } from '../events/central.ts';
import { PairedAccounts, type PairedParts, type PairedUser } from '../events/paired.ts';
import { read, remove, update } from '../storage/documents.ts';
import { DATABASES, type Database } from '../storage/types.ts';

/** What a code stands for until a hub brings it. */
interface Pairing {
  eventIds: string[];
  name: string;
  /** When the hub's login ends, ms. */
  until: number;
  author: Author;
}

export interface Hub {
  user: PairedUser<'hub'>;
  eventIds: string[];
  address: string;
  /** When the central server last heard of it, ms; null once it is over. */
  lastUse: number | null;
  refused: ToldRefusals;
}

/** Longer than a door's: it opens more. */
const CODE_LENGTH = 12;
const MOST_HUBS = 50;

/** Document of `foyer-auth`: what a hub said that this server did not take. */
const refusedId = (hubId: string): string => `hubrefused_${hubId}`;

interface Parts extends PairedParts {
  doors: Doors;
}

/**
 * Servers in halls that are joined to this one (decision 41): each is an account without a
 * password, for chosen events, with one login that ends at a set time, or with one tap.
 */
export class Hubs {
  private readonly parts: Parts;
  private readonly codes: PairingCodes<Pairing>;
  private readonly paired: PairedAccounts<'hub'>;

  constructor(parts: Parts) {
    this.parts = parts;
    this.codes = new PairingCodes(parts.storage, 'hub', CODE_LENGTH);
    this.paired = new PairedAccounts(parts, 'hub');
  }

  /** A code that joins one hub. Throws 404 for an event that is not there, 409 `too_many`. */
  async offer(pairing: Pairing): Promise<{ code: string; expires: number }> {
    const known = new Set((await centralEvents(this.parts.storage)).map(({ id }) => id));
    const unknown = pairing.eventIds.find((id) => !known.has(id));
    if (unknown !== undefined) throw notFound(`no such event: ${unknown}`);
    if ((await this.paired.current()).length >= MOST_HUBS) {
      throw new HttpError(409, 'too_many', `there are at most ${MOST_HUBS} hubs`);
    }
    return this.codes.offer(pairing, this.parts.now());
  }

  /** From here on the code is worth nothing; false where it was not there any more, as somebody has come in with it. */
  takeBack(code: string): Promise<boolean> {
    return this.codes.takeBack(code);
  }

  /** Joins the hub that brings a code; null where the code is worth nothing (any more). */
  async join(code: string, origin: Origin): Promise<{ user: User; token: string; expires: number } | null> {
    const { accounts, now } = this.parts;
    const pairing = await this.codes.take(code, now());
    if (pairing === null || pairing.until <= now()) return null;
    const { eventIds, name, until, author } = pairing;
    // Whoever asked for the code may have lost the right to it since.
    const giver = await accounts.user(author.id);
    if (giver === null || !hasRole(giver.role, 'manager')) return null;
    const user = await this.paired.create({ name, role: 'member', hub: { until }, author }, eventIds);
    return user === null ? null : this.paired.open(user, origin, until);
  }

  /**
   * Doors that were paired on a hub are doors here as well, of its events and no longer than the hub itself. Resolves with those that
   * cannot be, each door as often as it is told with the same answer.
   */
  async adopt(
    hubId: string,
    made: readonly MadeDoor[],
    address: string,
  ): Promise<{ taken: User[]; refused: string[] }> {
    const { accounts, doors } = this.parts;
    const hub = (await this.paired.all()).find(({ _id }) => _id === hubId);
    if (hub === undefined) throw notFound('no such hub');
    const events = await centralEvents(this.parts.storage);
    const taken: User[] = [];
    const refused: string[] = [];
    for (const { id, name, by, login, ...door } of made) {
      const event = events.find((one) => one.id === door.eventId && one.authorized.includes(hubId));
      const person = await accounts.user(by);
      const isOurs =
        person !== null && event !== undefined && canSeeEvent({ id: by, role: person.role }, event);
      const author = isOurs ? { id: by, name: person.username } : { id: hubId, name: hub.username };
      const before = await accounts.user(id);
      const { endedAt, ...opened } = login;
      const ended = endedAt == null ? {} : { endedAt };
      const adopted =
        event !== undefined &&
        (await doors.adopt(hubId, {
          ...{ id, name, author, eventId: event.id, until: Math.min(door.until, hub.hub.until) },
          login: { ...opened, ...ended, address },
        }));
      const user = adopted ? await accounts.user(id) : null;
      if (user === null) refused.push(id);
      else if (before === null) taken.push(user);
    }
    // It was ended meanwhile, and its doors with it, but these.
    if ((await accounts.user(hubId)) === null) await doors.endOfHub(hubId);
    return { taken, refused };
  }

  /** What it says of events that it has no more counts for nothing. */
  async keepRefused(hubId: string, { changes, count }: ToldRefusals): Promise<void> {
    const own = new Set(
      (await centralEvents(this.parts.storage)).flatMap((e) => (e.authorized.includes(hubId) ? [e.id] : [])),
    );
    const kept = changes.filter(({ eventId }) => own.has(eventId));
    const told: ToldRefusals = {
      changes: kept,
      count: Math.max(kept.length, count - (changes.length - kept.length)),
    };
    await update(await this.auth(), refusedId(hubId), (stored) =>
      canonical(toldOf(stored)) === canonical(told) ? null : { type: 'hubrefused', ...told },
    );
  }

  async list(): Promise<Hub[]> {
    const { accounts, now } = this.parts;
    const auth = await this.auth();
    const events = await centralEvents(this.parts.storage);
    return Promise.all(
      (await this.paired.all()).map(async (user) => {
        const [login] = await accounts.logins.list(user._id, now());
        const own = events.filter(({ authorized }) => authorized.includes(user._id));
        return {
          ...{ user, eventIds: own.map(({ id }) => id) },
          ...{ address: login?.address ?? '', lastUse: login?.lastUse ?? null },
          refused: toldOf(await read(auth, refusedId(user._id))),
        };
      }),
    );
  }

  /** Ends a hub: from its next request on it is nobody here. Throws 404 where there is none of this id. */
  async end(userId: string): Promise<User> {
    const user = (await this.paired.all()).find(({ _id }) => _id === userId);
    if (user === undefined) throw notFound('no such hub');
    const { accounts, doors, now } = this.parts;
    // From here on its login is worth nothing, nor are those that it gave out.
    await accounts.endAllLogins(userId, now());
    await doors.endOfHub(userId);
    await this.paired.forget(user);
    await remove(await this.auth(), refusedId(userId));
    return user;
  }

  private auth(): Promise<Database> {
    return this.parts.storage.open(DATABASES.auth);
  }
}

function toldOf(stored: object | null): ToldRefusals {
  return hubRefusedBody.strip().safeParse(stored).data ?? { changes: [], count: 0 };
}
