import type { Consumer } from '../documents/consumer.ts';
import { canonical } from '../canonical.ts';
import { isErased } from '../documents/erasure.ts';
import { isCount } from './counts.ts';
import { columnOf, type Mapping } from './fields.ts';
import { partyRank } from './headings.ts';
import type { Addressee, KnownPeople } from './known.ts';

/* Files of other programs come again and again: whom a later one adds to an order belongs to its registration. */

/** The event's registrations, as far as rows may be of them. */
export interface KnownRegistrations {
  /** Ids of those that take further guests. */
  open: ReadonlySet<string>;
  /** The registration of each order that is known, by what its program calls it. */
  byOrder: ReadonlyMap<string, string>;
  /** Of each that is not erased. */
  addressees: ReadonlyMap<string, Addressee>;
}

/** Whether further guests may be of it: one that was cancelled is over. */
export const takesGuests = (consumer: Consumer | undefined): boolean =>
  consumer !== undefined && consumer.status !== 'canceled' && !isErased(consumer);

/** The order's name, where it is one in other files too. */
export const namedOrder = (code: string | null | undefined): string | null =>
  code == null || code === '' || isCount(code) ? null : code;

/** Of two that have one order, made on devices that were apart, every device means the same: the one with the lowest id. */
export function knownRegistrations(consumers: Iterable<Consumer>): KnownRegistrations {
  const open = new Set<string>();
  const byOrder = new Map<string, string>();
  const addressees = new Map<string, Addressee>();
  for (const consumer of consumers) {
    if (!isErased(consumer)) addressees.set(consumer._id, consumer);
    if (!takesGuests(consumer)) continue;
    const { _id, orderCode } = consumer;
    open.add(_id);
    const code = namedOrder(orderCode);
    if (code !== null && _id < (byOrder.get(code) ?? '\uffff')) byOrder.set(code, _id);
  }
  return { open, byOrder, addressees };
}

/** Several registrations of one order that still count. */
export interface DoubledOrder {
  code: string;
  /** The lowest id first: later files add their guests to it. */
  consumerIds: readonly [string, ...string[]];
}

/** Orders that devices without network imported apart, in the order of their codes. Nobody puts them together by himself. */
export function doubledOrders(consumers: Iterable<Consumer>): DoubledOrder[] {
  const holders = new Map<string, string[]>();
  for (const consumer of consumers) {
    const code = takesGuests(consumer) ? namedOrder(consumer.orderCode) : null;
    if (code === null) continue;
    const known = holders.get(code);
    if (known === undefined) holders.set(code, [consumer._id]);
    else known.push(consumer._id);
  }
  return [...holders]
    .flatMap(([code, ids]): DoubledOrder[] => {
      const [first, ...others] = ids.toSorted();
      return first === undefined || others.length === 0 ? [] : [{ code, consumerIds: [first, ...others] }];
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

export const areSameRegistrations = (a: KnownRegistrations, b: KnownRegistrations): boolean =>
  a.open.size === b.open.size &&
  a.byOrder.size === b.byOrder.size &&
  [...a.open].every((id) => b.open.has(id)) &&
  [...a.byOrder].every(([code, id]) => b.byOrder.get(code) === id) &&
  a.addressees.size === b.addressees.size &&
  [...a.addressees].every(([id, one]) => isSameAddressee(one, b.addressees.get(id)));

const isSameAddressee = (a: Addressee, b: Addressee | undefined): boolean =>
  a === b ||
  (b !== undefined &&
    canonical(a.address) === canonical(b.address) &&
    a.person?.forename === b.person?.forename &&
    a.person?.surname === b.person?.surname);

/** The registration of a guest whose number is that of an order of one, as the first file called them both. */
export function orderOfNumber(
  number: string,
  people: KnownPeople | undefined,
  { open }: KnownRegistrations,
): string | undefined {
  if (namedOrder(number) === null) return undefined;
  const consumerId = people?.byNumber.get(number)?.consumerId ?? '';
  return open.has(consumerId) ? consumerId : undefined;
}

/** The guests' numbers are those of their orders: where each order in the file is of one guest. */
export const numbersAreOrders = (headers: readonly string[], mapping: Mapping): boolean =>
  partyRank(headers[columnOf(mapping, 'number')] ?? '') !== null;
