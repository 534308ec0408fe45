import { z } from 'zod';
import { CURRENCIES, DEFAULT_CURRENCY, LANGUAGES, PAYMENT_TYPES, RATES, TITLES } from '../config.ts';
import {
  basisPoints,
  cents,
  couchFields,
  idOf,
  key,
  metadata,
  optionalText,
  registerTimes,
  text,
  time,
  wire,
} from './common.ts';
import { defineDocument } from './definition.ts';

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
export type NotifMethod = (typeof NOTIF_METHODS)[number];

const address = wire({
  name: optionalText('freename'),
  street: optionalText('freename'),
  city: optionalText('freename'),
  zip: optionalText('name'),
  country: optionalText('name'),
});

/** One attempt to notify (specification 1 §3). */
const notifAttempt = wire({
  ok: z.boolean(),
  error: text('longText').nullish(),
  errorCode: z.union([text('text'), z.number()]).nullish(),
  date: time,
  message: text('longText').nullish(),
  url: text('text').nullish(),
  /** How it went, where its notification goes another way by now. */
  method: z.enum(NOTIF_METHODS).nullish(),
});

/** An invoice or credit note that the server has issued; amounts in cents, those of a credit note negative. */
const issued = wire({
  kind: z.enum(['invoice', 'credit']),
  index: z.number().int().min(0),
  number: z.string().max(200),
  /** Of a credit note: the number of the invoice that it takes back. */
  takesBack: z.string().max(200).nullish(),
  issuedAt: time,
  currency: z.enum(CURRENCIES),
  total: z.number().int(),
  /** By which its payment to an account is known again. */
  reference: z.string().max(40).nullish(),
  /** Why it has no PDF yet; null where it has. */
  lacks: z.enum(['missing_template', 'unprintable']).nullish(),
});
export type IssuedInvoice = z.infer<typeof issued>;

export const LONGEST_ORDER_CODE = 200;

const count = z.number().int().min(0).max(100_000);
/** References of the payment provider. */
const payment = wire({ stripeCustomerId: key.nullish(), stripePaymentId: key.nullish() }).nullish();
/** A picture as a data URL. */
const signature = z.string().max(1_000_000).nullish();

/** The registration and billing record behind one or more clients. */
const consumer = wire({
  ...couchFields,
  type: z.literal('consumer'),
  date: time.nullish(),
  /** Given by the server only, once, in order (readings, no. 16). */
  invoiceIndex: z.number().int().min(0).nullish(),
  /** What was issued, oldest first: told by the server only (decision 34). */
  invoices: z.array(issued).nullish(),
  /** Asks for an invoice ahead of the status. */
  invoiceWanted: z.boolean().nullish(),
  /** Asks to take back the invoice of this index, with a new one in its place where something is still owed. */
  invoiceCorrects: z.number().int().min(0).nullish(),
  notifs: z.record(z.string(), z.array(notifAttempt)).default({}),
  notifMethod: z.enum(NOTIF_METHODS).default('email'),
  paymentType: z.enum(PAYMENT_TYPES).default('none'),
  status: z.enum(CONSUMER_STATUSES).default('registered'),
  /** What it was before money made it `invoice_paid`: comes back where a note of money is taken back. */
  statusBefore: z.enum(CONSUMER_STATUSES).nullish(),
  address: address.nullish(),
  addressSec: address.nullish(),
  person: wire({
    title: z.enum(TITLES).nullish(),
    forename: optionalText('name'),
    surname: optionalText('name'),
    company: optionalText('freename'),
    email: optionalText('email'),
    phone: optionalText('phone'),
    language: z.enum(LANGUAGES).nullish(),
  }).nullish(),
  registration: wire({
    amount: cents.default(0),
    currency: z.enum(CURRENCIES).default(DEFAULT_CURRENCY),
    date: time.nullish(),
    /** How many, by the id of the form's extra. Other programs write none as an empty list, too. */
    extras: z
      .union([
        z.record(z.string(), z.union([count, z.boolean(), wire({ count: count.nullish() })]).nullish()),
        z.array(z.never()),
      ])
      .nullish(),
    /** To the form's own questions, by their ids (`domain/desk/answers.ts`). */
    answers: z.record(z.string(), text('longText')).nullish(),
    formId: key.nullish(),
    /** Stands for what a guest has sent (`domain/desk/content.ts`), so that it is known again. */
    submissionDigest: key.nullish(),
    rate: z.number().min(0).max(100).default(RATES[0]),
    rateName: text('freename').nullish(),
    vat: basisPoints.default(0),
    /** The VAT of the amount where prices were round with it, so that it does not follow from the amount (readings, no. 38). */
    amountVat: cents.nullish(),
    /** What was given back by card so far, for which the amount was lowered where it was paid for: told by the server only. */
    cardRefunds: cents.nullish(),
    payment,
    signature,
    /** What was agreed to, in which words and when. */
    consents: z
      .array(wire({ wording: text('longText'), time, termsOf: key.nullish() }))
      .max(50)
      .nullish(),
  }).nullish(),
  /**
   * What came in and went back so far, in cents of the registration's currency, VAT included: kept by whoever takes
   * payments. Without it the status says what is known (`domain/money/settlement.ts`).
   */
  settlement: wire({ paid: cents.default(0), refunded: cents.default(0) }).nullish(),
  /**
   * Payments to the account that a person has said are for this registration; part of what `settlement` says was paid. Of an erased one
   * `id` is no more the bank's name (`bankEntry.ts`).
   */
  transfers: z
    .array(wire({ id: z.string().max(200), day: z.string().max(10), amount: cents }))
    .max(1000)
    .nullish(),
  /** Payments by card, told by the server only: what the provider says of them, besides `settlement`. */
  cards: z
    .array(
      wire({
        id: key,
        paid: cents,
        refunded: cents,
        /** Absent from what was read before it was kept. */
        currency: z.string().max(10).nullish(),
        /** The payer objects at the bank, and it is not decided, or decided for the payer. */
        disputed: z.boolean(),
        disputes: z
          .array(wire({ id: key, amount: cents, outcome: z.enum(['open', 'won', 'lost']) }))
          .max(20)
          .nullish(),
        paymentId: key.nullish(),
        customerId: key.nullish(),
      }),
    )
    .max(100)
    .nullish(),
  /** Money that changed hands, besides `settlement`: follows from the documents `payment`, which count. */
  taken: z
    .array(
      wire({
        id: idOf('payment'),
        /** Programs of before would refuse the registration for any other. */
        kind: z.enum(['cash', 'terminal']),
        /** Whatever `kind` says. */
        byTransfer: z.boolean().nullish(),
        amount: z.number().int(),
        cancels: key.nullish(),
      }),
    )
    .max(1000)
    .nullish(),
  /** A place is held until then while its payment by card is open; `over`: it was given back. */
  hold: wire({ until: time, over: z.boolean() }).nullish(),
  /** Made by the server for money by card that came when the registration itself was not there. */
  standsIn: z.boolean().nullish(),
  /** How often the link to the guest's own page was ended: those of versions before open nothing. */
  linkVersion: z.number().int().min(0).max(999_999).nullish(),
  form: z.union([key, wire({})]).nullish(),
  /** What another program calls the order: guests of it whom a later file brings are of this registration. */
  orderCode: z.string().max(LONGEST_ORDER_CODE).nullish(),
  /** Since when nothing in it tells of the person any more; its money stays. */
  erasedAt: time.nullish(),
  payment,
  signature,
  metadata: metadata
    .extend({
      /** What notes of money say was told at `at`; the last edit was at `editedAt`. Nothing is told where `updatedAt` is another by now. */
      told: wire({ at: time, editedAt: time }).nullish(),
      registers: registerTimes.nullish(),
    })
    .default({}),
});
export type Consumer = z.infer<typeof consumer>;
export const consumerDocument = defineDocument({
  schema: consumer,
  version: 1,
  migrations: [],
  numerous: true,
});
