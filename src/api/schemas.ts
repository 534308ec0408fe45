import { z } from 'zod';
import { requiredText, time } from '#domain/documents/common.ts';
import { ownUser } from '#domain/documents/user.ts';
import { CHOSEN_ID_PATTERN } from '#domain/ids.ts';
import { ROLES } from '#domain/rights/roles.ts';
import { ALL_SECURITY_KINDS, type SecurityKind } from '#domain/rights/security.ts';
import { matchesPattern } from '#domain/text/text.ts';

/*
 * The HTTP API (specification 1 §7 and 2 §7; docs/contract.md, "HTTP"). Server handlers and the browser's client both derive
 * from this file. Bodies are strict: an unknown or missing field answers 400 and names it.
 */

const pattern = (name: Parameters<typeof matchesPattern>[0]) =>
  z.string().refine((value) => matchesPattern(name, value), { error: `pattern_${name}` });

/** An id that the client gives what it has made: long enough that nobody else chose it. */
const chosenId = z.string().regex(CHOSEN_ID_PATTERN, { error: 'must be 16 to 64 of a-z and 0-9' });

/** Any text that a person may type as a name or password when logging in: judged by the server, not by form. */
const credential = z.string().min(1).max(1000);

export const loginBody = z.strictObject({
  username: credential,
  password: credential,
  /** The browser's user agent. */
  request: z.union([z.string().max(1000), z.looseObject({})]).optional(),
  /** Where the password is a one-time one: what it is changed to. */
  newPassword: credential.optional(),
  /** Of an account with one-time codes: one of these, or a recovery code. */
  code: credential.optional(),
});
/** Why nobody was logged in. All but the first hears only who knows the password. */
const LOGIN_REFUSALS = [
  ...['invalid_credentials', 'password_change_required', 'password_expired'],
  ...['code_required', 'wrong_code', 'codes_unreadable', 'codes_central_only'],
] as const;
export const loginReply = z.discriminatedUnion('success', [
  z.object({
    ok: z.literal(true),
    success: z.literal(true),
    token: z.string(),
    /** ms since 1970 */
    expires: z.number(),
    user: ownUser,
    /** The token opens nothing but setting up one-time codes, until that is done. */
    codesFirst: z.literal(true).optional(),
  }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.enum(LOGIN_REFUSALS) }),
]);

/** POST /pair: the code of a manager's screen makes a door of this phone. */
export const pairBody = z.strictObject({ code: z.string().min(1).max(40) });
export const pairReply = z.discriminatedUnion('success', [
  z.object({
    ok: z.literal(true),
    success: z.literal(true),
    token: z.string(),
    /** ms since 1970 */
    expires: z.number(),
    user: ownUser,
  }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('invalid_code') }),
]);
/** A door to be: what it is called ("North door") and when it ends, ms since 1970. */
export const offerDoorBody = z.strictObject({ name: requiredText('name').max(40), until: time });
export const offerDoorReply = z.object({ ok: z.literal(true), code: z.string(), expires: z.number() });
/** Times in ms since 1970. */
export const doorEntry = z.object({
  id: z.string(),
  name: z.string(),
  until: z.number(),
  /** "iPhone · Safari"; empty when the device did not say. */
  device: z.string(),
  lastUse: z.number().nullable(),
  /** Its phone is not logged in (any more). */
  ended: z.boolean(),
});
export type DoorEntry = z.infer<typeof doorEntry>;
export const doorsReply = z.object({ ok: z.literal(true), doors: z.array(doorEntry) });

/**
 * POST /logout: with a token ends its login. Without one it takes `<user id>.<login id>` of the token (`sub` and `jti`),
 * so that a device that logged out without network keeps no token until it can say so.
 */
export const logoutBody = z
  .strictObject({ login: z.string().regex(/^[^.\s]{1,200}\.[a-z0-9]{16}$/) })
  .optional();

/** Times in ms since 1970. */
export const loginEntry = z.object({
  id: z.string(),
  /** "iPhone · Safari"; empty when the device did not say. */
  device: z.string(),
  address: z.string(),
  since: z.number(),
  lastUse: z.number(),
  /** The one that asks. */
  current: z.boolean(),
});
export type LoginEntry = z.infer<typeof loginEntry>;
/** GET /logins (one's own) and GET /users/{userId}/logins; the last used first. */
export const loginsReply = z.object({ ok: z.literal(true), logins: z.array(loginEntry) });
/** DELETE /logins (all but the one that asks), /users/{userId}/logins: how many ended. */
export const endedReply = z.object({ ok: z.literal(true), ended: z.number() });

export const createUserBody = z.strictObject({
  username: pattern('username'),
  password: pattern('password'),
  role: z.enum(ROLES),
  /** As `eventId` of a new event. */
  id: chosenId.optional(),
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

/** Times in ms since 1970. */
export const managedUser = z.object({
  id: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  /** Of a disabled account: the role that it had. */
  roleBefore: z.enum(ROLES).nullable(),
  lastLogin: z.number().nullable(),
  /** Devices on which the person is logged in. */
  logins: z.number(),
  /** Until when a one-time password may be changed; null where the person has one of their own. */
  oneTimeUntil: z.number().nullable(),
  /** Since when the person has one-time codes. */
  codesSince: z.number().nullable().default(null),
});
export type ManagedUser = z.infer<typeof managedUser>;
export const usersReply = z.object({ ok: z.literal(true), users: z.array(managedUser) });

/** PUT /users/{userId}: `disabled` ends all logins of the user for good. */
export const changeRoleBody = z.strictObject({ role: z.enum(ROLES) });
export const changeRoleReply = z.discriminatedUnion('success', [
  z.object({ ok: z.literal(true), success: z.literal(true) }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('last_manager') }),
]);
/** POST /users/{userId}/password: a one-time password, told this once; all logins of the user end. */
export const resetPasswordReply = z.discriminatedUnion('success', [
  z.object({ ok: z.literal(true), success: z.literal(true), password: z.string(), expires: z.number() }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('own_account') }),
]);

const named = z.object({ id: z.string(), name: z.string() }).nullable();
/** Something that the server noted; times in ms since 1970. */
export const securityEvent = z.object({
  id: z.string(),
  kind: z.enum(ALL_SECURITY_KINDS as [SecurityKind, ...SecurityKind[]]),
  at: z.number(),
  /** The same happened `count` times until then. */
  last: z.number(),
  count: z.number(),
  /** Who did it. */
  actor: named,
  /** Whose account it is about. */
  subject: named,
  address: z.string(),
  /** Roles, or a method and an address of ours; `more` stands for others like it. */
  detail: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;
export const securityReply = z.object({
  ok: z.literal(true),
  events: z.array(securityEvent),
  /** There are older ones. */
  more: z.boolean(),
});

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
export const createExampleBody = z.strictObject({
  /** Noon of today where the person is. */
  today: time,
  timeZone: z
    .string()
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/)
    .optional(),
  eventId: chosenId,
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
  port: z.number().int().min(1).max(65_535),
  secure: z.boolean(),
  username: z.string().max(2000).nullish(),
  password: z.string().max(2000).nullish(),
  /** Whose stored password the mask stands for. */
  eventId: z.string().min(1).max(64).optional(),
});
export type EmailSettings = z.output<typeof emailSettingsBody>;
/** Why a mail server cannot be used. */
export const MAIL_FAULTS = ['unreachable', 'tls', 'login_refused', 'timeout', 'no_mail_server'] as const;
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

/** GET /user: the logged-in user as the server knows it now. */
export const currentUserReply = z.object({ ok: z.literal(true), user: ownUser });

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

/**
 * First pull of an event (docs/decisions/0018): GET /db/<name>/_bundle?mode=light|full&after=<doc id> streams
 * NDJSON. First line: `{ "last_seq": seq, "total": n }`, read before anything else. Then one document per line,
 * every leaf with `_revisions` and inline attachments, in the order of ids; conflicts' leaves follow one another.
 * Last line `{ "done": true }`: without it the bundle was cut off, and `after=<last whole document id>` resumes it
 * (with the first `last_seq`, which stays right because everything later is in the changes after it). `epoch` names
 * the life of the database in which that position counts (docs/decisions/0014). A line `{ "leftOut": n, "last": id }`
 * stands for entry changes up to that id which the sessions say already; only apps that know it get one.
 */
export const bundleHead = z.object({
  last_seq: z.union([z.number(), z.string()]),
  total: z.number(),
  epoch: z.string().optional(),
});

export const bundleLeftOut = z.object({ leftOut: z.number().int().min(1), last: z.string() });
