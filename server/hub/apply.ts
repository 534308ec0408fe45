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
  const users = await storage.open(DATABASES.users);
  const auth = await storage.open(DATABASES.auth);
  const known = new Map((await allOf<User>(users, {})).map((user) => [user._id, user]));
  const credentials = new Map(
    (await allOf<Credential>(auth, idRange('cred_'))).map((credential) => [credential.userId, credential]),
  );
  const logins = new Map(
    (await allOf<LoginRecord & { _id: string }>(auth, idRange('login_'))).map((login) => [login._id, login]),
  );
  const ended: EndedHere[] = [];
  let hasNewRole = false;
  for (const { user, hash, tokensValidFrom, codes, logins: theirs } of people) {
    // The central server may have begun to know a door of which it must still be told.
    if (isUntold(known.get(user._id) ?? {})) continue;
    // Before the account can be read: nothing is let in that has ended.
    const credential = credentials.get(user._id);
    const isSameCredential =
      credential?.hash === hash &&
      credential.tokensValidFrom >= tokensValidFrom &&
      (credential.codesElsewhere ?? 'no') === codes;
    if (!isSameCredential) {
      await update(auth, credentialId(user._id), (stored) => ({
        ...{ lastLogin: null, ...stored, type: 'credential', userId: user._id, hash },
        codesElsewhere: codes,
        tokensValidFrom: Math.max(tokensValidFrom, Number(stored?.['tokensValidFrom'] ?? 0)),
      }));
    }
    for (const { endedAt, codesFirst, ...login } of theirs) {
      const id = loginDocId(user._id, login.loginId);
      const here = logins.get(id);
      if (here?.endedAt !== undefined && endedAt == null)
        ended.push({ userId: user._id, loginId: login.loginId });
      const isKnown = here?.tokenHash === login.tokenHash && (here.codesFirst ?? false) === codesFirst;
      if (isKnown && (endedAt == null || here.endedAt !== undefined)) continue;
      await update(auth, id, (stored) => ({
        ...{
          type: 'login',
          userId: user._id,
          address: '',
          mark: null,
          lastUse: login.since,
          ...login,
          ...stored,
        },
        tokenHash: login.tokenHash,
        codesFirst,
        ...(endedAt == null ? {} : { endedAt }),
      }));
    }
    if (!isSame(known.get(user._id), user)) {
      if (user.door == null) await takeName(auth, user.username, user._id, now);
      await update(users, user._id, () => ({ ...user }));
      hasNewRole ||= known.has(user._id) && known.get(user._id)?.role !== user.role;
    }
  }
  // Devices ask who they are when the list of events changes.
  if (hasNewRole) await touchCentral(storage, now);
  const named = new Set(people.map(({ user }) => user._id));
  for (const [id, doc] of known) {
    if (named.has(id) || !userSchema.safeParse(doc).success || isUntold(doc)) continue;
    if (doc.door != null && doc.door.until > now) {
      // Its phone hears that it was ended, and lets its copy go.
      for (const { userId, loginId, endedAt } of logins.values())
        if (userId === id && endedAt === undefined) await accounts.logins.end(id, loginId, now);
      continue;
    }
    await accounts.endAllLogins(id, now);
    await remove(users, id);
    await accounts.forget(id, doc.username);
  }
  return ended;
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
