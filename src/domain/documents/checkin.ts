import { z } from 'zod';
import { author, couchFields, time } from './common.ts';

/** `in` admits a client, `out` cancels. */
export const CHECKIN_ACTIONS = ['in', 'out'] as const;
export const CHECKIN_METHODS = ['list', 'scan', 'desk'] as const;

/**
 * One check-in or its cancellation: small, written once, never changed (architecture, "Check-in"). The session
 * entry's `checkInTime` follows from these.
 */
export const checkin = z.strictObject({
  // Without attachments: who may write nothing else must not be able to store anything else.
  _id: couchFields._id,
  _rev: couchFields._rev,
  type: z.literal('checkin'),
  /** Document ids of the session and the client. */
  sessionId: z.string().min(1).max(300),
  clientId: z.string().min(1).max(300),
  action: z.enum(CHECKIN_ACTIONS),
  /** Hybrid clock, ms. */
  time,
  device: z.object({ id: z.string().min(1).max(100), name: z.string().max(100) }),
  author,
  method: z.enum(CHECKIN_METHODS),
});
export type Checkin = z.infer<typeof checkin>;
