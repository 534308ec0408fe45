import {
  DEFAULT_CURRENCY,
  type Currency,
  type Language,
  type PaymentType,
  type Title,
} from '#domain/config.ts';
import type { AddressInput, ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { dayOfText, dayText, type Calendar } from '#domain/days.ts';
import {
  hundredthsText,
  MAX_AMOUNT_CENTS,
  MAX_VAT_BASIS_POINTS,
  parseHundredths,
} from '#domain/money/money.ts';
import { DEFAULT_EDITED_RATE } from '#domain/money/rate.ts';

/** The form as people fill it in: texts and days. Empty choices are empty texts. */
export interface ConsumerFormValues {
  title: Title | '';
  forename: string;
  surname: string;
  company: string;
  language: Language | '';
  email: string;
  phone: string;
  address: AddressInput;
  identical: boolean;
  addressSec: AddressInput;
  /** 'YYYY-MM-DD' */
  day: string | null;
  paymentType: PaymentType | '';
  amount: string;
  currency: Currency | '';
  vat: string;
  rate: string;
  status: Consumer['status'];
}

const NOON = 12 * 60;

/** Days are those of the event, wherever somebody edits. */
export function valuesOf(consumer: Consumer, calendar: Calendar): ConsumerFormValues {
  const { person, registration } = consumer;
  const date = dateOf(consumer);
  return {
    title: person?.title ?? '',
    forename: person?.forename ?? '',
    surname: person?.surname ?? '',
    company: person?.company ?? '',
    language: person?.language ?? '',
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    address: addressOf(consumer.address),
    identical: consumer.addressSec == null,
    addressSec: addressOf(consumer.addressSec),
    day: date === null ? null : dayText(calendar.dayOf(date)),
    paymentType: consumer.paymentType,
    amount: hundredthsText(registration?.amount ?? 0),
    currency: registration?.currency ?? DEFAULT_CURRENCY,
    vat: hundredthsText(registration?.vat ?? 0),
    rate: String(registration?.rate ?? DEFAULT_EDITED_RATE),
    status: consumer.status,
  };
}

/** What the data layer saves, or null when something is missing that the form's checks let through. */
export function inputOf(
  values: ConsumerFormValues,
  consumer: Consumer,
  calendar: Calendar,
): ConsumerInput | null {
  const { language, paymentType, currency } = values;
  const day = values.day === null ? null : dayOfText(values.day);
  if (language === '' || paymentType === '' || currency === '' || day === null) return null;
  const amount = parseHundredths(values.amount, MAX_AMOUNT_CENTS, currency);
  const vat = values.vat.trim() === '' ? 0 : parseHundredths(values.vat, MAX_VAT_BASIS_POINTS, 'percent');
  if (amount === null || vat === null || values.rate === '') return null;
  const before = dateOf(consumer);
  return {
    person: {
      title: values.title === '' ? null : values.title,
      forename: values.forename,
      surname: values.surname,
      company: values.company,
      language,
      email: values.email,
      phone: values.phone,
    },
    address: values.address,
    addressSec: values.identical ? null : values.addressSec,
    // The time of day stays as long as the day does.
    date: before !== null && calendar.dayOf(before) === day ? before : calendar.timeAt(day, NOON),
    paymentType,
    amount,
    currency,
    vat,
    rate: Number(values.rate),
    status: values.status,
  };
}

const dateOf = (consumer: Consumer): number | null => consumer.registration?.date ?? consumer.date ?? null;

const addressOf = (address: Consumer['address']): AddressInput => ({
  name: address?.name ?? '',
  street: address?.street ?? '',
  zip: address?.zip ?? '',
  city: address?.city ?? '',
  country: address?.country ?? '',
});
