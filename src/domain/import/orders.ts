import type { Consumer } from '../documents/consumer.ts';
import { isErased } from '../documents/erasure.ts';
import { partyRank } from './headings.ts';
import { columnOf, type Mapping } from './fields.ts';
import type { KnownPeople } from './known.ts';

/* Files of other programs come again and again: whom a later one adds to an order belongs to its registration. */

type Consumers = ReadonlyMap<string, Consumer>;

/** Whether further guests may be of it: one that was cancelled is over. */
export const takesGuests = (consumer: Consumer | undefined): boolean =>
  consumer !== undefined && consumer.status !== 'canceled' && !isErased(consumer);

/** The registration of each order that is known, by what its program calls it. */
export function knownOrders(consumers: Iterable<Consumer>): Map<string, string> {
  const orders = new Map<string, string>();
  for (const consumer of consumers) {
    const code = consumer.orderCode;
    if (code && !orders.has(code) && takesGuests(consumer)) orders.set(code, consumer._id);
  }
  return orders;
}

/** The registration of a guest whose number is that of an order of one, as the first file called them both. */
export function orderOfNumber(
  number: string,
  people: KnownPeople | undefined,
  consumers: Consumers,
): string | undefined {
  const consumerId = people?.byNumber.get(number)?.consumerId ?? '';
  return takesGuests(consumers.get(consumerId)) ? consumerId : undefined;
}

/** The guests' numbers are those of their orders: where each order in the file is of one guest. */
export const numbersAreOrders = (headers: readonly string[], mapping: Mapping): boolean =>
  partyRank(headers[columnOf(mapping, 'number')] ?? '') !== null;
