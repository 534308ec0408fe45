import { CENTRAL_DOC_ID, type CentralEvent } from '#domain/documents/event.ts';
import type { User } from '#domain/documents/user.ts';
import { canSeeEvent, hasRole, type Role } from '#domain/roles.ts';
import { forbidden, notFound, unauthorized } from '../errors.ts';
import { read, type Stored } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import type { Accounts, Credential } from './accounts.ts';
import { Fresh } from './fresh.ts';
import type { Tokens } from './tokens.ts';

/** Who asks, as the server knows it at this moment. */
export interface Person {
  id: string;
  role: Role;
  user: User;
  /** Of the token; the same token may ask again later and be refused. */
  issuedAt: number;
}

/** What a person may do, judged afresh at each request: no decision outlives the documents it stands on. */
export class Access {
  private readonly users: Fresh<User | null>;
  private readonly credentials: Fresh<Credential | null>;
  private readonly central: Fresh<Stored | null>;
  private readonly tokens: Tokens;

  constructor(storage: Storage, accounts: Accounts, tokens: Tokens) {
    this.tokens = tokens;
    this.users = new Fresh(storage, DATABASES.users, (id) => accounts.user(id));
    this.credentials = new Fresh(storage, DATABASES.auth, (id) => accounts.credential(id));
    this.central = new Fresh(storage, DATABASES.central, async (id) =>
      read(await storage.open(DATABASES.central), id),
    );
  }

  /** The person of an `Authorization: Bearer …` header. Throws 401 for a bad, expired or revoked token. */
  async person(authorization: string | undefined): Promise<Person> {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    const claims = await this.tokens.verify(token);
    if (claims === null) throw unauthorized('the login is not valid any more');
    return this.recheck(claims.userId, claims.issuedAt);
  }

  /** The same person as things stand now. Throws 401 when the token was revoked, 403 never. */
  async recheck(userId: string, issuedAt: number): Promise<Person> {
    const [user, credential] = await Promise.all([this.users.get(userId), this.credentials.get(userId)]);
    if (
      user === null ||
      credential === null ||
      user.role === 'disabled' ||
      issuedAt < credential.tokensValidFrom
    ) {
      throw unauthorized('the login is not valid any more');
    }
    return { id: userId, role: user.role, user, issuedAt };
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

  /** The event, if the person may see it. Throws 404 for an unknown one, 403 for one they may not see. */
  async event(person: Person, eventId: string): Promise<CentralEvent> {
    const event = (await this.events()).find(({ id }) => id === eventId);
    if (event === undefined) throw notFound('no such event');
    if (!canSeeEvent(person, event)) throw forbidden();
    return event;
  }
}
