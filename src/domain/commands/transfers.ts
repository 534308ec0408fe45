import type { Currency } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';
import { afterTaking, asPaid } from '../money/afterTaking.ts';
import { settlementOf, sumsApart } from '../money/settlement.ts';
import { err } from '../result.ts';
import { stampAfter, writing, type Command } from './command.ts';

/** A payment to the account that somebody says is for this registration. */
export interface Transfer {
  consumerId: string;
  /** The bank's name for it: the same payment is noted once. */
  id: string;
  /** 'YYYY-MM-DD' */
  day: string;
  /** Cents. */
  amount: number;
  /** Where the bank says it: in another one it pays nothing of the registration. */
  currency?: Currency | undefined;
}

/** Notes payments, each once; who has paid all is `invoice_paid`. */
export const bookTransfers: Command<readonly Transfer[], { booked: number }> = (view, transfers, caller) => {
  const byConsumer = new Map<string, Transfer[]>();
  for (const one of transfers)
    byConsumer.set(one.consumerId, [...(byConsumer.get(one.consumerId) ?? []), one]);
  const docs: Consumer[] = [];
  let booked = 0;
  for (const consumer of view.storedOf('consumer', [...byConsumer.keys()]).values()) {
    const known = consumer.transfers ?? [];
    const ids = new Set(known.map(({ id }) => id));
    const all = settlementOf(consumer);
    const fresh = (byConsumer.get(consumer._id) ?? []).filter(
      ({ id, currency = all.currency }) => currency === all.currency && !ids.has(id) && ids.add(id),
    );
    if (fresh.length === 0) continue;
    booked += fresh.length;
    const apart = sumsApart(consumer);
    const paid = all.paid - apart.paid;
    const refunded = all.refunded - apart.refunded;
    const sum = fresh.reduce((total, { amount }) => total + amount, 0);
    const { author, time } = stampAfter(caller, consumer);
    const next: Consumer = {
      ...consumer,
      settlement: { ...consumer.settlement, paid: paid + sum, refunded },
      transfers: [...known, ...fresh.map(({ id, day, amount }) => ({ id, day, amount }))],
      metadata: { ...consumer.metadata, author, updatedAt: time },
    };
    const isPaid = next.status !== 'canceled' && settlementOf(next).open === 0;
    docs.push(isPaid ? asPaid(next) : next);
  }
  return docs.length === 0 ? err({ code: 'nothing_to_do' }) : writing({ booked }, ...docs);
};

/** A payment to the account was noted by mistake: it counts nothing any more, and can be noted anew. */
export const takeBackTransfer: Command<{ consumerId: string; id: string }, Consumer> = (
  view,
  { consumerId, id },
  caller,
) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  const gone = consumer.transfers?.find((one) => one.id === id);
  if (gone === undefined || consumer.settlement == null) return err({ code: 'nothing_to_do' });
  const { author, time } = stampAfter(caller, consumer);
  const paid = Math.max(0, consumer.settlement.paid - gone.amount);
  // What went back of it went back of nothing.
  const settlement = { ...consumer.settlement, paid, refunded: Math.min(consumer.settlement.refunded, paid) };
  const transfers = consumer.transfers?.filter((one) => one.id !== id);
  const next = afterTaking({ ...consumer, settlement, transfers }, consumer.taken);
  const saved = { ...next, metadata: { ...next.metadata, author, updatedAt: time } };
  return writing(saved, saved);
};
