import { canonical } from '#domain/canonical.ts';
import { isNewer } from '#domain/documents/index.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import { typeOfId } from '#domain/ids.ts';
import { END_HOLD, READ_CARD } from '../../payments/kinds.ts';
import { readRecord } from '../../payments/records.ts';
import { read, update } from '../../storage/documents.ts';
import type { Projection } from '../projection.ts';

/**
 * Keeps what registrations tell of cards right: what the server does not know is taken away, what is missing is read from the
 * provider again. Sees to it that the time of a held place ends.
 */
export const cards: Projection = {
  name: 'cards',
  begins: 'now',
  wants: ({ id }) => typeOfId(id) === 'consumer',
  create: ({ db, historyDb, jobs, eventId }) => ({
    async run(ids) {
      for (const id of ids) {
        const doc = await read(db, id);
        if (doc === null || isNewer(doc)) continue;
        const hold = doc['hold'] as { until: number } | null | undefined;
        if (hold != null && doc['status'] === 'pending')
          await jobs.enqueue(END_HOLD, { eventId, key: id, payload: null, at: hold.until });
        const known = (await readRecord(historyDb, id)).cards;
        const right = (said: unknown): CardPayment[] =>
          (Array.isArray(said) ? (said as CardPayment[]) : []).filter((one) =>
            known.some((card) => canonical(card) === canonical(one)),
          );
        const stored = await update(db, id, (now) => {
          if (now === null || now['cards'] == null) return null;
          const kept = right(now['cards']);
          return kept.length === (now['cards'] as unknown[]).length ? null : { ...now, cards: kept };
        });
        const told = right((stored ?? doc)['cards']);
        for (const { id: key } of known)
          if (!told.some((card) => card.id === key))
            await jobs.enqueue(READ_CARD, { eventId, key, payload: null });
      }
    },
  }),
};
