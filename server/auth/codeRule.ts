import { isPerson, type User } from '#domain/documents/user.ts';
import { CODE_ROLES, hasRole, type CodeRole } from '#domain/rights/roles.ts';
import { read, update } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import type { Credential } from './credential.ts';

/** Document of `foyer-auth`: which roles must have one-time codes in this deployment. */
export const CODE_RULE_ID = 'coderule';

/** The roles of a stored rule; none where there is no rule. */
export function rolesOf(stored: Readonly<Record<string, unknown>> | null): readonly CodeRole[] {
  const required = stored?.['required'];
  return Array.isArray(required) ? CODE_ROLES.filter((role) => required.includes(role)) : [];
}

/** Doors and hubs are no people, and hosts are never asked. */
export const mustHaveCodes = (roles: readonly CodeRole[], user: User): boolean =>
  isPerson(user) && (roles as readonly string[]).includes(user.role);

/** Hosts are not asked, also those who had another role once. */
export const asksForCode = (user: User, credential: Credential): boolean =>
  credential.codes != null && hasRole(user.role, 'member');

/** Whether a login opens nothing but setting codes up. A hub judges none of this: it goes by what it was told. */
export const opensOnlyCodes = (
  roles: readonly CodeRole[],
  user: User,
  credential: Credential,
  login: { unproven?: true; codesFirst?: boolean } | null,
): boolean =>
  credential.codesElsewhere === 'first' ||
  login?.codesFirst === true ||
  (mustHaveCodes(roles, user) && (credential.codes == null || login?.unproven === true));

export async function readCodeRule(storage: Storage): Promise<readonly CodeRole[]> {
  return rolesOf(await read(await storage.open(DATABASES.auth), CODE_RULE_ID));
}

export async function writeCodeRule(storage: Storage, required: readonly CodeRole[]): Promise<void> {
  await update(await storage.open(DATABASES.auth), CODE_RULE_ID, () => ({
    type: 'coderule',
    required: CODE_ROLES.filter((role) => required.includes(role)),
  }));
}
