import type { ManagedUser } from '#api/accountSchemas.ts';
import { isPerson, user as userSchema } from '#domain/documents/user.ts';
import { idRange } from '#domain/ids.ts';
import { DATABASES, type AnyDoc, type Storage } from '../storage/types.ts';
import type { Credential } from './credential.ts';
import type { LoginRecord } from './logins.ts';

/** All users as managers see them. */
export async function manageableUsers(storage: Storage, now: number): Promise<ManagedUser[]> {
  const auth = await storage.open(DATABASES.auth);
  const [users, credentials, logins] = await Promise.all([
    storage.open(DATABASES.users).then(async (db) => (await db.allDocs({ include_docs: true })).rows),
    auth.allDocs({ ...idRange('cred_'), include_docs: true }).then(({ rows }) => docsOf<Credential>(rows)),
    auth.allDocs({ ...idRange('login_'), include_docs: true }).then(({ rows }) => docsOf<LoginRecord>(rows)),
  ]);
  const byUser = new Map(credentials.map((credential) => [credential.userId, credential]));
  const counts = new Map<string, number>();
  for (const { userId, endedAt, expires, issuedAt } of logins) {
    const validFrom = byUser.get(userId)?.tokensValidFrom ?? 0;
    if (endedAt === undefined && expires > now && issuedAt >= validFrom)
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  return users.flatMap(({ doc }) => {
    // Design documents and anything that is no user are left out, and doors and hubs, which have lists of their own.
    const parsed = userSchema.safeParse(doc);
    if (!parsed.success || !isPerson(parsed.data)) return [];
    const { _id: id, username, role } = parsed.data;
    const credential = byUser.get(id);
    return {
      ...{ id, username, role },
      roleBefore: role === 'disabled' ? (credential?.roleBefore ?? null) : null,
      lastLogin: credential?.lastLogin ?? null,
      logins: role === 'disabled' ? 0 : (counts.get(id) ?? 0),
      oneTimeUntil: credential?.oneTimeUntil ?? null,
      codesSince: credential?.codes?.since ?? null,
    };
  });
}

const docsOf = <T>(rows: readonly { doc?: unknown }[]): T[] =>
  rows.flatMap(({ doc }) => (doc == null ? [] : [doc as AnyDoc as T]));
