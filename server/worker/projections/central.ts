import { typeOfId } from '#domain/ids.ts';
import { createCentralEntry } from '../central.ts';
import type { Projection } from '../projection.ts';

/** Keeps what the list of events says of this one. */
export const central: Projection = {
  name: 'central',
  // Once more: it has the event's time zone, also of an event that nothing changes.
  version: 3,
  wants: ({ id }) => ['session', 'event'].includes(typeOfId(id) ?? ''),
  create({ storage, db, eventId, readings }) {
    const entry = createCentralEntry(storage, db, eventId);
    return {
      wholly: true,
      async run(ids) {
        if (ids.length === 0) entry.forget();
        const sessions = ids.filter((id) => typeOfId(id) === 'session');
        for (const { id, doc } of await readings.settled(sessions)) entry.note(id, doc);
        await entry.refresh();
      },
    };
  },
};
