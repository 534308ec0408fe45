import { z } from 'zod';
import { NOTIF_METHODS } from '#domain/documents/consumer.ts';
import { COUNTED } from '#domain/notifications/attempts.ts';

export const routineReply = z.object({
  ok: z.literal(true),
  success: z.literal(true),
  /** How many messages are new in the outbox. */
  queued: z.number().int().min(0),
});
const messageCounts = z.object(
  Object.fromEntries(COUNTED.map((state) => [state, z.number().int().min(0)])) as Record<
    (typeof COUNTED)[number],
    z.ZodNumber
  >,
);
export const routineCountsReply = z.object({
  ok: z.literal(true),
  success: z.literal(true),
  counts: messageCounts,
  byNotif: z.record(z.string(), messageCounts),
  /** Nothing is sent: these databases are a copy, and nobody has said that this is the one that goes on. */
  paused: z.literal(true).optional(),
});

const count = z.number().int().min(0);
/** What waits for a person: messages of the last two weeks that nothing more is done about by itself. */
export const attentionReply = z.object({
  ok: z.literal(true),
  /** Nothing is sent from here, see `confirm-copy`. */
  paused: z.boolean(),
  messages: z.array(
    z.object({
      eventId: z.string(),
      notifId: z.string(),
      method: z.enum(NOTIF_METHODS),
      /** Its subject or first words; null where it has none. */
      name: z.string().nullable(),
      ...{ failed: count, uncertain: count, withheld: count },
    }),
  ),
});
export type MessageAttention = z.infer<typeof attentionReply>['messages'][number];
