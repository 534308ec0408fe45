import { notFound } from '../base/errors.ts';
import type { Storage } from '../storage/types.ts';
import { updateCentral } from './central.ts';

/**
 * Gives or takes a user's access to events, all or nothing (specification 1 §7, PUT /authorizations). Later entries
 * of one event win. Throws 404 when one of the events is unknown; nothing is changed then.
 */
export async function setAuthorizations(
  storage: Storage,
  userId: string,
  authorizations: readonly (readonly [eventId: string, authorized: boolean])[],
): Promise<void> {
  const wanted = new Map(authorizations);
  await updateCentral(storage, (events) => {
    const known = new Set(events.map(({ id }) => id));
    for (const id of wanted.keys()) if (!known.has(id)) throw notFound(`no such event: ${id}`);
    let changed = false;
    const updated = events.map((event) => {
      const wish = wanted.get(event.id);
      if (wish === undefined || wish === event.authorized.includes(userId)) return event;
      changed = true;
      const others = event.authorized.filter((id) => id !== userId);
      return { ...event, authorized: wish ? [...others, userId] : others };
    });
    return changed ? updated : null;
  });
}
