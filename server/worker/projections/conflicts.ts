import type { Leaf } from '#domain/conflicts/conflict.ts';
import { typeOfId } from '#domain/ids.ts';
import { writeResolutions } from '../conflicts.ts';
import type { Reading } from '../history/decide.ts';
import { endNotedDeletions } from '../notedDeletions.ts';
import type { Projection } from '../projection.ts';
import { isTold } from './history.ts';

/**
 * Merges the leaves of documents in conflict: exactly those that were told, for afterwards the losers' words are gone. So
 * it tells itself what the history has not told in this round; what was told already is not told twice. Of a registration
 * that was deleted while the server noted something in it, the deletion is what remains.
 */
export const conflicts: Projection = {
  name: 'conflicts',
  // Closed leaves stay in the list, so more than one revision only means that a look is needed.
  wants: ({ id, changes }) => typeOfId(id) !== null && changes.length !== 1,
  create: ({ db, historyDb, historian, readings, merged }) => ({
    async run(ids) {
      const told = new Map(ids.flatMap((id) => entryOf(readings.toldOf(id))));
      const found = await readings.inConflict(ids.filter((id) => !told.has(id)));
      const read = async (wanted: readonly string[]): Promise<Reading[]> => {
        const fresh = await readings.fresh(wanted);
        for (const reading of fresh) told.set(reading.id, reading);
        return fresh;
      };
      await historian.tell(found.filter(isTold), read);
      const untold = await read(found.filter((id) => !isTold(id)));
      await historian.tellOverruled(untold.filter(isConflict));
      const open = [...told.values()].filter(isConflict);
      const leaves = open.map((reading) => reading.leaves as Leaf[]);
      const resolutions = await writeResolutions(db, leaves);
      for (const [index, resolution] of resolutions.entries()) {
        readings.replace(resolution.merged);
        merged(resolution.merged._id, {
          leaves: (leaves[index] ?? []).map(({ _rev }) => _rev),
          written: [resolution.merged, ...resolution.removed].map(({ _rev }) => _rev),
        });
      }
      await readings.fresh(await endNotedDeletions(db, historyDb, ids));
    },
  }),
};

const entryOf = (reading: Reading | null): [string, Reading][] =>
  reading === null ? [] : [[reading.id, reading]];
const isConflict = ({ leaves }: Reading): boolean => leaves.length > 1;
