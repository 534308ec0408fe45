import { z } from 'zod';
import { LANGUAGES } from '#domain/config.ts';
import { NOTIF_METHODS } from '#domain/documents/consumer.ts';
import { COUNTED } from '#domain/notifications/attempts.ts';
import { matchesPattern } from '#domain/text/text.ts';
import { MAIL_FAULTS } from './schemas.ts';

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

export const stopMessageBody = z.strictObject({ notif: z.string().min(1).max(500) });
export const stopMessageReply = z.object({
  ok: z.literal(true),
  /** How many waited, and do not get it. */
  stopped: z.number().int().min(0),
});

/** Messages that nothing has become of yet. */
export const underwayReply = z.object({
  ok: z.literal(true),
  messages: z.array(
    z.object({
      ...{ notifId: z.string(), consumerId: z.string() },
      attempt: z.number().int().min(1),
      /** Not before (ms). */
      dueAt: z.number(),
      /** It was tried in vain: what was said then, as registrations tell it. */
      failed: z
        .object({ error: z.string(), errorCode: z.union([z.string(), z.number()]).nullable() })
        .optional(),
    }),
  ),
});
export type Underway = z.infer<typeof underwayReply>['messages'][number];
/** A message as it was sent to one registration. */
export const sentMessageReply = z.object({
  ok: z.literal(true),
  message: z.object({
    /** The address or number of then. */
    to: z.string(),
    /** Of a mail. */
    subject: z.string().nullable(),
    /** What opens something is left out of the addresses in it. */
    text: z.string(),
    /** Names of the files that went along. */
    files: z.array(z.string()),
  }),
});
export type SentMessage = z.infer<typeof sentMessageReply>['message'];
const serviceState = z.enum(['ready', 'disabled', 'misconfigured']);
/** Whether messages can go each way; nothing of the settings. */
export const messageServicesReply = z.object({
  ok: z.literal(true),
  services: z.object({ email: serviceState, sms: serviceState, whatsapp: serviceState }),
  /** Links in messages lead somewhere: it was said at which address guests reach the server. */
  links: z.boolean().optional(),
  /** The event takes payments by card. */
  cards: z.boolean().optional(),
});
export const optOutsReply = z.object({
  ok: z.literal(true),
  /** Mail addresses in small letters, telephone numbers as signs and digits. */
  addresses: z.array(z.string()),
});
/** Of one registration: mail address and telephone number, those that it has. */
export const optOutBody = z.strictObject({
  addresses: z.array(z.string().min(1).max(320)).min(1).max(2),
  isOut: z.boolean(),
});

const count = z.number().int().min(0);
/** What waits for a person: messages of the last two weeks that nothing more is done about by itself. */
export const attentionReply = z.object({
  ok: z.literal(true),
  /** Nothing is sent from here, see `confirm-copy`. */
  paused: z.boolean(),
  /** Bytes that the server's disk still takes, where those are few: without room nothing is saved, and nothing is sent. */
  roomLeft: z.number().min(0).optional(),
  messages: z.array(
    z.object({
      eventId: z.string(),
      notifId: z.string(),
      method: z.enum(NOTIF_METHODS),
      /** Its subject or first words; null where it has none. */
      name: z.string().nullable(),
      ...{ failed: count, uncertain: count, withheld: count },
      /** What waits for its provider: how many, what it said last (a fault or its code), and when they are tried again (ms). */
      stalled: z.object({ count, reason: z.string(), next: z.number() }).nullable(),
      /** What waits as registrations at public forms have caused many to one address: how many, and until when at the latest (ms). */
      slowed: z.object({ count, until: z.number() }).optional(),
    }),
  ),
});
export type MessageAttention = z.infer<typeof attentionReply>['messages'][number];

/** A message to oneself by what is stored; it is in no ledger and changes nothing. */
export const testMessageBody = z
  .strictObject({
    method: z.enum(NOTIF_METHODS),
    to: z.string().min(1).max(200),
    language: z.enum(LANGUAGES),
  })
  .refine(({ method, to }) => matchesPattern(method === 'email' ? 'email' : 'phone', to), {
    path: ['to'],
    error: 'must be a mail address, or a number in international form',
  });
export const testMessageReply = z.discriminatedUnion('success', [
  z.object({ ok: z.literal(true), success: z.literal(true) }),
  z.object({
    ok: z.literal(true),
    success: z.literal(false),
    reason: z.enum([...MAIL_FAULTS, 'disabled', 'misconfigured', 'refused', 'uncertain']),
    /** What the provider answered, where it did. */
    errorCode: z.string().nullable(),
  }),
]);
export type TestMessage = z.output<typeof testMessageBody>;
export type TestMessageFault = Omit<
  Extract<z.infer<typeof testMessageReply>, { success: false }>,
  'ok' | 'success'
>;
