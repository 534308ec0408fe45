import type { Consumer } from '../documents/consumer.ts';
import { settlementOf } from './settlement.ts';

/** A registration that tells these notes of money: who has paid all is `invoice_paid`, who has not any more is not. */
export function afterTaking(consumer: Consumer, taken: Consumer['taken']): Consumer {
  const next = { ...consumer, taken };
  if (next.status === 'canceled') return next;
  const { open, paid, refunded } = settlementOf(next);
  if (open === 0 && paid > refunded) return { ...next, status: 'invoice_paid' };
  return open > 0 && next.status === 'invoice_paid' ? { ...next, status: 'registered' } : next;
}
