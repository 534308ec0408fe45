import { z } from 'zod';
import { typeOfId, type EventDocType } from '../ids.ts';
import { author, couchFields, time } from './common.ts';

/** `in` admits a client, `out` cancels. */
export const CHECKIN_ACTIONS = ['in', 'out'] as const;
export const CHECKIN_METHODS = ['list', 'scan', 'desk'] as const;

/** The id of a document of this type. */
const idOf = (type: EventDocType) =>
  z
    .string()
    .max(300)
    .refine((id) => typeOfId(id) === type, { error: `must be the id of a ${type}` });

/**
 * One check-in or its cancellation: small, written once, never changed (architecture, "Check-in"). The session
 * entry's `checkInTime` follows from these.
 */
export const checkin = z.strictObject({
  // Without attachments or fields of one's own, anywhere: who may write nothing else must not be able to store
  // anything else.
  _id: couchFields._id,
  _rev: couchFields._rev,
  type: z.literal('checkin'),
  /** Document ids. One that names no session would never be folded, and nobody would see the check-in. */
  sessionId: idOf('session'),
  clientId: idOf('client'),
  action: z.enum(CHECKIN_ACTIONS),
  /** Hybrid clock, ms. */
  time,
  device: z.strictObject({ id: z.string().min(1).max(100), name: z.string().max(100) }),
  author: author.strict(),
  method: z.enum(CHECKIN_METHODS),
});
export type Checkin = z.infer<typeof checkin>;
