import { CURRENCIES, type Currency } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';

/** A payment by card as a registration tells it; cents, VAT included. */
export type CardPayment = NonNullable<NonNullable<Consumer['cards']>[number]>;

export type Dispute = NonNullable<CardPayment['disputes']>[number];

/** What it was paid in; not told by older ones, which were in the registration's. */
export const currencyOf = ({ currency }: CardPayment, registered: Currency): Currency =>
  CURRENCIES.find((one) => one === currency) ?? registered;

/** Later: what is open may become paid, what is paid stays so, however late and often older news comes. */
export function laterOf(known: CardPayment | null, read: CardPayment): CardPayment {
  if (known === null) return read;
  const disputes = laterDisputes(known.disputes ?? [], read.disputes ?? []);
  return {
    ...known,
    ...read,
    paid: Math.max(known.paid, read.paid),
    refunded: Math.max(known.refunded, read.refunded),
    disputed:
      disputes.length === 0
        ? known.disputed || read.disputed
        : disputes.some(({ outcome }) => outcome !== 'won'),
    ...(disputes.length === 0 ? {} : { disputes }),
    customerId: read.customerId ?? known.customerId,
    paymentId: read.paymentId ?? known.paymentId,
  };
}

/** What is decided is not open again, however late older news comes. */
function laterDisputes(known: readonly Dispute[], read: readonly Dispute[]): Dispute[] {
  const all = new Map(known.map((one) => [one.id, one]));
  for (const one of read)
    if (one.outcome !== 'open' || !all.has(one.id) || all.get(one.id)?.outcome === 'open')
      all.set(one.id, one);
  return [...all.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether somebody must answer the bank. */
export const isDisputed = ({ disputed, disputes }: CardPayment): boolean =>
  disputes?.length ? disputes.some(({ outcome }) => outcome === 'open') : disputed;

/** What the bank has given back to the payer for good: of what had not gone back before. */
export function lostOf({ paid, refunded, disputes }: CardPayment): number {
  const lost = (disputes ?? []).reduce((sum, one) => sum + (one.outcome === 'lost' ? one.amount : 0), 0);
  return Math.min(lost, Math.max(0, paid - refunded));
}

/** What came in and went back by card; what was lost to the bank did not come in. */
export function cardSums({ cards }: Pick<Consumer, 'cards'>): { paid: number; refunded: number } {
  const sums = { paid: 0, refunded: 0 };
  for (const card of cards ?? []) {
    sums.paid += card.paid - lostOf(card);
    sums.refunded += card.refunded;
  }
  return sums;
}
