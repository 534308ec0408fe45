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
