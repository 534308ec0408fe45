import { z } from 'zod';
import { time } from '#domain/documents/common.ts';
import { sessionUser } from '#domain/documents/user.ts';
import { ROLES } from '#domain/roles.ts';
import { matchesPattern } from '#domain/text.ts';

/*
 * The HTTP API (specification 1 §7 and 2 §7; contract, "HTTP"). Server handlers and the browser's client both derive
 * from this file. Bodies are strict: an unknown or missing field answers 400 and names it.
 */

const pattern = (name: Parameters<typeof matchesPattern>[0]) =>
  z.string().refine((value) => matchesPattern(name, value), { error: `pattern_${name}` });

/** Any text that a person may type as a name or password when logging in: judged by the server, not by form. */
const credential = z.string().min(1).max(1000);

export const loginBody = z.strictObject({
  username: credential,
  password: credential,
  /** The browser's user agent. */
  request: z.union([z.string().max(1000), z.looseObject({})]).optional(),
});
export const loginReply = z.discriminatedUnion('success', [
  z.object({
    ok: z.literal(true),
    success: z.literal(true),
    token: z.string(),
    /** ms since 1970 */
    expires: z.number(),
    user: sessionUser,
  }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('invalid_credentials') }),
]);

export const createUserBody = z.strictObject({
  username: pattern('username'),
  password: pattern('password'),
  role: z.enum(ROLES),
});
export const createUserReply = z.discriminatedUnion('success', [
  z.object({ ok: z.literal(true), success: z.literal(true), id: z.string() }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('already_exists') }),
]);

export const updateUserBody = z.union([
  z.strictObject({ password: z.strictObject({ current: credential, updated: pattern('password') }) }),
  z.strictObject({ phone: z.union([pattern('phone'), z.null()]) }),
]);
export const updateUserReply = z.discriminatedUnion('success', [
  /** A changed password ends all older tokens; the new one keeps this device logged in. */
  z.object({
    ok: z.literal(true),
    success: z.literal(true),
    token: z.string().optional(),
    expires: z.number().optional(),
  }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('invalid_password') }),
]);

export const createEventBody = z.strictObject({
  date: time,
  title: pattern('freename').refine((value) => value.trim() !== '', { error: 'required' }),
});
export const createEventReply = z.object({ ok: z.literal(true), eventId: z.string(), dbName: z.string() });

export const authorizationsBody = z.strictObject({
  userId: z.string().min(1).max(200),
  authorizations: z.array(z.tuple([z.string().min(1).max(64), z.boolean()])).max(10_000),
});

export const registerCustomerBody = z.strictObject({
  consumerId: z.string().min(1).max(200),
  eventId: z.string().min(1).max(64),
});
/** Why a registration was not associated (specification 1 §8). */
export const ASSOCIATE_ERRORS = ['link_exists', 'no_email'] as const;
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
  author: z.object({ id: z.string(), name: z.string() }),
  /** In words. */
  change: z.string(),
  /** Seconds since 1970. */
  createdAt: z.number(),
});
export type HistoryEvent = z.infer<typeof historyEvent>;
export const historyReply = z.object({ ok: z.literal(true), historyEvents: z.array(historyEvent) });

/** GET /user: the logged-in user as the server knows it now. */
export const currentUserReply = z.object({ ok: z.literal(true), user: sessionUser });

export const serverInfoReply = z.looseObject({
  ok: z.literal(true),
  version: z.string(),
  storage: z.enum(['embedded', 'couchdb']),
  /** Seconds since the start. */
  uptime: z.number(),
  /** The server's clock, ms. */
  time: z.number(),
});
export const okReply = z.object({ ok: z.literal(true) });

/** Codes of failed calls, next to the statuses of contract.md. */
export const API_ERRORS = [
  'bad_request',
  'invalid_field',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'too_many_requests',
  'not_implemented',
  'storage_full',
  'unavailable',
  'unknown',
] as const;
export type ApiError = (typeof API_ERRORS)[number];
export const failureReply = z.looseObject({
  ok: z.literal(false),
  error: z.string(),
  message: z.string(),
  /** Dotted path of the offending field, with 400. */
  field: z.string().optional(),
});

export const API_BASE = '/api';
export const DB_BASE = '/db';

/**
 * First pull of an event (architecture, "First pull"): GET /db/<name>/_bundle?mode=light|full&after=<doc id> streams
 * NDJSON. First line: `{ "last_seq": seq, "total": n }`, read before anything else. Then one document per line,
 * every leaf with `_revisions` and inline attachments, in the order of ids; conflicts' leaves follow one another.
 * Last line `{ "done": true }`: without it the bundle was cut off, and `after=<last whole document id>` resumes it
 * (with the first `last_seq`, which stays right because everything later is in the changes after it).
 */
export const bundleHead = z.object({ last_seq: z.union([z.number(), z.string()]), total: z.number() });

/** Response header of every API and database reply: the server's clock in ms, for the hybrid clock's offset. */
export const SERVER_TIME_HEADER = 'x-foyer-time';
/** Header that names the device (rate limits, history); any string of up to 100 characters. */
export const DEVICE_HEADER = 'x-foyer-device';
