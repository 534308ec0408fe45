import type { User } from '#domain/documents/user.ts';
import { typeOfId } from '#domain/ids.ts';
import { canSeeEvent, hasRole } from '#domain/rights/roles.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { invalidField } from '../../base/errors.ts';
import { centralEvents } from '../../events/central.ts';
import type { Storage } from '../../storage/types.ts';
import { isObject } from '../request.ts';
import type { Target } from '../target.ts';

/**
 * For whom a hub may speak in one request: whoever may see the event and write such a document, as things stand here.
 * Throws 400 for a wrong `brought`.
 */
export async function speaksFor(
  { storage, accounts }: { storage: Storage; accounts: Accounts },
  { eventId }: Target,
  brought: unknown = {},
): Promise<NonNullable<Target['speaksFor']>> {
  if (!isObject(brought) || !Object.values(brought).every((id) => typeof id === 'string'))
    throw invalidField('brought', 'must name users by document and revision');
  const event = (await centralEvents(storage)).find(({ id }) => id === eventId);
  const known = new Map<string, Promise<User | null>>();
  async function look(userId: string): Promise<User | null> {
    const user = userId === '' ? null : await accounts.user(userId);
    if (user === null || event === undefined || user.hub != null) return null;
    return canSeeEvent({ id: user._id, role: user.role }, event) ? user : null;
  }
  return {
    brought: new Map(Object.entries(brought as Record<string, string>)),
    async author(userId, docId) {
      const looking = known.get(userId) ?? look(userId);
      known.set(userId, looking);
      const user = await looking;
      // Of a host it can only be a check-in.
      if (user === null || (typeOfId(docId) !== 'checkin' && !hasRole(user.role, 'member'))) return null;
      return { id: user._id, name: user.username };
    },
  };
}
