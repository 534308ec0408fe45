import { DEFAULT_CURRENCY, RATES, type Currency } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Author } from '../documents/common.ts';
import type { Consumer } from '../documents/consumer.ts';
import { editedAt } from '../documents/editedAt.ts';
import { isErased } from '../documents/erasure.ts';
import { newDocument } from '../documents/new.ts';
import { matchesPattern } from '../text/text.ts';
import type { CardPayment } from './cardPayment.ts';

interface Stamp {
  author: Author;
  /** ms */
  time: number;
}

/** What the provider says of who has paid, and in what. */
export interface Payer {
  currency: Currency | null;
  name: string | null;
  email: string | null;
}

/**
 * Money for a registration that is not there, as it was deleted before, or is newer than a backup that was put back: kept as a
 * cancelled one, so that it shows in the event's money as some to give back. It has no `updatedAt`: where a device brings the
 * registration after all, that one stays when the two are merged, and hears of the payment then.
 */
export function standIn(
  consumerId: string,
  card: CardPayment,
  payer: Payer | null,
  { author, time }: Stamp,
): Consumer {
  const surname = payer?.name?.trim() ?? '';
  const email = payer?.email?.trim() ?? '';
  return newDocument('consumer', {
    ...{ _id: consumerId, standsIn: true, status: 'canceled', paymentType: 'card', date: time },
    person: {
      ...(surname !== '' && matchesPattern('name', surname) ? { surname } : {}),
      ...(email !== '' && matchesPattern('email', email) ? { email } : {}),
    },
    registration: {
      ...{ amount: 0, vat: 0, rate: RATES[0], currency: payer?.currency ?? DEFAULT_CURRENCY, date: time },
      payment: { stripeCustomerId: card.customerId ?? null, stripePaymentId: card.paymentId ?? null },
    },
    cards: [card],
    metadata: { author, createdAt: time },
  });
}

/** Dated and signed; what stands in for another one goes on giving way to it. */
export function changedBy<Doc extends Client | Consumer>({ author, time }: Stamp, doc: Doc): Doc {
  const dated = doc.type === 'consumer' && doc.standsIn === true ? {} : { updatedAt: time };
  return { ...doc, metadata: { ...doc.metadata, author, ...dated } };
}

/**
 * The same for what only follows from notes of money. It is no edit and wins against none: of a registration that was edited elsewhere
 * meanwhile the edit stays, and the server tells in it what the notes say.
 */
export function toldBy(stamp: Stamp, before: Consumer, next: Consumer): Consumer {
  const { metadata, ...doc } = changedBy(stamp, next);
  // What may stand in one that was erased, servers of before know as well.
  if (isErased(next) || metadata.updatedAt !== stamp.time) return { ...doc, metadata };
  return { ...doc, metadata: { ...metadata, told: { at: stamp.time, editedAt: editedAt(before) } } };
}
