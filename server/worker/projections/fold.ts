import { typeOfId } from '#domain/ids.ts';
import { createFolder } from '../fold.ts';
import type { Projection } from '../projection.ts';
import { toCheckin } from './checkinHistory.ts';

/** Writes check-ins into the sessions' entries, some time after they came. */
export const fold: Projection = {
  name: 'fold',
  wants: ({ id }) => ['session', 'checkin'].includes(typeOfId(id) ?? ''),
  create({ db, now, foldDelay, readings, wrote, settled }) {
    const folder = createFolder({ db, now, delay: foldDelay, onWrite: wrote, onResult: settled });
    return {
      async run(ids) {
        const found = await readings.settled(ids);
        for (const { id, doc } of found) {
          if (typeOfId(id) === 'session' && doc !== null) await folder.check(doc);
        }
        folder.add(
          found.flatMap(({ id, doc }) =>
            typeOfId(id) === 'checkin' && doc !== null ? [toCheckin(doc)] : [],
          ),
        );
      },
      later: folder,
    };
  },
};
