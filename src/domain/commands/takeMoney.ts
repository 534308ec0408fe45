import type { Consumer } from '../documents/consumer.ts';
import { MAX_NOTE_CENTS, type HandKind, type Payment } from '../documents/payment.ts';
import { newDocument } from '../documents/new.ts';
import { deviceSuffix, paymentId } from '../ids.ts';
import { saidOnly, settlementOf, writtenDown } from '../money/settlement.ts';
import { afterTaking } from '../money/afterTaking.ts';
import { toldBy } from '../money/standIn.ts';
import { kindOf, standing, toldOf } from '../money/taken.ts';
import { err, ok } from '../result.ts';
import { stampAfter, writing, type Caller, type Command } from './command.ts';

interface Taking {
  consumerId: string;
  kind: HandKind;
  /** Cents; below zero what is given back. */
  amount: number;
}

/** Notes money that changed hands at the desk, or that was seen on the account; who has paid all is `invoice_paid`. Fails with `nothing_to_do` where nothing would move. */
export const takeMoney: Command<Taking, Payment> = (view, { consumerId, kind, amount }, caller) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  const { paid, refunded } = settlementOf(consumer);
  const isTooMuch = amount < 0 && -amount > paid - refunded;
  if (consumer.registration == null || amount === 0 || isTooMuch) return err({ code: 'nothing_to_do' });
  if (Math.abs(amount) > MAX_NOTE_CENTS) return err({ code: 'invalid_document', field: 'amount' });
  const note = noteOf(consumer, { kind, amount }, caller);
  return ok({ value: note, write: [[note], [withNote(writtenDown(consumer), note, caller)]] });
};

/** Takes a note back that was a mistake: both count nothing then. Done twice it is as done. */
export const takeBackNote: Command<{ consumerId: string; noteId: string }, { noteId: string }> = (
  view,
  { consumerId, noteId },
  caller,
) => {
  const consumer = view.stored('consumer', consumerId);
  const known = (consumer?.taken ?? []).find(({ id }) => id === noteId);
  if (consumer === null || known === undefined) return err({ code: 'not_found' });
  if (!standing(consumer.taken ?? [], ({ id }) => id).includes(known))
    return ok({ value: { noteId }, write: [] });
  const undone = { kind: kindOf(known), amount: -known.amount };
  const note = { ...noteOf(consumer, undone, caller), cancels: noteId };
  return ok({ value: { noteId }, write: [[note], [withNote(consumer, note, caller)]] });
};

/**
 * Takes back that it was said to be paid, by the status or by another program: the money is the same that came by another way,
 * or none came. What was paid to the account stays.
 */
export const withdrawSaid: Command<{ consumerId: string }, Consumer> = (view, { consumerId }, caller) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  const said = saidOnly(consumer);
  if (consumer.settlement == null || said === 0) return err({ code: 'nothing_to_do' });
  const { author, time } = stampAfter(caller, consumer);
  const paid = consumer.settlement.paid - said;
  // What went back of it went back of nothing.
  const settlement = { ...consumer.settlement, paid, refunded: Math.min(consumer.settlement.refunded, paid) };
  const next = afterTaking({ ...consumer, settlement }, consumer.taken);
  const saved = { ...next, metadata: { ...next.metadata, author, updatedAt: time } };
  return writing(saved, saved);
};

function noteOf(
  consumer: Consumer,
  { kind, amount }: Pick<Payment, 'kind' | 'amount'>,
  caller: Caller,
): Payment {
  const { time, author, device, newId } = caller;
  const { currency } = settlementOf(consumer);
  const _id = paymentId(consumer._id, time, deviceSuffix(device.id, newId));
  const of = { consumerId: consumer._id, kind, amount, currency, time };
  const note = newDocument('payment', { _id, ...of, author, device });
  // As old as it may be, so that programs of before know it.
  return { ...note, schemaVersion: kind === 'transfer' ? 2 : 1 };
}

function withNote(consumer: Consumer, note: Payment, caller: Caller): Consumer {
  const next = afterTaking(consumer, [...(consumer.taken ?? []), toldOf(note)]);
  return toldBy(stampAfter(caller, consumer), consumer, next);
}
