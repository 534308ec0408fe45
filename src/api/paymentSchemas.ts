import { z } from 'zod';

export const refundBody = z.strictObject({
  consumerId: z.string().min(1).max(200),
  /** The page of the provider's on which it was paid. */
  cardId: z.string().min(1).max(255),
  /** Cents. */
  amount: z.number().int().min(1).max(100_000_000),
  requestId: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/, { error: 'must be 16 to 100 letters' }),
});
