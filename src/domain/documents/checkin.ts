import { z } from 'zod';
import { author, couchFields, idOf, time, writtenOn } from './common.ts';
import { defineDocument } from './definition.ts';

/** `in` admits a client, `out` cancels, `seen` says that somebody has looked at a double entry, or at a guest who is in and gone, and left it as it is. */
const CHECKIN_ACTIONS = ['in', 'out', 'seen'] as const;
const CHECKIN_METHODS = ['list', 'scan', 'desk'] as const;

/**
 * One check-in or its cancellation: small, written once, never changed (ARCHITECTURE.md, "A check-in, from finger to history"). The session
 * entry's `checkInTime` follows from these.
 */
const checkin = z
  .strictObject({
    // Without attachments or fields of one's own, anywhere: who may write nothing else must not be able to store
    // anything else.
    _id: couchFields._id,
    _rev: couchFields._rev,
    schemaVersion: couchFields.schemaVersion,
    type: z.literal('checkin'),
    /** Document ids. One that names no session would never be folded, and nobody would see the check-in. */
    sessionId: idOf('session'),
    clientId: idOf('client'),
    action: z.enum(CHECKIN_ACTIONS),
    /** Hybrid clock, ms. */
    time,
    device: writtenOn,
    author: author.strict(),
    method: z.enum(CHECKIN_METHODS),
    /**
     * The check-in document that this one takes back (domain/checkins/admissions.ts): a cancellation its admission, the undo of a
     * cancellation its cancellation. A cancellation without it takes back every admission of an earlier time.
     */
    cancels: idOf('checkin').optional(),
    /** Of `seen`: the second admission of the double entry, or the name of the going (`goneId`) or of the cancellation (`canceledId`). */
    double: idOf('checkin').optional(),
  })
  .refine(({ action, cancels }) => action !== 'seen' || cancels === undefined, {
    path: ['cancels'],
    error: 'is not for seen',
  })
  .refine(({ action, double }) => (action === 'seen') === (double !== undefined), {
    path: ['double'],
    error: 'belongs to seen',
  });
export type Checkin = z.infer<typeof checkin>;
export const checkinDocument = defineDocument({
  schema: checkin,
  version: 1,
  migrations: [],
  numerous: true,
});
