import type { Currency, Language, PaymentType, Title } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';
import { changedBy } from '../money/standIn.ts';
import type { Stamp } from '../sessions/sessionEdits.ts';

export interface AddressInput {
  name: string;
  street: string;
  zip: string;
  city: string;
  country: string;
}

/** What the consumer edit saves (specification 1 §2). Amount in cents, VAT in basis points, times in ms. */
export interface ConsumerInput {
  person: {
    title: Title | null;
    forename: string;
    surname: string;
    company: string;
    language: Language;
    email: string;
    phone: string;
  };
  address: AddressInput;
  /** Null: identical to the primary one. */
  addressSec: AddressInput | null;
  date: number;
  paymentType: PaymentType;
  amount: number;
  currency: Currency;
  vat: number;
  rate: number;
  status: Consumer['status'];
}

/** Fields that the form does not show, such as notifications, extras or the invoice index, stay as they are. */
export function editConsumer(consumer: Consumer, input: ConsumerInput, stamp: Stamp): Consumer {
  const { registration } = consumer;
  return changedBy(stamp, {
    ...consumer,
    date: input.date,
    paymentType: input.paymentType,
    ...statusByHand(consumer, input.status),
    person: { ...consumer.person, ...texts(input.person), title: input.person.title },
    address: { ...consumer.address, ...texts(input.address) },
    addressSec: input.addressSec === null ? null : { ...consumer.addressSec, ...texts(input.addressSec) },
    registration: {
      ...registration,
      amount: input.amount,
      currency: input.currency,
      date: input.date,
      rate: input.rate,
      vat: input.vat,
    },
  });
}

/** The VAT that is kept beside a sum is of that sum: of another one it follows from the rate. A rate's name is of that rate. */
export function withOwnVatAndName(before: Consumer, next: Consumer): Consumer {
  const [was, is] = [before.registration, next.registration];
  if (is == null) return next;
  const isOtherSum = is.amountVat != null && (was == null || !isSameSum(was, is));
  const isOtherRate = is.rateName != null && was?.rate !== is.rate;
  if (!isOtherSum && !isOtherRate) return next;
  const own = { ...(isOtherSum ? { amountVat: null } : {}), ...(isOtherRate ? { rateName: null } : {}) };
  return { ...next, registration: { ...is, ...own } };
}

/** A status that a payment had set, or a place that was not paid in time, no longer counts once somebody sets another status by hand. */
export const statusByHand = (
  { status: before, statusBefore, hold }: Consumer,
  status: Consumer['status'],
): Partial<Consumer> => ({
  status,
  ...(status === before || statusBefore == null ? {} : { statusBefore: null }),
  ...(status === before || hold?.over !== true ? {} : { hold: null }),
});

const isSameSum = (a: Sum, b: Sum): boolean =>
  a.amount === b.amount && a.vat === b.vat && a.currency === b.currency;
type Sum = Pick<ConsumerInput, 'amount' | 'vat' | 'currency'>;

/** A rate with its name, as the rate setting applies it; the amount stays what it is (decision 7). */
export interface RateChoice {
  rate: number;
  rateName: string | null;
}

/** Only a consumer that has a registration has a rate (specification 1 §2, Rate setting). */
export function setRate(consumer: Consumer, choice: RateChoice, stamp: Stamp): Consumer {
  const { registration } = consumer;
  if (registration == null || hasRate(consumer, choice)) return consumer;
  return changedBy(stamp, { ...consumer, registration: { ...registration, ...choice } });
}

export const hasRate = ({ registration }: Consumer, { rate, rateName }: RateChoice): boolean =>
  registration != null && registration.rate === rate && (registration.rateName ?? null) === rateName;

/** Empty texts are stored as null. */
function texts<T extends object>(fields: T): { [K in keyof T]: T[K] | null } {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  ) as { [K in keyof T]: T[K] | null };
}
