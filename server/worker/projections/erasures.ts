import { erased, isErased } from '#domain/documents/erasure.ts';
import { isNewer } from '#domain/documents/index.ts';
import { typeOfId } from '#domain/ids.ts';
import { update } from '../../storage/documents.ts';
import type { AnyDoc } from '../../storage/types.ts';
import { ERASE } from '../erasure/kind.ts';
import { noteErased, readRows, type ErasedRow } from '../erasure/ledger.ts';
import type { Projection } from '../projection.ts';

/**
 * Notes who was erased, wherever that was done, and has what is left of them taken away; also where an old copy of the event
 * brings them back. What an app of before left of them in the document itself is taken out here.
 */
export const erasures: Projection = {
  name: 'erasures',
  version: 2,
  begins: 'now',
  wants: ({ id }) => ['client', 'consumer'].includes(typeOfId(id) ?? ''),
  create({ storage, eventId, db, readings, jobs, now }) {
    let reading: Promise<Map<string, number>> | null = null;
    /** Brought back, and not erased again yet. */
    const back = new Set<string>();
    const enqueue = () => jobs.enqueue(ERASE, { eventId, key: '', payload: null });
    async function readKnown(): Promise<Map<string, number>> {
      const rows = await readRows(storage, eventId);
      // The process before may have died between its note and its asking for the job.
      if (rows.some(({ doneAt }) => doneAt === null)) await enqueue();
      return new Map(rows.map(({ docId, erasedAt }) => [docId, erasedAt]));
    }
    return {
      async run(ids) {
        reading ??= readKnown();
        // Where it fails, whoever comes next reads again.
        reading.catch(() => (reading = null));
        const known = await reading;
        let isAwaited = false;
        const settled = await readings.settled(ids);
        const rest = settled.flatMap(({ id, doc }) => (withoutRest(doc) === null ? [] : id));
        const rows = settled.flatMap(({ id, doc }): ErasedRow[] => {
          // Its former versions are to go as well.
          if (doc !== null && rest.includes(id))
            return [{ eventId, docId: id, erasedAt: known.get(id) ?? Number(doc['erasedAt']) }];
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
        for (const id of rest) await update(db, id, withoutRest);
        for (const { docId, erasedAt } of rows) known.set(docId, erasedAt);
        await enqueue();
      },
    };
  },
};

/** An erased document without what still tells of the person; null where nothing does. */
function withoutRest(doc: AnyDoc | null): AnyDoc | null {
  if (doc === null || !isErased(doc) || isNewer(doc)) return null;
  const rest = erased(doc, 0);
  return rest === doc ? null : rest;
}
