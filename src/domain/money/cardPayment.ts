import type { Consumer } from '../documents/consumer.ts';

/** A payment by card as a registration tells it; cents, VAT included. */
export type CardPayment = NonNullable<NonNullable<Consumer['cards']>[number]>;

/** Later: what is open may become paid, what is paid stays so, however late and often older news comes. */
export function laterOf(known: CardPayment | null, read: CardPayment): CardPayment {
  if (known === null) return read;
  return {
    ...known,
    ...read,
    paid: Math.max(known.paid, read.paid),
    refunded: Math.max(known.refunded, read.refunded),
    disputed: known.disputed || read.disputed,
    customerId: read.customerId ?? known.customerId,
    paymentId: read.paymentId ?? known.paymentId,
  };
}

/** What came in and went back by card. */
export function cardSums({ cards }: Pick<Consumer, 'cards'>): { paid: number; refunded: number } {
  const sums = { paid: 0, refunded: 0 };
  for (const { paid, refunded } of cards ?? []) {
    sums.paid += paid;
    sums.refunded += refunded;
  }
  return sums;
}
