import type { Leaf } from '#domain/conflicts/conflict.ts';
import { typeOfId } from '#domain/ids.ts';
import { writeResolution } from '../conflicts.ts';
import type { Reading } from '../history/decide.ts';
import type { Projection } from '../projection.ts';
import { isTold } from './history.ts';

/**
 * Merges the leaves of documents in conflict: exactly those that were told, for afterwards the losers' words are gone. So
 * it tells them itself, wherever the history stands; what was told already is not told twice.
 */
export const conflicts: Projection = {
  name: 'conflicts',
  // Closed leaves stay in the list, so more than one revision only means that a look is needed.
  wants: ({ id, changes }) => typeOfId(id) !== null && changes.length !== 1,
  create: ({ db, historian, readings }) => ({
    async run(ids) {
      const found = (await readings.fresh(ids)).filter(isConflict);
      const told = new Map(found.map((reading) => [reading.id, reading]));
      await historian.tell([...told.keys()].filter(isTold), async (wanted) => {
        const read = await readings.fresh(wanted);
        for (const reading of read) told.set(reading.id, reading);
        return read;
      });
      for (const reading of [...told.values()].filter(isConflict)) {
        if (!isTold(reading.id)) await historian.tellOverruled(reading);
        readings.replace(await writeResolution(db, reading.leaves as Leaf[]));
      }
    },
  }),
};

const isConflict = ({ leaves }: Reading): boolean => leaves.length > 1;
