import { user as userSchema, type User } from '#domain/documents/user.ts';
import { credentialId, type Credential } from '../auth/credential.ts';
import { ConfigError } from '../base/config.ts';
import { read } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';

/**
 * A hub takes away whoever the central server does not name. So it does not begin on databases where a server stood for itself:
 * only there has a manager a password (travelling.ts). Throws ConfigError.
 */
export async function assertHubsDatabases(storage: Storage): Promise<void> {
  const { rows } = await (await storage.open(DATABASES.users)).allDocs<User>({ include_docs: true });
  const users = rows.flatMap(({ doc }) => userSchema.safeParse(doc).data ?? []);
  const auth = await storage.open(DATABASES.auth);
  for (const { _id } of users.filter(({ role }) => role === 'manager')) {
    const credential = (await read(auth, credentialId(_id))) as Credential | null;
    if (credential?.hash == null) continue;
    throw new ConfigError(
      'FOYER_UPSTREAM',
      'is set, but the databases here are those of a central server: a hub needs its own (DATA_DIR, or COUCHDB_URL)',
    );
  }
}
