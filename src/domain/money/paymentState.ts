import type { Currency } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';
import { isDisputed, lostOf, type CardPayment } from './cardPayment.ts';
import { settlementOf } from './settlement.ts';

/** Where a registration's payment stands, said in one word. */
export const PAYMENT_STATES = ['free', 'held', 'open', 'part', 'paid', 'refunded', 'canceled'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
/**
 * What somebody must look at: paid after the place was given back, more came in than is owed, the status says paid and less came in,
 * the payer objects at the bank, the bank has decided for the payer, all guests were deleted and the money stays, the
 * registration was not there any more when it came, more went back than had come, it came in
 * another currency, its invoices come to another sum than is charged: it was changed or cancelled after one was issued, a payment of a
 * bank statement is noted once more, here or for another registration.
 */
export type PaymentFlag =
  | 'late'
  | 'over'
  | 'short'
  | 'disputed'
  | 'lost'
  | 'emptied'
  | 'missing'
  | 'excess'
  | 'currency'
  | 'invoiced'
  | 'twice';

type Told = Pick<
  Consumer,
  | 'status'
  | 'registration'
  | 'settlement'
  | 'cards'
  | 'taken'
  | 'transfers'
  | 'hold'
  | 'standsIn'
  | 'invoices'
  | 'invoiceCorrects'
>;

/** A place that waits for a payment by card: nobody may give it up meanwhile, for the money may be on its way. */
export const isHeld = ({ status, hold }: Pick<Consumer, 'status' | 'hold'>): boolean =>
  status === 'pending' && hold != null && !hold.over;

export function paymentState(consumer: Told): PaymentState {
  const { total, paid, refunded, open } = settlementOf(consumer);
  if (total === 0 && refunded > 0 && refunded >= paid) return 'refunded';
  if (consumer.status === 'canceled') return 'canceled';
  if (isHeld(consumer)) return 'held';
  if (open > 0) return paid > refunded ? 'part' : 'open';
  return total > 0 || paid > 0 ? 'paid' : 'free';
}

export function paymentFlags(
  consumer: Told,
  { isEmptied = false, isTwice = false }: { isEmptied?: boolean; isTwice?: boolean } = {},
): PaymentFlag[] {
  const { currency, paid, refunded, open, credit } = settlementOf(consumer);
  const isLate = credit > 0 && consumer.status === 'canceled' && consumer.hold?.over === true;
  const isMissing = consumer.standsIn === true && paid !== refunded;
  return [
    ...(isTwice ? ['twice' as const] : []),
    ...(isLate ? ['late' as const] : credit > 0 ? ['over' as const] : []),
    ...(consumer.status === 'invoice_paid' && open > 0 ? ['short' as const] : []),
    ...((consumer.cards ?? []).some(isDisputed) ? ['disputed' as const] : []),
    ...((consumer.cards ?? []).some((card) => lostOf(card) > 0) ? ['lost' as const] : []),
    ...(refunded > paid ? ['excess' as const] : []),
    ...((consumer.cards ?? []).some((card) => isOther(card, currency)) ? ['currency' as const] : []),
    ...(isInvoicedOtherwise(consumer) ? ['invoiced' as const] : []),
    ...(isMissing ? ['missing' as const] : []),
    ...(isEmptied && !isMissing && (open > 0 || paid !== refunded) ? ['emptied' as const] : []),
  ];
}

/** What the registration's invoices come to, less what was taken back (cents), in the newest one's currency; null where there is none. */
export function invoicedSum({
  invoices,
}: Pick<Consumer, 'invoices'>): { sum: number; currency: Currency } | null {
  const newest = invoices?.at(-1);
  if (newest === undefined) return null;
  return {
    sum: (invoices ?? []).reduce((sum, { total }) => sum + total, 0),
    currency: newest.currency,
  };
}

/** Nothing puts this right by itself: somebody must have the invoice corrected, or taken back. */
function isInvoicedOtherwise(consumer: Told): boolean {
  const invoiced = invoicedSum(consumer);
  if (invoiced === null || consumer.invoiceCorrects != null) return false;
  const { total, currency } = settlementOf(consumer);
  return invoiced.sum !== total || (invoiced.sum !== 0 && invoiced.currency !== currency);
}

const isOther = (card: CardPayment, currency: Currency): boolean =>
  card.currency != null && card.currency !== currency && card.paid > card.refunded;
