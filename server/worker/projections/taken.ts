import { consumerDocument } from '#domain/documents/consumer.ts';
import { isNewer, readStored } from '#domain/documents/index.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { idRange, paymentPrefix, typeOfId } from '#domain/ids.ts';
import { afterTaking } from '#domain/money/afterTaking.ts';
import { takenOf } from '#domain/money/taken.ts';
import { read, update } from '../../storage/documents.ts';
import type { AnyDoc } from '../../storage/types.ts';
import type { Projection } from '../projection.ts';

/** Keeps what registrations tell of money taken by hand as the notes of it say, whatever two devices made of the same registration. */
export const taken: Projection = {
  name: 'taken',
  begins: 'now',
  wants: ({ id }) => ['consumer', 'payment'].includes(typeOfId(id) ?? ''),
  create: ({ db }) => ({
    async run(ids) {
      const consumerIds = new Set<string>();
      for (const id of ids) {
        const of = typeOfId(id) === 'payment' ? (await read(db, id))?.['consumerId'] : id;
        if (typeof of === 'string') consumerIds.add(of);
      }
      for (const id of consumerIds) {
        const { rows } = await db.allDocs({ ...idRange(paymentPrefix(id)), include_docs: true });
        const notes = rows.flatMap(({ doc }) => {
          const note = doc == null ? null : readStored(doc as AnyDoc);
          return note?.type === 'payment' && note.consumerId === id ? [note satisfies Payment] : [];
        });
        await update(db, id, (stored) => {
          if (stored === null || isNewer(stored)) return null;
          const consumer = consumerDocument.schema.safeParse(stored).data;
          const right = takenOf(consumer?.taken, notes);
          if (consumer === undefined || right === consumer.taken) return null;
          return { ...stored, taken: right, status: afterTaking(consumer, right).status };
        });
      }
    },
  }),
};
