import type { Author } from '#domain/documents/common.ts';
import { user as userSchema, type User } from '#domain/documents/user.ts';
import type { MadeDoor } from '#api/hubSchemas.ts';
import { canSeeEvent } from '#domain/rights/roles.ts';
import type { Accounts } from '../auth/accounts.ts';
import { PairingCodes } from '../auth/pairingCodes.ts';
import type { Origin, SignIn } from '../auth/signIn.ts';
import { HttpError, notFound } from '../base/errors.ts';
import { setAuthorizations } from '../events/authorizations.ts';
import type { Doors } from '../doors/doors.ts';
import { updateCentral } from '../events/central.ts';
import { read, remove } from '../storage/documents.ts';
import { CENTRAL_DOC_ID, type CentralEvents } from '#domain/documents/event.ts';
import { DATABASES, type Storage } from '../storage/types.ts';

/** What a code stands for until a hub brings it. */
interface Pairing {
  eventIds: string[];
  name: string;
  /** When the hub's login ends, ms. */
  until: number;
  author: Author;
}

type HubUser = User & { hub: NonNullable<User['hub']> };

export interface Hub {
  user: HubUser;
  eventIds: string[];
  address: string;
  /** When the central server last heard of it, ms; null once it is over. */
  lastUse: number | null;
}

/** Longer than a door's: it opens more. */
const CODE_LENGTH = 12;
const MOST_HUBS = 50;

interface Parts {
  storage: Storage;
  accounts: Accounts;
  signIn: SignIn;
  doors: Doors;
  /** ms since 1970 */
  now: () => number;
}

/**
 * Servers in halls that are joined to this one (decision "A hub is a server in the hall"): each is an account without a
 * password, for chosen events, with one login that ends at a set time, or with one tap.
 */
export class Hubs {
  private readonly parts: Parts;
  private readonly codes: PairingCodes<Pairing>;

  constructor(parts: Parts) {
    this.parts = parts;
    this.codes = new PairingCodes(parts.storage, 'hub', CODE_LENGTH);
  }

  /** A code that joins one hub. Throws 404 for an event that is not there, 409 where there are too many hubs. */
  async offer(pairing: Pairing): Promise<{ code: string; expires: number }> {
    const known = new Set((await this.events()).map(({ id }) => id));
    const unknown = pairing.eventIds.find((id) => !known.has(id));
    if (unknown !== undefined) throw notFound(`no such event: ${unknown}`);
    if ((await this.users()).length >= MOST_HUBS) {
      throw new HttpError(409, 'conflict', `there are at most ${MOST_HUBS} hubs`);
    }
    return this.codes.offer(pairing, this.parts.now());
  }

  /** Joins the hub that brings a code; null where the code is worth nothing (any more). */
  async join(code: string, origin: Origin): Promise<{ user: User; token: string; expires: number } | null> {
    const { accounts, signIn, storage, now } = this.parts;
    const pairing = await this.codes.take(code, now());
    if (pairing === null || pairing.until <= now()) return null;
    const { eventIds, name, until, author } = pairing;
    const user = await accounts.createPaired({ name, role: 'member', hub: { until }, author }, now());
    try {
      await setAuthorizations(
        storage,
        user._id,
        eventIds.map((id) => [id, true]),
      );
    } catch (error) {
      await this.forget(user);
      // An event was deleted meanwhile.
      if (error instanceof HttpError && error.status === 404) return null;
      throw error;
    }
    const issuedAt = Math.floor(now() / 1000);
    return { user, ...(await signIn.open(user, origin, issuedAt, { until: Math.ceil(until / 1000) })) };
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
    const hub = (await this.users()).find(({ _id }) => _id === hubId);
    if (hub === undefined) throw notFound('no such hub');
    const events = await this.events();
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
    return { taken, refused };
  }

  async list(): Promise<Hub[]> {
    const { accounts, now } = this.parts;
    const events = await this.events();
    return Promise.all(
      (await this.users()).map(async (user) => {
        const [login] = await accounts.logins.list(user._id, now());
        const own = events.filter(({ authorized }) => authorized.includes(user._id));
        return {
          ...{ user, eventIds: own.map(({ id }) => id) },
          ...{ address: login?.address ?? '', lastUse: login?.lastUse ?? null },
        };
      }),
    );
  }

  /** Ends a hub: from its next request on it is nobody here. Throws 404 where there is none of this id. */
  async end(userId: string): Promise<User> {
    const user = (await this.users()).find(({ _id }) => _id === userId);
    if (user === undefined) throw notFound('no such hub');
    await this.forget(user);
    return user;
  }

  private async forget({ _id, username }: User): Promise<void> {
    const { accounts, doors, storage, now } = this.parts;
    // From here on its login is worth nothing, whatever a crash leaves of the rest; nor are those that it gave out.
    await accounts.endAllLogins(_id, now());
    await doors.endOfHub(_id);
    await updateCentral(storage, (events) =>
      events.some(({ authorized }) => authorized.includes(_id))
        ? events.map((event) => ({ ...event, authorized: event.authorized.filter((id) => id !== _id) }))
        : null,
    );
    await remove(await storage.open(DATABASES.users), _id);
    await accounts.forget(_id, username);
  }

  private async events(): Promise<CentralEvents['events']> {
    const central = await read(await this.parts.storage.open(DATABASES.central), CENTRAL_DOC_ID);
    return (central as unknown as CentralEvents | null)?.events ?? [];
  }

  private async users(): Promise<HubUser[]> {
    const { rows } = await (await this.parts.storage.open(DATABASES.users)).allDocs({ include_docs: true });
    return rows.flatMap(({ doc }) => {
      const parsed = userSchema.safeParse(doc);
      return parsed.success && parsed.data.hub != null ? [parsed.data as HubUser] : [];
    });
  }
}
