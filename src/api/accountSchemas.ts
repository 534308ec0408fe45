import { z } from 'zod';
import { requiredText, time } from '#domain/documents/common.ts';
import { ownUser } from '#domain/documents/user.ts';
import { ROLES } from '#domain/rights/roles.ts';
import { ALL_SECURITY_KINDS, type SecurityKind } from '#domain/rights/security.ts';
import { chosenId, pattern } from './schemas.ts';

/* Who may come in: logging in, accounts and their logins, doors, and what went wrong with them. */

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
/** `wasThere`: false where somebody has come in with it before, or it is long over. */
export const takeBackCodeReply = z.object({ ok: z.literal(true), wasThere: z.boolean() });
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
export const changeRoleBody = z.strictObject({
  role: z.enum(ROLES),
  /** The role that whoever asks takes the user to have: somebody else may have disabled the account meanwhile. */
  before: z.enum(ROLES).optional(),
});
export const changeRoleReply = z.discriminatedUnion('success', [
  z.object({ ok: z.literal(true), success: z.literal(true) }),
  z.object({
    ...{ ok: z.literal(true), success: z.literal(false) },
    /** `conflict`: the user has another role than `before`. */
    reason: z.enum(['last_manager', 'conflict']),
  }),
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

/** GET /user: the logged-in user as the server knows it now. */
export const currentUserReply = z.object({ ok: z.literal(true), user: ownUser });
