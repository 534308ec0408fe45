import { EVENT_DOC_ID, typeOfId } from '#domain/ids.ts';
import type { Projection } from '../projection.ts';

/** Tells what changed of clients, sessions and registrations. */
export const history: Projection = {
  name: 'history',
  wants: ({ id }) => isTold(id) || id === EVENT_DOC_ID,
  create: ({ historian, readings, renamed }) => ({
    async run(ids) {
      if (ids.includes(EVENT_DOC_ID)) renamed();
      const wanted = ids.filter(isTold);
      await historian.tell(wanted, readings.fresh);
      readings.told(wanted);
    },
  }),
};

/** Documents with a history of their own; of all others only what loses a conflict is told. */
export function isTold(id: string): boolean {
  const type = typeOfId(id);
  return type === 'client' || type === 'session' || type === 'consumer';
}
