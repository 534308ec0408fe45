import { z } from 'zod';
import { time } from '#domain/documents/common.ts';
import { CHOSEN_ID_PATTERN } from '#domain/ids.ts';
import { matchesPattern } from '#domain/text/text.ts';

/*
 * The HTTP API (specification 1 §7 and 2 §7; docs/contract.md, "HTTP"). Server handlers and the browser's client both derive
 * from this file. Bodies are strict: an unknown or missing field answers 400 and names it.
 */

/** Text of one of the patterns of the specification. */
export const pattern = (name: Parameters<typeof matchesPattern>[0]) =>
  z.string().refine((value) => matchesPattern(name, value), { error: `pattern_${name}` });

/** An id that the client gives what it has made: long enough that nobody else chose it. */
export const chosenId = z.string().regex(CHOSEN_ID_PATTERN, { error: 'must be 16 to 64 of a-z and 0-9' });

export const createEventBody = z
  .strictObject({
    date: time,
    title: pattern('freename').refine((value) => value.trim() !== '', { error: 'required' }),
    /** Chosen by the client, so that a second try, after a lost answer, continues the first. */
    eventId: chosenId.optional(),
    /**
     * The event existed, and the server lacks it since it was put back to an earlier state: the device that asks brings
     * all its documents, the event's own among them.
     */
    bringsBack: z.boolean().optional(),
  })
  .refine(({ eventId, bringsBack }) => bringsBack !== true || eventId !== undefined, {
    error: 'required',
    path: ['eventId'],
  });
const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/);
export const createExampleBody = z.strictObject({
  /** Noon of today where the person is. */
  today: time,
  timeZone: timeZone.optional(),
  eventId: chosenId,
});
export const copyEventBody = z.strictObject({
  /** Of the copy, chosen by the client as for a new event. */
  copyId: chosenId,
  title: pattern('freename').refine((value) => value.trim() !== '', { error: 'required' }),
  titleFrench: pattern('freename'),
  invoicePrefix: pattern('name'),
  /** By how many days its sessions are later. */
  days: z.number().int().min(-36_500).max(36_500),
  timeZone: timeZone.optional(),
});
export const createEventReply = z.object({ ok: z.literal(true), eventId: z.string(), dbName: z.string() });

export const authorizationsBody = z.strictObject({
  userId: z.string().min(1).max(200),
  authorizations: z.array(z.tuple([z.string().min(1).max(64), z.boolean()])).max(10_000),
});

/** Where a mail server is and who logs in there. The mask in place of the password stands for the one that is stored. */
export const emailSettingsBody = z.strictObject({
  host: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[A-Za-z0-9.:_-]+$/, { error: 'must be the name or address of a server' }),
  port: z.number().int().min(0).max(65_535),
  secure: z.boolean(),
  username: z.string().max(2000).nullish(),
  password: z.string().max(2000).nullish(),
  /** Whose stored password the mask stands for. */
  eventId: z.string().min(1).max(64).optional(),
});
export type EmailSettings = z.output<typeof emailSettingsBody>;
/** Why a mail server cannot be used. */
export const MAIL_FAULTS = [
  ...(['unreachable', 'tls', 'login_refused', 'timeout', 'no_mail_server'] as const),
  /** It judges no login just now: after too many, for instance. */
  'later',
  /** It takes no mail of this account, or of this address. */
  'sender_refused',
] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];
export const emailSettingsReply = z.discriminatedUnion('success', [
  z.object({ ok: z.literal(true), success: z.literal(true) }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.enum(MAIL_FAULTS) }),
]);

export const registerCustomerBody = z.strictObject({
  consumerId: z.string().min(1).max(200),
  eventId: z.string().min(1).max(64),
  /** The same in a second try after a lost answer, which then gets the answer of the first. */
  attempt: chosenId.optional(),
});
/** Why a registration was not associated (specification 1 §8). */
const ASSOCIATE_ERRORS = ['link_exists', 'no_email'] as const;
export const registerCustomerReply = z.discriminatedUnion('success', [
  z.object({
    ok: z.literal(true),
    success: z.literal(true),
    /** Of a new account, told this once; null when the account existed already. */
    password: z.string().nullable(),
  }),
  z.object({
    ok: z.literal(true),
    success: z.literal(false),
    reason: z.enum(ASSOCIATE_ERRORS),
    /** The same code, by the specification's name. */
    error: z.enum(ASSOCIATE_ERRORS),
  }),
]);

export const historyEvent = z.object({
  _id: z.string(),
  type: z.literal('historyevent'),
  event: z.object({ id: z.string(), name: z.string() }),
  session: z.object({ id: z.string(), name: z.string() }).nullish(),
  /** Who wrote, as the server knows it. */
  author: z.object({ id: z.string(), name: z.string() }),
  /** Whose name the work bears, where the author only brought it. */
  signed: z.object({ id: z.string(), name: z.string() }).nullish(),
  /** In words. */
  change: z.string(),
  /** Seconds since 1970. */
  createdAt: z.number(),
});
export type HistoryEvent = z.infer<typeof historyEvent>;
export const historyReply = z.object({
  ok: z.literal(true),
  historyEvents: z.array(historyEvent),
  /** How many there are; with the newest page. */
  total: z.number().optional(),
});

export const serverInfoReply = z.looseObject({
  ok: z.literal(true),
  version: z.string(),
  storage: z.enum(['embedded', 'couchdb']),
  /** Seconds since the start. */
  uptime: z.number(),
  /** The server's clock, ms. */
  time: z.number(),
  /** The address that people use; null where nobody said it. */
  publicUrl: z.string().nullish(),
});
export const okReply = z.object({ ok: z.literal(true) });

export const failureReply = z.looseObject({
  ok: z.literal(false),
  error: z.string(),
  message: z.string(),
  /** Dotted path of the offending field, with 400. */
  field: z.string().optional(),
});
