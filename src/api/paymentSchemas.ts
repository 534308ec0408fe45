import { z } from 'zod';

export const refundBody = z.strictObject({
  consumerId: z.string().min(1).max(200),
  /** The page of the provider's on which it was paid. */
  cardId: z.string().min(1).max(255),
  /** Cents. */
  amount: z.number().int().min(1).max(100_000_000),
  /** What had gone back of the payment as the asker saw it: where more has by now, nothing moves. */
  before: z.number().int().min(0).max(100_000_000).optional(),
  requestId: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/, { error: 'must be 16 to 100 letters' }),
});

/** What could not be learned from the provider, or done there. */
const paymentTrouble = z.object({
  /** News of a payment; a page to close; a place to give back; a page whose account is not known any more. */
  kind: z.enum(['payment', 'page', 'place', 'unread']),
  /** The provider's name for it, or the registration's id. */
  reference: z.string(),
  consumerId: z.string().nullable(),
  /** ms; of an unread page: when its time was over. */
  since: z.number(),
  /** Not tried any more by itself. */
  isGivenUp: z.boolean(),
});
export type PaymentTrouble = z.infer<typeof paymentTrouble>;

/** An unread page that somebody has looked at, at the provider. */
const lookedAt = z.object({
  reference: z.string(),
  consumerId: z.string(),
  by: z.string(),
  /** ms */
  at: z.number(),
});

export const cardStateReply = z.object({
  ok: z.literal(true),
  /** Pages to pay on that guests may have open, and until when at the latest. */
  open: z.number(),
  openUntil: z.number().nullable(),
  troubles: z.array(paymentTrouble),
  lookedAt: z.array(lookedAt),
});
export type CardState = Omit<z.infer<typeof cardStateReply>, 'ok'>;

export const lookedAtBody = z.strictObject({
  consumerId: z.string().min(1).max(200),
  /** The provider's name of the page. */
  reference: z.string().min(1).max(255),
});

export const paymentAttentionReply = z.object({
  ok: z.literal(true),
  /** How many payments of each event could not be learned of; events without any are left out. */
  events: z.array(z.object({ eventId: z.string(), count: z.number() })),
});
export type PaymentAttention = z.infer<typeof paymentAttentionReply>['events'][number];

export const cardAccountsReply = z.object({
  ok: z.literal(true),
  /** Whether the event has an account of the provider's just now. */
  isSetUp: z.boolean(),
  /** The payments of the registration that this account does not know: nothing of them can be given back through it. */
  elsewhere: z.array(z.string()),
});
export type CardAccounts = Pick<z.infer<typeof cardAccountsReply>, 'isSetUp' | 'elsewhere'>;
