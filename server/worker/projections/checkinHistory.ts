import type { Checkin } from '#domain/documents/checkin.ts';
import { parseDocument } from '#domain/documents/index.ts';
import { typeOfId } from '#domain/ids.ts';
import type { AnyDoc } from '../../storage/types.ts';
import type { Projection } from '../projection.ts';

/** Tells each check-in: one document, one sentence. */
export const checkinHistory: Projection = {
  name: 'checkinHistory',
  wants: ({ id }) => typeOfId(id) === 'checkin',
  create: ({ historian, readings }) => ({
    async run(ids) {
      const found = await readings.settled(ids);
      await historian.tellCheckins(found.flatMap(({ doc }) => (doc === null ? [] : [toCheckin(doc)])));
    },
  }),
};

/** Throws for a document of the wrong shape: it must neither be told nor admit anybody. */
export function toCheckin(doc: AnyDoc): Checkin {
  const { _conflicts, _revisions, ...rest } = doc;
  const parsed = parseDocument(rest);
  if (!parsed.ok) throw new Error(`${String(doc['_id'])}: ${parsed.error.field} ${parsed.error.detail}`);
  return parsed.value as Checkin;
}
