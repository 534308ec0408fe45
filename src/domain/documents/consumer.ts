import { z } from 'zod';
import { CURRENCIES, DEFAULT_CURRENCY, LANGUAGES, PAYMENT_TYPES, RATES, TITLES } from '../config.ts';
import { basisPoints, cents, couchFields, metadata, text, time } from './common.ts';

export const CONSUMER_STATUSES = [
  'pending',
  'registered',
  'reservation_confirmed',
  'rsvp_confirmed',
  'notice_sent',
  'invitation_sent',
  'ticket_sent',
  'invoice_sent',
  'invoice_paid',
  'invoiceextra_sent',
  'seating_validated',
  'postevent_sent',
  'canceled',
] as const;
export const NOTIF_METHODS = ['email', 'sms', 'whatsapp'] as const;

const optionalText = (pattern: Parameters<typeof text>[0]) =>
  z.union([z.literal(''), text(pattern)]).nullish();

export const address = z.looseObject({
  name: optionalText('freename'),
  street: optionalText('freename'),
  city: optionalText('freename'),
  zip: optionalText('name'),
  country: optionalText('name'),
});

/** One attempt to notify (specification 1 §3). */
export const notifAttempt = z.looseObject({
  ok: z.boolean(),
  error: z.string().nullish(),
  errorCode: z.union([z.string(), z.number()]).nullish(),
  date: time,
  message: z.string().nullish(),
  url: z.string().nullish(),
});

/** The registration and billing record behind one or more clients. */
export const consumer = z.looseObject({
  ...couchFields,
  type: z.literal('consumer'),
  date: time.nullish(),
  /** Given by the server only, once, in order (readings, no. 16). */
  invoiceIndex: z.number().int().min(0).nullish(),
  notifs: z.record(z.string(), z.array(notifAttempt)).default({}),
  notifMethod: z.enum(NOTIF_METHODS).default('email'),
  paymentType: z.enum(PAYMENT_TYPES).default('none'),
  status: z.enum(CONSUMER_STATUSES).default('registered'),
  address: address.nullish(),
  addressSec: address.nullish(),
  person: z
    .looseObject({
      title: z.enum(TITLES).nullish(),
      forename: optionalText('name'),
      surname: optionalText('name'),
      company: optionalText('freename'),
      email: optionalText('email'),
      phone: optionalText('phone'),
      language: z.enum(LANGUAGES).nullish(),
    })
    .nullish(),
  registration: z
    .looseObject({
      amount: cents.default(0),
      currency: z.enum(CURRENCIES).default(DEFAULT_CURRENCY),
      date: time.nullish(),
      formId: z.string().nullish(),
      rate: z.number().min(0).max(100).default(RATES[0]),
      rateName: z.string().max(300).nullish(),
      vat: basisPoints.default(0),
    })
    .nullish(),
  metadata: metadata.default({}),
});
export type Consumer = z.infer<typeof consumer>;
