import { z } from 'zod';
import { canonical } from '../canonical.ts';
import { CURRENCIES } from '../config.ts';
import { author, couchFields, idOf, time, writtenOn } from './common.ts';
import { defineDocument } from './definition.ts';

/** How money moves that somebody notes: by Stripe, and with a bank's statement to the account, it comes in by itself. */
export const HAND_KINDS = ['cash', 'terminal', 'transfer'] as const;
export type HandKind = (typeof HAND_KINDS)[number];

/** A note's limit, either way: more is a slip of the hand. */
export const MAX_NOTE_CENTS = 100_000_000_00;

const payment = z.strictObject({
  _id: couchFields._id,
  _rev: couchFields._rev,
  schemaVersion: couchFields.schemaVersion,
  type: z.literal('payment'),
  consumerId: idOf('consumer'),
  kind: z.enum(HAND_KINDS),
  /** Cents, VAT included; below zero what was given back. */
  amount: z
    .number()
    .int()
    .min(-MAX_NOTE_CENTS)
    .max(MAX_NOTE_CENTS)
    .refine((cents) => cents !== 0, { error: 'must not be 0' }),
  currency: z.enum(CURRENCIES),
  /** Hybrid clock, ms. */
  time,
  device: writtenOn,
  author: author.strict(),
  /** The note that this one takes back, as never made: both count nothing. */
  cancels: idOf('payment').optional(),
  /** Of a payment of a bank statement: 'YYYY-MM-DD', as the bank says it. */
  day: z.string().max(10).optional(),
});
/**
 * Money that somebody took or gave back by hand, or found in a bank statement: small, written once, never changed, so that two
 * devices without network lose none. What a registration tells (`taken`) follows from these.
 */
export type Payment = z.infer<typeof payment>;
export const paymentDocument = defineDocument({
  schema: payment,
  /** 2: a transfer. 3: a payment of a bank statement. Programs of before do not refuse such a note for ever. */
  version: 3,
  migrations: [(doc) => doc, (doc) => doc],
  numerous: true,
});

/** What two devices may say otherwise of one step with a payment of a bank statement: all else stands in its id. */
const ownOf = ({ author: by, device, day, currency }: Payment): string =>
  canonical({ author: by, device, day, currency });

/** Of two that met under one id the one that was written first stays, whoever asks. */
export const isNotedBefore = (one: Payment, other: Payment): boolean =>
  one.time === other.time ? ownOf(one) < ownOf(other) : one.time < other.time;
