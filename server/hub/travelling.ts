import type { HubState, TravellingPerson } from '#api/hubSchemas.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import { user as userSchema, type User } from '#domain/documents/user.ts';
import { idRange } from '#domain/ids.ts';
import { canSeeEvent } from '#domain/rights/roles.ts';
import { asksForCode, mustHaveCodes, opensOnlyCodes, readCodeRule } from '../auth/codeRule.ts';
import type { Credential } from '../auth/credential.ts';
import type { LoginRecord } from '../auth/logins.ts';
import { DATABASES, type AnyDoc, type Database, type Storage } from '../storage/types.ts';

/**
 * What a hub is to know: its events, and everybody who may see one of them, with the logins that they have. Of managers
 * no password goes along: a laptop in a hall may be stolen, and who has it can try passwords for as long as they like.
 */
export async function stateFor(
  storage: Storage,
  { events, hubId, now }: { events: readonly CentralEvent[]; hubId: string; now: number },
): Promise<Omit<HubState, 'ok'>> {
  // What is read while most nodes of a cluster are gone may lack somebody, whom the hub would forget.
  await storage.assertMajority?.();
  const own = events.filter(({ authorized }) => authorized.includes(hubId));
  const auth = await storage.open(DATABASES.auth);
  const [users, credentials, logins, codeRoles] = await Promise.all([
    allOf<User>(await storage.open(DATABASES.users), {}),
    allOf<Credential>(auth, idRange('cred_')),
    allOf<LoginRecord>(auth, idRange('login_')),
    readCodeRule(storage),
  ]);
  const credentialOf = new Map(credentials.map((credential) => [credential.userId, credential]));
  const loginsOf = new Map<string, LoginRecord[]>();
  for (const login of logins) loginsOf.set(login.userId, [...(loginsOf.get(login.userId) ?? []), login]);
  const people = users.flatMap((doc): TravellingPerson[] => {
    const user = userSchema.safeParse(doc).data;
    const credential = user === undefined ? undefined : credentialOf.get(user._id);
    if (user === undefined || credential === undefined || user.hub != null) return [];
    if (!own.some((event) => canSeeEvent({ id: user._id, role: user.role }, event))) return [];
    const mustShow = asksForCode(user, credential) || mustHaveCodes(codeRoles, user);
    const isClosed = (login: LoginRecord | null): boolean =>
      opensOnlyCodes(codeRoles, user, credential, login);
    const isPortable = user.role !== 'manager' && credential.oneTimeUntil == null;
    return [
      {
        user: withoutRevision(user),
        hash: isPortable ? credential.hash : null,
        tokensValidFrom: credential.tokensValidFrom,
        codes: isClosed(null) ? 'first' : mustShow ? 'asked' : 'no',
        logins: (loginsOf.get(user._id) ?? []).flatMap((login) => travelling(login, now, isClosed(login))),
      },
    ];
  });
  const ids = new Set(people.map(({ user }) => user._id));
  return {
    events: own.map((event) => ({ ...event, authorized: event.authorized.filter((id) => ids.has(id)) })),
    people,
  };
}

function travelling(
  { loginId, tokenHash, issuedAt, since, expires, device, endedAt }: LoginRecord,
  now: number,
  codesFirst: boolean,
): TravellingPerson['logins'] {
  if (tokenHash === undefined || expires <= now) return [];
  const end = endedAt === undefined ? {} : { endedAt };
  return [{ loginId, tokenHash, issuedAt, since, expires, device, codesFirst, ...end }];
}

function withoutRevision(user: User): User {
  const { _rev, ...rest } = user as User & { _rev?: string };
  return rest;
}

async function allOf<T>(db: Database, range: object): Promise<T[]> {
  const { rows } = await db.allDocs({ ...range, include_docs: true });
  return rows.flatMap(({ doc }) => (doc == null ? [] : [doc as AnyDoc as T]));
}
