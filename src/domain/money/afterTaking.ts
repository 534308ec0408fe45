import type { Consumer } from '../documents/consumer.ts';
import { isHeld } from './paymentState.ts';
import { settlementOf } from './settlement.ts';

/** Money has come for all of it; what the status was is kept, for money that turns out not to have come. */
export const asPaid = (consumer: Consumer): Consumer =>
  consumer.status === 'invoice_paid'
    ? consumer
    : { ...consumer, status: 'invoice_paid', statusBefore: consumer.status };

/**
 * A registration that tells these notes of money: who has paid all is `invoice_paid`; who has not any more has the status of before,
 * but waits for no card. Who has paid a part holds the place: nobody's time runs out who was at the desk.
 */
export function afterTaking(consumer: Consumer, taken: Consumer['taken']): Consumer {
  const next = { ...consumer, taken };
  if (next.status === 'canceled') return next;
  const { open, paid, refunded } = settlementOf(next);
  if (open === 0 && paid > refunded) return asPaid(next);
  const { status, statusBefore } = next;
  // Who owes nothing and had paid nothing either, as all that was noted is taken back, was not made paid by it.
  if (open === 0 && (paid > 0 || statusBefore == null)) return next;
  if (status === 'invoice_paid') {
    const isOver = statusBefore == null || ['pending', 'canceled', 'invoice_paid'].includes(statusBefore);
    return { ...next, status: isOver ? 'registered' : statusBefore, statusBefore: null };
  }
  return paid > refunded && isHeld(next) ? { ...next, status: 'registered' } : next;
}
