import { canonical } from '../canonical.ts';
import type { Consumer } from '../documents/consumer.ts';
import { isErased } from '../documents/erasure.ts';
import { cardSums, laterOf, lostOf, type CardPayment } from '../money/cardPayment.ts';
import { asPaid } from '../money/afterTaking.ts';
import { correcting } from '../money/invoice.ts';
import { isHeld } from '../money/paymentState.ts';
import { settlementOf, writtenDown } from '../money/settlement.ts';
import { changedBy, standIn, type Payer } from '../money/standIn.ts';
import { netOf } from '../money/vat.ts';
import { ok } from '../result.ts';
import { stampAfter, writing, type Caller, type Command } from './command.ts';
import { fitsAgain } from './desk.ts';
import { isLetIn } from './letIn.ts';

interface CardNews {
  consumerId: string;
  card: CardPayment;
  payer?: Payer | undefined;
}

/**
 * A registration hears what the provider says of a payment; heard twice or late, nothing more happens. Who has paid all is
 * `invoice_paid`, also after the place was given back where there is one still and nothing of it is over; else the money shows as one to give back. Who got all back is
 * cancelled; who got a part of what was owed owes that much less. What was invoiced is taken back, or corrected.
 */
export const settleCard: Command<CardNews, null> = (view, { consumerId, card, payer }, caller) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return writing(null, standIn(consumerId, card, payer ?? null, caller));
  const known = consumer.cards?.find(({ id }) => id === card.id) ?? null;
  const told = laterOf(known, card);
  const hasCome = told.paid > (known?.paid ?? 0);
  const hasGone = told.refunded > (known?.refunded ?? 0);
  if (known !== null && canonical(known) === canonical(told)) return ok({ value: null, write: [] });
  const others = (consumer.cards ?? []).filter(({ id }) => id !== card.id);
  const { registration, hold } = consumer;
  const payment = { stripeCustomerId: told.customerId ?? null, stripePaymentId: told.paymentId ?? null };
  const next: Consumer = {
    // If somebody had said that it was paid, that is written down as money first: so paying twice shows.
    ...(hasCome ? writtenDown(consumer) : consumer),
    cards: [...others, told],
    // Whose payment it was is not told of one who was erased.
    registration: registration && (isErased(consumer) ? registration : { ...registration, payment }),
  };
  const comesBack =
    next.status === 'canceled' && hold?.over === true && hasCome && fitsAgain(view, next, caller.time)
      ? // What was taken back with the place is invoiced anew.
        { ...next, status: 'pending' as const, hold: { ...hold, over: false }, ...correcting(next) }
      : next;
  const owed = hasGone ? lowered(canceledBy(comesBack)) : comesBack;
  // What came and what went back of it may be heard of together: what is owed after both decides.
  return stamped(hasCome ? paidBy(owed) : owed, caller);
};

/** What was given back of the price is not owed any more, once for each cent, whoever gave it back and however often that is told. */
function lowered(consumer: Consumer): Consumer {
  const { registration } = consumer;
  if (registration == null) return consumer;
  const cardRefunds = Math.max(cardSums(consumer).refunded, registration.cardRefunds ?? 0);
  const next = { ...consumer, registration: { ...registration, cardRefunds } };
  const fresh = cardRefunds - (registration.cardRefunds ?? 0);
  const { total, open, credit } = settlementOf(consumer);
  // `open` counts this refund already. What the refund added to it is not owed any more.
  const less = Math.min(total, open - Math.max(0, open - credit - fresh));
  if (consumer.status === 'canceled' || less <= 0) return next;
  const amount = netOf(total - less, registration.vat);
  return {
    ...next,
    registration: { ...next.registration, amount, amountVat: total - less - amount },
    ...correcting(consumer),
  };
}

/** Something went back. */
function canceledBy(consumer: Consumer): Consumer {
  const { total, paid, refunded } = settlementOf(consumer);
  // Who owes nothing and is not cancelled comes for nothing.
  const isFree = total === 0 && consumer.status !== 'canceled';
  // What the bank took back was not given back: it is owed.
  const isLost = (consumer.cards ?? []).some((card) => lostOf(card) > 0);
  return paid === refunded && !isLost && !isFree
    ? { ...consumer, status: 'canceled', ...correcting(consumer) }
    : consumer;
}

/** Something came in. */
function paidBy(consumer: Consumer): Consumer {
  if (consumer.status === 'canceled') return consumer;
  if (settlementOf(consumer).open === 0) return asPaid(consumer);
  // The price has risen meanwhile: a part is paid, and the place does not go to others for the rest.
  return isHeld(consumer) ? { ...consumer, status: 'registered' } : consumer;
}

/**
 * Gives back the place of somebody who has not paid by then. An invoice that was asked for before is taken back. Who was let in
 * meanwhile sits there: they keep it, and owe.
 */
export const giveBackPlace: Command<{ consumerId: string }, null> = (view, { consumerId }, caller) => {
  const consumer = view.stored('consumer', consumerId);
  const { hold } = consumer ?? {};
  if (consumer === null || consumer.status !== 'pending' || hold == null || hold.until > caller.time)
    return ok({ value: null, write: [] });
  if (isLetIn(view, consumerId)) return stamped({ ...consumer, status: 'registered' }, caller);
  const canceled = { ...consumer, status: 'canceled' as const, hold: { ...hold, over: true } };
  return stamped({ ...canceled, ...correcting(consumer) }, caller);
};

function stamped(consumer: Consumer, caller: Caller): ReturnType<typeof writing<null>> {
  return writing(null, changedBy(stampAfter(caller, consumer), consumer));
}
