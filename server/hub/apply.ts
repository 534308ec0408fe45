import type { HubState, TravellingPerson } from '#api/hubSchemas.ts';
import { canonical } from '#domain/canonical.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import { user as userSchema, type User } from '#domain/documents/user.ts';
import { idRange } from '#domain/ids.ts';
import type { Accounts } from '../auth/accounts.ts';
import { credentialId, type Credential } from '../auth/credential.ts';
import { loginDocId, type LoginRecord } from '../auth/logins.ts';
import { takeName } from '../auth/names.ts';
import { isUntold } from './made.ts';
import { touchCentral, updateCentral } from '../events/central.ts';
import { remove, update } from '../storage/documents.ts';
import { DATABASES, type AnyDoc, type Database, type Storage } from '../storage/types.ts';

interface ApplyParts {
  storage: Storage;
  accounts: Accounts;
}

/** A login that was ended on this hub and is not at the central server. */
export interface EndedHere {
  userId: string;
  loginId: string;
}

/**
 * Writes down who may do what, as the central server says it: only what is different, so that an unchanged state costs no
 * write. Whoever is not named any more is nobody here any more. Resolves with the logins that were ended here alone.
 */
export async function applyPeople(
  { storage, accounts }: ApplyParts,
  people: readonly TravellingPerson[],
  now: number,
): Promise<EndedHere[]> {
  const here = await readPeople(storage);
  const ended: EndedHere[] = [];
  let hasNewRole = false;
  for (const person of people) {
    // The central server may have begun to know a door of which it must still be told.
    if (isUntold(here.known.get(person.user._id) ?? {})) continue;
    // Before the account can be read: nothing is let in that has ended.
    await applyCredential(here, person);
    ended.push(...(await applyLogins(here, person)));
    if (await applyUser(here, person, now)) hasNewRole = true;
  }
  // Devices ask who they are when the list of events changes.
  if (hasNewRole) await touchCentral(storage, now);
  const named = new Set(people.map(({ user }) => user._id));
  for (const [id, doc] of here.known) {
    if (named.has(id) || !userSchema.safeParse(doc).success || isUntold(doc)) continue;
    await endUnnamed(here, accounts, doc, now);
  }
  return ended;
}

/** The people of this hub as they are stored, by the id of each document or of its user. */
interface PeopleHere {
  users: Database;
  auth: Database;
  known: ReadonlyMap<string, User>;
  credentials: ReadonlyMap<string, Credential>;
  logins: ReadonlyMap<string, LoginRecord>;
}

async function readPeople(storage: Storage): Promise<PeopleHere> {
  const users = await storage.open(DATABASES.users);
  const auth = await storage.open(DATABASES.auth);
  const known = await allOf<User>(users, {});
  const credentials = await allOf<Credential>(auth, idRange('cred_'));
  const logins = await allOf<LoginRecord & { _id: string }>(auth, idRange('login_'));
  return {
    ...{ users, auth },
    known: new Map(known.map((user) => [user._id, user])),
    credentials: new Map(credentials.map((credential) => [credential.userId, credential])),
    logins: new Map(logins.map((login) => [login._id, login])),
  };
}

async function applyCredential(
  { auth, credentials }: PeopleHere,
  { user, hash, tokensValidFrom, codes }: TravellingPerson,
): Promise<void> {
  const here = credentials.get(user._id);
  const isUnchanged =
    here?.hash === hash && here.tokensValidFrom >= tokensValidFrom && (here.codesElsewhere ?? 'no') === codes;
  if (isUnchanged) return;
  await update(auth, credentialId(user._id), (stored) => ({
    ...{ lastLogin: null, ...stored, type: 'credential', userId: user._id, hash },
    codesElsewhere: codes,
    tokensValidFrom: Math.max(tokensValidFrom, Number(stored?.['tokensValidFrom'] ?? 0)),
  }));
}

/** Resolves with those that were ended here alone: they stay ended. */
async function applyLogins(
  { auth, logins: known }: PeopleHere,
  { user: { _id: userId }, logins }: TravellingPerson,
): Promise<EndedHere[]> {
  const ended: EndedHere[] = [];
  for (const { endedAt, codesFirst, ...login } of logins) {
    const id = loginDocId(userId, login.loginId);
    const here = known.get(id);
    if (here?.endedAt !== undefined && endedAt == null) ended.push({ userId, loginId: login.loginId });
    const isKnown = here?.tokenHash === login.tokenHash && (here.codesFirst ?? false) === codesFirst;
    if (isKnown && (endedAt == null || here.endedAt !== undefined)) continue;
    await update(auth, id, (stored) => ({
      ...{ type: 'login', userId, address: '', mark: null, lastUse: login.since, ...login, ...stored },
      tokenHash: login.tokenHash,
      codesFirst,
      ...(endedAt == null ? {} : { endedAt }),
    }));
  }
  return ended;
}

/** Resolves with whether somebody who was known here has another role now. */
async function applyUser(
  { users, auth, known }: PeopleHere,
  { user }: TravellingPerson,
  now: number,
): Promise<boolean> {
  const here = known.get(user._id);
  if (isSame(here, user)) return false;
  if (user.door == null) await takeName(auth, user.username, user._id, now);
  await update(users, user._id, () => ({ ...user }));
  return here !== undefined && here.role !== user.role;
}

/** Whom the central server names no more. A phone at a door hears that it was ended first, and lets its copy go. */
async function endUnnamed(
  { users, logins }: PeopleHere,
  accounts: Accounts,
  { _id: id, username, door }: User,
  now: number,
): Promise<void> {
  if (door != null && door.until > now) {
    for (const { userId, loginId, endedAt } of logins.values())
      if (userId === id && endedAt === undefined) await accounts.logins.end(id, loginId, now);
    return;
  }
  await accounts.endAllLogins(id, now);
  await remove(users, id);
  await accounts.forget(id, username);
}

/** The list of events: those of which the hub holds everything. What it once listed stays listed. */
export async function applyEvents(
  storage: Storage,
  events: HubState['events'],
  complete: ReadonlySet<string>,
): Promise<void> {
  const doors = (await allOf<User>(await storage.open(DATABASES.users), {})).filter(isUntold);
  const withOwn = ({ id, authorized }: CentralEvent): string[] => [
    ...authorized,
    ...doors
      .filter(({ _id, door }) => door?.eventId === id && !authorized.includes(_id))
      .map(({ _id }) => _id),
  ];
  await updateCentral(storage, (before) => {
    const given = new Map(events.map((event) => [event.id, event]));
    const kept = before.map((event) => {
      const told = given.get(event.id);
      return told === undefined ? event : { ...event, authorized: withOwn(told) };
    });
    const listed = new Set(before.map(({ id }) => id));
    const added = events.filter(({ id }) => complete.has(id) && !listed.has(id));
    const next: CentralEvent[] = [...kept, ...added];
    return canonical(next) === canonical(before) ? null : next;
  });
}

function isSame(stored: User | undefined, user: User): boolean {
  if (stored === undefined) return false;
  const { _rev, ...rest } = stored as User & { _rev?: string };
  return canonical(rest) === canonical(user);
}

async function allOf<T>(db: Database, range: object): Promise<T[]> {
  const { rows } = await db.allDocs({ ...range, include_docs: true });
  return rows.flatMap(({ doc }) => (doc == null ? [] : [doc as AnyDoc as T]));
}
