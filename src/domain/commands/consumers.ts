import {
  editConsumer,
  hasRate,
  setRate,
  statusByHand,
  withOwnVatAndName,
  type ConsumerInput,
  type RateChoice,
} from '../clients/consumerEdits.ts';
import { followed, type Contact } from '../clients/contact.ts';
import { renamedIn } from '../clients/renaming.ts';
import type { Consumer } from '../documents/consumer.ts';
import { isErased } from '../documents/erasure.ts';
import { rebase } from '../conflicts/rebase.ts';
import { currencyMayBe } from '../money/bearsMoney.ts';
import { settlementOf } from '../money/settlement.ts';
import { changedBy } from '../money/standIn.ts';
import { err, ok } from '../result.ts';
import { stampAfter, writing, type Command } from './command.ts';

/**
 * Saves the consumer edit (specification 1 §2). `base` is what the form began with: what others saved since then, such as
 * a payment, stays unless the form changed that very field.
 */
export const saveConsumer: Command<
  { consumerId: string; input: ConsumerInput; base?: Consumer },
  Consumer
> = (view, { consumerId, input, base }, caller) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  const stamp = stampAfter(caller, consumer);
  const edited =
    base === undefined
      ? editConsumer(consumer, input, stamp)
      : rebase(base, editConsumer(base, input, stamp), consumer);
  const saved = withOwnVatAndName(consumer, edited);
  if (!currencyMayBe(settlementOf(saved).currency, consumer)) return err({ code: 'other_currency' });
  return writing(saved, saved);
};

export const setConsumerStatus: Command<{ consumerId: string; status: Consumer['status'] }, Consumer> = (
  view,
  { consumerId, status },
  caller,
) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  if (consumer.status === status) return ok({ value: consumer, write: [] });
  const saved = changedBy(stampAfter(caller, consumer), { ...consumer, ...statusByHand(consumer, status) });
  return writing(saved, saved);
};

/**
 * Gives the registration's person the name that a guest of it was given, and what was corrected with it of how they are reached. Fails
 * with `nothing_to_do` where it names somebody else by now.
 */
export const renamePerson: Command<{ consumerId: string; from: Contact; to: Contact }, Consumer> = (
  view,
  { consumerId, from, to },
  caller,
) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  const renamed = renamedIn(followed(consumer, from, to), from, to);
  if (renamed === consumer) return err({ code: 'nothing_to_do' });
  const saved = changedBy(stampAfter(caller, consumer), renamed);
  return writing(saved, saved);
};

/** Asks for an invoice; the server gives its number and issues it, soon after it hears of it (decision 34). */
export const askForInvoice: Command<{ consumerId: string }, Consumer> = (view, { consumerId }, caller) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  if (consumer.registration == null || consumer.status === 'canceled') return err({ code: 'nothing_to_do' });
  if (consumer.invoiceWanted === true) return ok({ value: consumer, write: [] });
  const saved = changedBy(stampAfter(caller, consumer), { ...consumer, invoiceWanted: true });
  return writing(saved, saved);
};

/** Ends the link to the guest's own page, also where it stands in messages; the next one is another. */
export const endGuestLink: Command<{ consumerId: string }, Consumer> = (view, { consumerId }, caller) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  const saved = changedBy(stampAfter(caller, consumer), {
    ...consumer,
    linkVersion: (consumer.linkVersion ?? 0) + 1,
  });
  return writing(saved, saved);
};

/**
 * Asks for a credit note for the invoice of this index and, unless the registration is cancelled, an invoice of what holds
 * now. Refused where another one has taken its place meanwhile.
 */
export const askForCorrection: Command<{ consumerId: string; index: number }, Consumer> = (
  view,
  { consumerId, index },
  caller,
) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  if (consumer.invoiceIndex !== index) return err({ code: 'nothing_to_do' });
  const saved = changedBy(stampAfter(caller, consumer), { ...consumer, invoiceCorrects: index });
  return writing(saved, saved);
};

/** A rate that was applied, and what each consumer had before. */
export interface RateChange extends RateChoice {
  before: readonly ({ consumerId: string } & RateChoice)[];
}

/** Applies a rate to all picked consumers (specification 1 §2, Rate setting); the answer serves to undo it. */
export const applyRate: Command<{ consumerIds: readonly string[]; choice: RateChoice }, RateChange> = (
  view,
  { consumerIds, choice },
  caller,
) => {
  const before: ({ consumerId: string } & RateChoice)[] = [];
  const docs: Consumer[] = [];
  for (const consumer of view.storedOf('consumer', consumerIds).values()) {
    const next = setRate(consumer, choice, stampAfter(caller, consumer));
    if (next === consumer || consumer.registration == null || isErased(consumer)) continue;
    const { rate, rateName = null } = consumer.registration;
    before.push({ consumerId: consumer._id, rate, rateName });
    docs.push(next);
  }
  if (docs.length === 0) return err({ code: 'nothing_to_do' });
  return writing({ ...choice, before }, ...docs);
};

/** Gives the rates from before back, except where somebody has set another one meanwhile. */
export const undoRate: Command<RateChange, { restored: number }> = (view, { before, ...applied }, caller) => {
  const rates = new Map(before.map(({ consumerId, ...rate }) => [consumerId, rate]));
  const docs: Consumer[] = [];
  for (const consumer of view.storedOf('consumer', [...rates.keys()]).values()) {
    const rate = rates.get(consumer._id);
    if (rate === undefined || !hasRate(consumer, applied)) continue;
    const next = setRate(consumer, rate, stampAfter(caller, consumer));
    if (next !== consumer) docs.push(next);
  }
  return ok({ value: { restored: docs.length }, write: [docs] });
};
