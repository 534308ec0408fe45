import { canonical } from '#domain/canonical.ts';
import { consumerDocument } from '#domain/documents/consumer.ts';
import { isNewer } from '#domain/documents/index.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { typeOfId } from '#domain/ids.ts';
import { END_HOLD, END_PAGES, READ_CARD } from '../../payments/kinds.ts';
import { readRecord, readRecords } from '../../payments/records.ts';
import { update } from '../../storage/documents.ts';
import type { AnyDoc } from '../../storage/types.ts';
import type { Projection } from '../projection.ts';

/**
 * Keeps what registrations tell of cards right: what the server does not know is taken away, what is missing is read from the
 * provider again. Sees to it that the time of a held place ends, and that nobody pays what is not owed any more.
 */
export const cards: Projection = {
  name: 'cards',
  begins: 'now',
  wants: ({ id }) => typeOfId(id) === 'consumer',
  create: ({ db, historyDb, jobs, eventId, readings }) => ({
    async run(ids) {
      const found = await readings.settled(ids);
      // Read after the registrations: what they rightly tell is in there.
      const records = await readRecords(
        historyDb,
        found.map(({ id }) => id),
      );
      for (const { id, doc } of found) {
        const { pages = [], cards: noted = [] } = records.get(id) ?? {};
        const isOpen = pages.some(({ isOver }) => isOver !== true);
        // Nobody should pay for what was deleted; whoever just does is heard of all the same.
        if (isOpen && (doc === null || owesNothing(doc)))
          await jobs.enqueue(END_PAGES, { eventId, key: id, payload: null });
        if (doc === null || isNewer(doc)) continue;
        const hold = doc['hold'] as { until: number } | null | undefined;
        if (hold != null && doc['status'] === 'pending')
          await jobs.enqueue(END_HOLD, { eventId, key: id, payload: null, at: hold.until });
        let known = noted;
        if (righted(doc, known) !== null) {
          // One may have been noted since.
          ({ cards: known } = await readRecord(historyDb, id));
          await update(db, id, (now) => righted(now, known));
        }
        const told = right(doc['cards'], known);
        for (const { id: key } of known)
          if (!told.some((card) => card.id === key))
            await jobs.enqueue(READ_CARD, { eventId, key, payload: null });
      }
    },
  }),
};

function owesNothing(doc: AnyDoc): boolean {
  const { data } = consumerDocument.schema.safeParse(doc);
  return data !== undefined && settlementOf(data).open === 0;
}

const count = (said: unknown): number => (Array.isArray(said) ? said.length : -1);

/** What is said of cards and known. */
const right = (said: unknown, known: readonly CardPayment[]): CardPayment[] =>
  (Array.isArray(said) ? (said as CardPayment[]) : []).filter((one) =>
    known.some((card) => canonical(card) === canonical(one)),
  );

/** The registration without what the server does not know; null where there is no such thing. */
function righted(stored: AnyDoc | null, known: readonly CardPayment[]): AnyDoc | null {
  if (stored === null || stored['cards'] == null) return null;
  const kept = right(stored['cards'], known);
  return kept.length === count(stored['cards']) ? null : { ...stored, cards: kept };
}
