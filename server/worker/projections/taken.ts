import { consumerDocument } from '#domain/documents/consumer.ts';
import { isNewer, readStored } from '#domain/documents/index.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { typeOfId } from '#domain/ids.ts';
import { afterTaking } from '#domain/money/afterTaking.ts';
import { writtenDown } from '#domain/money/settlement.ts';
import { takenOf } from '#domain/money/taken.ts';
import { update } from '../../storage/documents.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';
import { getRange } from '../couch.ts';
import type { Projection } from '../projection.ts';

/**
 * Keeps what registrations tell of money taken by hand as the notes of it say, whatever two devices made of the same
 * registration. Notes are written once and all pass here, so they are read together once and then kept.
 */
export const taken: Projection = {
  name: 'taken',
  begins: 'now',
  wants: ({ id }) => ['consumer', 'payment'].includes(typeOfId(id) ?? ''),
  create({ db, readings }) {
    const notes = createNotes(db);
    return {
      async run(ids) {
        const kept = await notes();
        const payments = await readings.settled(ids.filter((id) => typeOfId(id) === 'payment'));
        const toldOf = payments.flatMap(({ id, doc }) => kept.note(id, doc) ?? []);
        const consumerIds = new Set([...ids.filter((id) => typeOfId(id) === 'consumer'), ...toldOf]);
        for (const { id, doc } of await readings.settled([...consumerIds]))
          if (righted(doc, kept.of(id)) !== null)
            await update(db, id, (stored) => righted(stored, kept.of(id)));
      },
    };
  },
};

/** The registration as it should be; null where it is right. */
function righted(stored: AnyDoc | null, notes: readonly Payment[]): AnyDoc | null {
  if (stored === null || isNewer(stored)) return null;
  const consumer = consumerDocument.schema.safeParse(stored).data;
  const right = takenOf(consumer?.taken, notes);
  if (consumer === undefined || right === consumer.taken) return null;
  // Said to be paid on one device, and paid on another: both count.
  const before = writtenDown(consumer);
  const { status, statusBefore = null } = afterTaking(before, right);
  const written = before === consumer ? {} : { settlement: before.settlement };
  return { ...stored, ...written, taken: right, status, statusBefore };
}

interface Notes {
  of(consumerId: string): readonly Payment[];
  /** The registrations that a changed note is and was of. */
  note(id: string, doc: AnyDoc | null): string[];
}

/** The event's notes, read when they are first needed. */
function createNotes(db: Database): () => Promise<Notes> {
  let reading: Promise<Notes> | null = null;
  async function readAll(): Promise<Notes> {
    const known = new Map<string, Payment>();
    const byConsumer = new Map<string, Map<string, Payment>>();
    function note(id: string, doc: AnyDoc | null): string[] {
      const before = known.get(id);
      const payment = doc && readStored(doc);
      const after = payment?.type === 'payment' ? payment : undefined;
      if (before !== undefined) byConsumer.get(before.consumerId)?.delete(id);
      known.delete(id);
      if (after !== undefined) {
        known.set(id, after);
        const own = byConsumer.get(after.consumerId) ?? new Map<string, Payment>();
        byConsumer.set(after.consumerId, own.set(id, after));
      }
      return [before, after].flatMap((one) => one?.consumerId ?? []);
    }
    for (const doc of await getRange(db, 'payment_')) note(doc._id, doc);
    return { note, of: (consumerId) => [...(byConsumer.get(consumerId)?.values() ?? [])] };
  }
  return () => {
    reading ??= readAll();
    // Where it fails, whoever comes next reads again.
    reading.catch(() => (reading = null));
    return reading;
  };
}
