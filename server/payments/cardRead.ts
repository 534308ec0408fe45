import { CURRENCIES } from '#domain/config.ts';
import type { CardPayment, Dispute } from '#domain/money/cardPayment.ts';
import type { Payer } from '#domain/money/standIn.ts';
import * as stripe from './stripe.ts';

/** A payment as its account tells it; null for what is not paid, or none of ours. */
export async function readCard(
  account: stripe.StripeAccount,
  eventId: string,
  reference: string,
): Promise<{ consumerId: string; read: CardPayment; payer: Payer } | null> {
  const session = reference.startsWith('pi_')
    ? await stripe.checkoutOf(account, reference)
    : await stripe.readCheckout(account, reference);
  const consumerId = session?.metadata?.['consumer'] ?? '';
  if (session === null || session.metadata?.['event'] !== eventId || !consumerId.startsWith('consumer_'))
    return null;
  const read = cardOf(session);
  if (read.paid === 0) return null;
  // A payment that was disputed once stays so at Stripe: how it ended, its disputes say.
  if (read.disputed && read.paymentId != null) {
    const disputes = await stripe.disputesOf(account, read.paymentId);
    if (disputes !== null) read.disputes = disputes.map((one) => disputeOf(one, session));
  }
  return { consumerId, read, payer: payerOf(session) };
}

function cardOf({
  id,
  payment_status,
  amount_total,
  currency,
  customer,
  payment_intent,
}: stripe.StripeSession): CardPayment {
  const intent = typeof payment_intent === 'object' ? payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    ...{ id, paid: payment_status === 'paid' ? (amount_total ?? 0) : 0 },
    ...{ refunded: charge?.amount_refunded ?? 0, disputed: charge?.disputed === true },
    paymentId: typeof payment_intent === 'string' ? payment_intent : (intent?.id ?? null),
    customerId: customer ?? null,
    ...(currency == null ? {} : { currency }),
  };
}

function payerOf({ currency, customer_details: details }: stripe.StripeSession): Payer {
  return {
    currency: CURRENCIES.find((one) => one === currency) ?? null,
    name: details?.name ?? null,
    email: details?.email ?? null,
  };
}

/** Of another currency than was paid in, or for more: all of it is at stake. */
function disputeOf(
  { id, amount, currency, status }: stripe.StripeDispute,
  session: stripe.StripeSession,
): Dispute {
  const paid = session.amount_total ?? 0;
  const isSame = currency === session.currency;
  return { id, amount: isSame ? Math.min(amount, paid) : paid, outcome: OUTCOMES.get(status) ?? 'open' };
}

/** Whatever else Stripe says is not decided. */
const OUTCOMES: ReadonlyMap<string, Dispute['outcome']> = new Map([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);
