import type { Currency } from '../config.ts';
import { DEFAULT_CURRENCY } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';
import { cardSums, lostOf, type CardPayment } from './cardPayment.ts';
import { overtakenSum } from './booked.ts';
import { takenSums } from './taken.ts';
import { amountsOf } from './vat.ts';

/** What a registration costs, what came in and went back, and what is left of it. Whole cents, none negative. */
export interface Settlement {
  currency: Currency;
  /** All three 0 for a cancelled registration: it owes nothing. */
  net: number;
  vat: number;
  total: number;
  /** With VAT, as the three that follow. */
  paid: number;
  refunded: number;
  /** Still to come in. */
  open: number;
  /** Came in and is owed to nobody any more: to be given back. */
  credit: number;
}

type Billed = Pick<Consumer, 'status' | 'registration' | 'settlement' | 'cards' | 'taken' | 'transfers'>;

/**
 * `total - paid + refunded` is always `open - credit`. What came in says `settlement`, where somebody keeps it; else the
 * status does: with `invoice_paid` all of it came in, with any other nothing is known to have. Cards, and what notes tell, come on top of `settlement`.
 */
export function settlementOf(consumer: Billed): Settlement {
  const { status, registration, cards, taken } = consumer;
  const billed = amountsOf(registration ?? { amount: 0, vat: 0 });
  const owes = status !== 'canceled';
  const total = owes ? billed.total : 0;
  const apart = sumsApart(consumer);
  const said = status === 'invoice_paid' && !cards?.length && !taken?.length ? total : 0;
  const kept = keptOf(consumer);
  const paid = (kept?.paid ?? said) + apart.paid;
  const refunded = (kept?.refunded ?? 0) + apart.refunded;
  const left = total - paid + refunded;
  return {
    currency: registration?.currency ?? DEFAULT_CURRENCY,
    net: owes ? billed.net : 0,
    vat: owes ? billed.vat : 0,
    total,
    paid,
    refunded,
    open: Math.max(0, left),
    credit: Math.max(0, -left),
  };
}

/** What of a payment by card can go back: not what has gone back of the registration's money in another way. */
export function backableOf(consumer: Billed, card: CardPayment): number {
  const { paid, refunded } = settlementOf(consumer);
  return Math.max(0, Math.min(card.paid - card.refunded - lostOf(card), paid - refunded));
}

/**
 * Whether the status alone says that all was paid: somebody set it by hand. Where money made it `invoice_paid`, `statusBefore` tells
 * what it was, and records of the money tell the rest.
 */
export const isSaidPaid = ({
  status,
  statusBefore,
  settlement,
  cards,
  taken,
}: Billed & Pick<Consumer, 'statusBefore'>): boolean =>
  status === 'invoice_paid' && statusBefore == null && settlement == null && !cards?.length && !taken?.length;

/** Where the status alone says that all was paid, it is written down: what comes now comes on top of it. */
export function writtenDown(consumer: Consumer): Consumer {
  const { paid, refunded } = settlementOf(consumer);
  return isSaidPaid(consumer) && paid > 0 ? { ...consumer, settlement: { paid, refunded } } : consumer;
}

/**
 * Whether a registration whose guests were all deleted is still part of the event's money: something came in or went back, or an
 * invoice of it stands. Else it was deleted with them, and owes nothing.
 */
export function countsEmptied(consumer: Billed & Pick<Consumer, 'invoices'>): boolean {
  const { paid, refunded } = settlementOf(consumer);
  const invoiced = (consumer.invoices ?? []).reduce((sum, { total }) => sum + total, 0);
  return paid !== 0 || refunded !== 0 || invoiced !== 0;
}

/** What of `settlement` no payment to the account explains, by the registration itself: it was said, by the status or by another program. */
export function saidOnly({ settlement, transfers }: Pick<Consumer, 'settlement' | 'transfers'>): number {
  const booked = (transfers ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, (settlement?.paid ?? 0) - booked);
}

/** `settlement` without what notes tell of by now; what went back of that went back of nothing. */
function keptOf(consumer: Pick<Consumer, 'settlement' | 'taken' | 'transfers'>): Consumer['settlement'] {
  const { settlement } = consumer;
  const gone = settlement == null ? 0 : overtakenSum(consumer);
  if (settlement == null || gone === 0) return settlement;
  const paid = Math.max(0, settlement.paid - gone);
  return { paid, refunded: Math.min(settlement.refunded, paid) };
}

/** What `settlement` does not count: each has records of its own. */
function sumsApart(consumer: Pick<Consumer, 'cards' | 'taken'>): { paid: number; refunded: number } {
  const byCard = cardSums(consumer);
  const byHand = takenSums(consumer);
  return { paid: byCard.paid + byHand.paid, refunded: byCard.refunded + byHand.refunded };
}

/** When the invoice was issued that a registration still has to pay, ms; null where there is none. */
export function openSince(consumer: Billed & Pick<Consumer, 'invoices' | 'invoiceIndex'>): number | null {
  const { invoices, invoiceIndex } = consumer;
  const newest = invoices?.find(({ kind, index }) => kind === 'invoice' && index === invoiceIndex);
  if (newest === undefined || invoices?.some(({ takesBack }) => takesBack === newest.number)) return null;
  return settlementOf(consumer).open > 0 ? newest.issuedAt : null;
}
