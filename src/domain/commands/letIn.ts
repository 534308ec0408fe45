import { projectCheckIn } from '../checkins/admissions.ts';
import type { EventView } from './view.ts';

/** Whether a guest of a registration was let in somewhere, also where a session itself does not say so yet. */
export function isLetIn(view: EventView, consumerId: string): boolean {
  const guests = new Set(
    [...view.documents('client').values()]
      .filter((client) => client.consumerId === consumerId && client.deletedAt == null)
      .map(({ _id }) => _id),
  );
  return [...view.documents('session').keys()].some((id) =>
    view
      .entriesOf(id)
      ?.session.clients.some(
        ({ clientId, checkInTime }) =>
          guests.has(clientId) && projectCheckIn(checkInTime, view.checkinsOf(id, clientId)) !== null,
      ),
  );
}
