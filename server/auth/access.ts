import { CENTRAL_DOC_ID, type CentralEvent } from '#domain/documents/event.ts';
import type { User } from '#domain/documents/user.ts';
import { canSeeEvent, hasRole, type Role } from '#domain/rights/roles.ts';
import { forbidden, HttpError, notFound, unauthorized } from '../base/errors.ts';
import { read, type Stored } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import type { Accounts } from './accounts.ts';
import { opensOnlyCodes } from './codeRule.ts';
import { Fresh } from './fresh.ts';
import { standingIds, type Logins, type Standing } from './logins.ts';
import type { TokenClaims, Tokens } from './tokens.ts';

/** Who asks, as the server knows it at this moment. */
export interface Person {
  id: string;
  role: Role;
  user: User;
  /** Of the token; the same token may ask again later and be refused. */
  issuedAt: number;
  loginId: string;
  /** Asks with no app of ours (see `Circumstances`). */
  fromOutside?: boolean;
  /** The protocol that the app speaks; absent where it is no app of ours. */
  speaks?: number;
  /** Where the request came from; unknown between requests. */
  address?: string;
  /** Must set up one-time codes before anything else, and may do nothing but that. */
  codesFirst?: boolean;
  /** A door whose time is over: it may bring what it has done, and nothing else. */
  isOver?: boolean;
}

/** For whom: those who may do everything their role may, or also those who must set up one-time codes first, or whose time is over. */
export type Comers = 'ready' | 'also_enrolling' | 'also_over';
export function assertReady(
  { codesFirst, isOver }: Pick<Person, 'codesFirst' | 'isOver'>,
  comers: Comers,
): void {
  if (isOver === true && comers !== 'also_over')
    throw new HttpError(401, DOOR_OVER, 'the time of this door is over');
  if (codesFirst === true && comers !== 'also_enrolling')
    throw new HttpError(403, 'codes_first', 'set up one-time codes first');
}
const DOOR_OVER = 'door_over';

/** 401 for a token that was right and has ended: whoever sends it held it once. */
export class RevokedLogin extends HttpError {
  readonly userId: string;
  readonly username: string | null;

  constructor(userId: string, username: string | null) {
    super(401, 'unauthorized', 'the login is not valid any more');
    this.userId = userId;
    this.username = username;
  }
}

const unknownHere = (): HttpError =>
  new HttpError(503, 'hub_unknown', 'this hub does not know the login', undefined, 30);

const keyOf = (userId: string, loginId: string): string => `${userId} ${loginId}`;
function partsOf(key: string): [userId: string, loginId: string] {
  const [userId = '', loginId = ''] = key.split(' ');
  return [userId, loginId];
}

interface AccessParts {
  storage: Storage;
  accounts: Accounts;
  tokens: Tokens;
  logins: Logins;
  /** On a hub: the central server knows more people, so nobody hears from a hub that a login it does not know has ended. */
  isHub?: boolean;
}

/** What a person may do, judged afresh at each request: no decision outlives the documents it stands on. */
export class Access {
  private readonly users: Fresh<User | null>;
  /** What stands against a token: its user's credential, and its own login. */
  private readonly standings: Fresh<Standing>;
  private readonly central: Fresh<Stored | null>;
  private readonly tokens: Tokens;
  private readonly logins: Logins;
  private readonly storage: Storage;

  private readonly isHub: boolean;

  constructor({ storage, accounts, tokens, logins, isHub = false }: AccessParts) {
    this.isHub = isHub;
    this.tokens = tokens;
    this.logins = logins;
    this.storage = storage;
    this.users = new Fresh({ storage, database: DATABASES.users, load: (id) => accounts.user(id) });
    this.standings = new Fresh({
      ...{ storage, database: DATABASES.auth },
      load: (key) => logins.standing(...partsOf(key)),
      idsOf: (key) => standingIds(...partsOf(key)),
    });
    this.central = new Fresh({
      ...{ storage, database: DATABASES.central },
      load: async (id) => read(await storage.open(DATABASES.central), id),
    });
  }

  /**
   * The person of an `Authorization: Bearer …` header. Throws 401 for a bad, expired or revoked token, and 403 where
   * one-time codes are to be set up first.
   */
  async person(authorization: string | undefined, comers: Comers = 'ready'): Promise<Person> {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    const claims = await this.tokens.verify(token);
    if (claims === null) throw this.isHub ? unknownHere() : unauthorized('the login is not valid any more');
    const person = await this.recheck(claims, comers).catch(async (error: unknown) => {
      // That a database is out of reach says nothing of the login: whoever heard 401 would be logged out.
      if (!(error instanceof HttpError) || error.status !== 401 || error.code === DOOR_OVER) throw error;
      throw new RevokedLogin(claims.userId, (await this.users.get(claims.userId))?.username ?? null);
    });
    this.logins.used(claims, Date.now(), token);
    return person;
  }

  /** The same person as things stand now. Throws 401 when the token was revoked, 403 where codes are to be set up first. */
  async recheck({ userId, issuedAt, loginId }: TokenClaims, comers: Comers = 'ready'): Promise<Person> {
    const [user, { credential, login, codeRoles }] = await Promise.all([
      this.users.get(userId),
      this.standings.get(keyOf(userId, loginId)),
    ]);
    // A door that was paired on a hub is nobody without it, whatever was under way when that one ended.
    const hub = this.isHub ? null : (user?.door?.hub ?? null);
    const revoked =
      user === null ||
      (hub !== null && (await this.users.get(hub)) === null) ||
      credential === null ||
      user.role === 'disabled' ||
      issuedAt < credential.tokensValidFrom ||
      login?.endedAt !== undefined;
    if (user === null && this.isHub) throw unknownHere();
    if (revoked) {
      await this.storage.assertMajority?.();
      throw unauthorized('the login is not valid any more');
    }
    const codesFirst = opensOnlyCodes(codeRoles, user, credential, login);
    const isOver = user.door != null && user.door.until <= Date.now();
    const person: Person = { id: userId, role: user.role, user, issuedAt, loginId };
    if (!codesFirst && !isOver) return person;
    assertReady({ codesFirst, isOver }, comers);
    return { ...person, ...(codesFirst ? { codesFirst } : {}), ...(isOver ? { isOver } : {}) };
  }

  /** Throws 403 below the role. */
  require(person: Person, role: Role): void {
    if (!hasRole(person.role, role)) throw forbidden();
  }

  /** The `events` document of `central`, or null before the first event. */
  centralDocument(): Promise<Stored | null> {
    return this.central.get(CENTRAL_DOC_ID);
  }

  async events(): Promise<readonly CentralEvent[]> {
    const events = (await this.centralDocument())?.['events'];
    return Array.isArray(events) ? (events as CentralEvent[]) : [];
  }

  /** Throws 503 where that cannot be told. */
  async isEvent(eventId: string): Promise<boolean> {
    if ((await this.events()).some(({ id }) => id === eventId)) return true;
    await this.storage.assertMajority?.();
    return false;
  }

  /**
   * The event, if the person may see it. Throws 403 for any other; only managers, who see all, hear 404 of an unknown
   * one: nobody else can tell which events there are.
   */
  async event(person: Person, eventId: string): Promise<CentralEvent> {
    const event = (await this.events()).find(({ id }) => id === eventId);
    // It may be this person's at the central server: who heard 403 would let the copy go.
    if (event === undefined && this.isHub)
      throw new HttpError(503, 'unavailable', 'this hub does not hold the event', undefined, 30);
    if (event === undefined || !canSeeEvent(person, event)) await this.storage.assertMajority?.();
    if (event === undefined && hasRole(person.role, 'manager')) throw notFound('no such event');
    if (event === undefined || !canSeeEvent(person, event)) throw forbidden();
    return event;
  }
}
