import { isErased } from '#domain/documents/erasure.ts';
import { typeOfId } from '#domain/ids.ts';
import { ERASE } from '../erasure/kind.ts';
import { noteErased, readRows, type ErasedRow } from '../erasure/ledger.ts';
import type { Projection } from '../projection.ts';

/**
 * Notes who was erased, wherever that was done, and has what is left of them taken away; also where an old copy of the event
 * brings them back.
 */
export const erasures: Projection = {
  name: 'erasures',
  begins: 'now',
  wants: ({ id }) => ['client', 'consumer'].includes(typeOfId(id) ?? ''),
  create({ storage, eventId, readings, jobs, now }) {
    let reading: Promise<Map<string, number>> | null = null;
    /** Brought back, and not erased again yet. */
    const back = new Set<string>();
    const readKnown = async (): Promise<Map<string, number>> =>
      new Map((await readRows(storage, eventId)).map(({ docId, erasedAt }) => [docId, erasedAt]));
    return {
      async run(ids) {
        reading ??= readKnown();
        // Where it fails, whoever comes next reads again.
        reading.catch(() => (reading = null));
        const known = await reading;
        let isAwaited = false;
        const rows = (await readings.settled(ids)).flatMap(({ id, doc }): ErasedRow[] => {
          if (doc === null || isErased(doc) === known.has(id)) {
            // The job that erased it anew waits for this.
            if (back.delete(id)) isAwaited = true;
            return [];
          }
          if (known.has(id)) back.add(id);
          const erasedAt = isErased(doc) ? Number(doc['erasedAt']) : (known.get(id) ?? now());
          return [{ eventId, docId: id, erasedAt }];
        });
        if (rows.length === 0 && !isAwaited) return;
        await noteErased(storage, rows);
        for (const { docId, erasedAt } of rows) known.set(docId, erasedAt);
        await jobs.enqueue(ERASE, { eventId, key: '', payload: null });
      },
    };
  },
};
