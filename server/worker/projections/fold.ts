import { typeOfId } from '#domain/ids.ts';
import { createFolder } from '../fold.ts';
import type { Projection } from '../projection.ts';
import { toSessionAct } from './acts.ts';

/** Writes entry changes and check-ins into the sessions' entries, some time after they came. */
export const fold: Projection = {
  name: 'fold',
  wants: ({ id }) => ['session', 'checkin', 'entrychange'].includes(typeOfId(id) ?? ''),
  create({ db, acts, now, foldDelay, readings, wrote, folded, settled }) {
    const folder = createFolder({
      db,
      acts,
      now,
      delay: foldDelay,
      onWrite: wrote,
      onFold: folded,
      onResult: settled,
    });
    return {
      async run(ids) {
        const found = await readings.settled(ids);
        for (const { id, doc } of found) {
          if (typeOfId(id) === 'session' && doc !== null) await folder.check(doc);
        }
        folder.add(
          found.flatMap(({ id, doc }) =>
            typeOfId(id) === 'session' || doc === null ? [] : [toSessionAct(doc)],
          ),
        );
      },
      later: folder,
    };
  },
};
