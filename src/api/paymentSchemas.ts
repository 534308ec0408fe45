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

export const cardStateReply = z.object({
  /** Pages to pay on that guests may have open, and until when at the latest. */
  open: z.number(),
  openUntil: z.number().nullable(),
  troubles: z.array(paymentTrouble),
});
export type CardState = z.infer<typeof cardStateReply>;
