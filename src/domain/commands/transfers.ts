import type { Currency } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import type { Payment } from '../documents/payment.ts';
import { bankPaymentId, bankStepOf, type BankStep } from '../ids.ts';
import { afterTaking } from '../money/afterTaking.ts';
import { entryOf } from '../documents/bankEntry.ts';
import { bookedOf, nextStep } from '../money/booked.ts';
import { settlementOf, writtenDown } from '../money/settlement.ts';
import { toldBy } from '../money/standIn.ts';
import { toldOf } from '../money/taken.ts';
import { err, ok } from '../result.ts';
import { stampAfter, type Caller, type Command } from './command.ts';
import type { EventView } from './view.ts';

/** A payment to the account that somebody says is for this registration. */
export interface Transfer {
  consumerId: string;
  /** The bank's name for it: the same payment is noted once. */
  id: string;
  /** 'YYYY-MM-DD' */
  day: string;
  /** Cents. */
  amount: number;
  /** Where the bank says it: in another one it pays nothing of the registration. */
  currency?: Currency | undefined;
}

/** Notes payments, each once; who has paid all is `invoice_paid`. */
export const bookTransfers: Command<readonly Transfer[], { booked: number }> = (view, transfers, caller) => {
  const consumers = view.storedOf('consumer', [...new Set(transfers.map(({ consumerId }) => consumerId))]);
  const fresh = freshOf(transfers, consumers);
  // Read at once: there may be hundreds.
  const first = fresh.flatMap(({ consumerId, ...of }) =>
    [of, { ...of, step: of.step + 1 }].map((step) => bankPaymentId(consumerId, step)),
  );
  view.storedOf('payment', first);
  const notes: Payment[] = [];
  const told = new Map<string, Payment[]>();
  for (const { consumerId, day, ...of } of fresh) {
    const consumer = consumers.get(consumerId);
    if (consumer === undefined) continue;
    const { known, step } = untold(view, consumerId, of);
    const note = step === null ? [] : [noteOf(consumer, { ...of, step }, caller, { amount: of.cents, day })];
    notes.push(...note);
    told.set(consumerId, [...(told.get(consumerId) ?? []), ...known, ...note]);
  }
  if (fresh.length === 0) return err({ code: 'nothing_to_do' });
  const saved = [...told].flatMap(([id, own]) => {
    const consumer = consumers.get(id);
    return consumer === undefined ? [] : [telling(writtenDown(consumer), own, caller)];
  });
  return ok({ value: { booked: fresh.length }, write: [notes, saved] });
};

type Fresh = BankStep & Pick<Transfer, 'consumerId' | 'day'>;

/** Those that count for nobody here yet, each once. */
function freshOf(transfers: readonly Transfer[], consumers: ReadonlyMap<string, Consumer>): Fresh[] {
  const booked = new Map<string, Set<string>>();
  return transfers.flatMap(({ consumerId, id, day, amount: cents, currency }): Fresh[] => {
    const consumer = consumers.get(consumerId);
    if (consumer === undefined) return [];
    if (currency !== undefined && currency !== settlementOf(consumer).currency) return [];
    const known = booked.get(consumerId) ?? new Set(bookedOf(consumer).map(({ entry }) => entry));
    booked.set(consumerId, known);
    const entry = entryOf(id);
    if (known.has(entry)) return [];
    known.add(entry);
    return [{ consumerId, day, entry, cents, step: nextStep(consumer, entry) }];
  });
}

/**
 * Notes that are there and that the registration does not tell of: an edit of it on another device has won over it, or an attempt
 * ended halfway. `step`: the one that is still to be made; null where the payment is noted.
 */
function untold(
  view: EventView,
  consumerId: string,
  of: BankStep,
): { known: Payment[]; step: number | null } {
  const known: Payment[] = [];
  for (let { step } = of; ; step += 2) {
    const [noted, back] = [step, step + 1].map((at) =>
      view.stored('payment', bankPaymentId(consumerId, { ...of, step: at })),
    );
    if (noted == null) return { known, step };
    known.push(noted);
    if (back == null) return { known, step: null };
    known.push(back);
  }
}

/** A payment of a bank statement was noted by mistake: it counts nothing any more, and can be noted anew. `noteId` as `bookedOf` tells it. */
export const takeBackTransfer: Command<{ consumerId: string; noteId: string }, Consumer> = (
  view,
  { consumerId, noteId },
  caller,
) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  const gone = bookedOf(consumer).find((one) => one.noteId === noteId);
  const of = bankStepOf(noteId);
  if (gone === undefined || of === null) return err({ code: 'nothing_to_do' });
  const step = { ...of, step: of.step + 1 };
  const note =
    view.stored('payment', bankPaymentId(consumerId, step)) ??
    noteOf(consumer, step, caller, { amount: -gone.amount, cancels: noteId });
  const saved = telling(consumer, [note], caller);
  return ok({ value: saved, write: [[note], [saved]] });
};

function noteOf(
  consumer: Consumer,
  step: BankStep,
  { time, author, device }: Caller,
  what: Pick<Payment, 'amount' | 'day' | 'cancels'>,
): Payment {
  const { currency } = settlementOf(consumer);
  const _id = bankPaymentId(consumer._id, step);
  const of = { consumerId: consumer._id, kind: 'transfer' as const, currency };
  return newDocument('payment', { _id, ...of, ...what, time, device, author });
}

function telling(consumer: Consumer, notes: readonly Payment[], caller: Caller): Consumer {
  const next = afterTaking(consumer, [...(consumer.taken ?? []), ...notes.map(toldOf)]);
  return toldBy(stampAfter(caller, consumer), consumer, next);
}
