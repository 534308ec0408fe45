import { z } from 'zod';
import { centralEvent } from '#domain/documents/event.ts';
import { EVENT_ID_PATTERN } from '#domain/ids.ts';
import { requiredText, time } from '#domain/documents/common.ts';
import { user } from '#domain/documents/user.ts';

/* Hubs: servers in halls that are joined to the central one (docs/operations/hub.md). Times in ms since 1970. */

/** A hub to be: what it is called, which events it takes along, and when its login ends. */
export const offerHubBody = z.strictObject({
  name: requiredText('name').max(40),
  eventIds: z.array(z.string().regex(EVENT_ID_PATTERN)).min(1).max(50),
  until: time,
});
export const offerHubReply = z.object({ ok: z.literal(true), code: z.string(), expires: z.number() });

export const joinHubBody = z.strictObject({ code: z.string().min(1).max(40) });
export const joinHubReply = z.discriminatedUnion('success', [
  z.object({
    ...{ ok: z.literal(true), success: z.literal(true), token: z.string(), expires: z.number() },
    user: z.object({ _id: z.string(), username: z.string() }),
  }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('invalid_code') }),
]);

/** What a hub must know of a login to let its token in: no token can be made of it. */
const travellingLogin = z.object({
  loginId: z.string(),
  tokenHash: z.string(),
  /** Seconds since 1970. */
  issuedAt: z.number(),
  since: z.number(),
  expires: z.number(),
  device: z.string(),
  endedAt: z.number().nullish(),
  /** It opens nothing but setting one-time codes up, which is done at the central server. */
  codesFirst: z.boolean().default(false),
});

/**
 * One-time codes are judged by the central server alone, so nothing travels by which a code could be judged or made, but
 * whether one is `asked` for with a new login, or codes must be set up `first` of all.
 */
const codesElsewhere = z.enum(['no', 'asked', 'first']);
export type CodesElsewhere = z.infer<typeof codesElsewhere>;

const travellingPerson = z.object({
  user,
  /** Of the password; null for managers, doors and whoever must change a one-time password first. */
  hash: z.string().nullable(),
  tokensValidFrom: z.number(),
  codes: codesElsewhere.default('no'),
  logins: z.array(travellingLogin),
});
export type TravellingPerson = z.infer<typeof travellingPerson>;

/** Why a hub and its central server exchange nothing just now, or (`clock`) not all: the hub's clock is wrong. */
const HUB_TROUBLES = [
  'offline',
  'ended',
  'update_first',
  'server_outdated',
  'refused',
  'full',
  'clock',
] as const;
export const refusedChange = z.object({
  id: z.string(),
  rev: z.string(),
  reason: z.string(),
  /** When the central server did not take it first, ms. */
  time: z.number(),
  /** Who signed it. */
  by: z.string().optional(),
});
export type RefusedChange = z.infer<typeof refusedChange>;

/** POST /hub/refused: what the central server does not take of a hub, all events together, the newest of more than this. */
export const MOST_REFUSED_TOLD = 200;
const toldRefusal = z.strictObject({
  eventId: z.string().regex(EVENT_ID_PATTERN),
  id: z.string().max(300),
  rev: z.string().max(100),
  reason: z.string().max(300),
  time,
  by: z.string().max(100).optional(),
});
export const hubRefusedBody = z.strictObject({
  changes: z.array(toldRefusal).max(MOST_REFUSED_TOLD),
  count: z.number().int().min(0).max(10_000_000),
});
export type ToldRefusals = z.infer<typeof hubRefusedBody>;

export const hubEntry = z.object({
  id: z.string(),
  name: z.string(),
  eventIds: z.array(z.string()),
  until: z.number(),
  address: z.string(),
  /** When the central server last heard of it; null when its login is over. */
  lastUse: z.number().nullable(),
  /** What this server did not take of it, as the hub last told: it stays there and is offered again every minute. */
  refused: hubRefusedBody,
});
export type HubEntry = z.infer<typeof hubEntry>;
export const hubsReply = z.object({ ok: z.literal(true), hubs: z.array(hubEntry) });

/** GET /hub/status: how a hub stands with its central server, of the events that the person may see. */
export const hubStatusReply = z.object({
  ok: z.literal(true),
  name: z.string(),
  /** The central server's address. */
  upstream: z.string(),
  /** Null while all is well. */
  trouble: z.enum(HUB_TROUBLES).nullable(),
  /** When the two last held the same, ms; null for never. */
  met: z.number().nullable(),
  events: z.array(
    z.object({
      id: z.string(),
      /** The hub has everything of it. */
      complete: z.boolean(),
      met: z.number().nullable(),
      /** The central server exchanges it with this hub no more. */
      withdrawn: z.boolean(),
      /** What the central server did not take: kept on the hub, and offered again every minute. */
      refused: z.array(refusedChange),
    }),
  ),
});
export type HubStatus = Omit<z.infer<typeof hubStatusReply>, 'ok'>;

/** Doors that were paired on a hub, each with its login, as the central server is to know them. */
const madeDoor = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{16}$/),
  eventId: z.string().regex(EVENT_ID_PATTERN),
  name: requiredText('name').max(40),
  until: time,
  /** Whoever asked for its code; the central server looks whether there is such a person. */
  by: z.string().max(200),
  login: z.strictObject({
    loginId: z.string().regex(/^[a-z0-9]{16}$/),
    tokenHash: z.string().min(40).max(100),
    issuedAt: z.number(),
    since: time,
    device: z.string().max(100),
    endedAt: time.nullish(),
  }),
});
export type MadeDoor = z.infer<typeof madeDoor>;
export const hubMadeBody = z.strictObject({ doors: z.array(madeDoor).max(500) });
/** `refused`: the ids of those that are no doors at the central server, and must not be on the hub either. */
export const hubMadeReply = z.object({ ok: z.literal(true), refused: z.array(z.string()) });

/** GET /hub/state: the events that the hub takes along, and the people who may see them. */
export const hubStateReply = z.object({
  ok: z.literal(true),
  events: z.array(centralEvent),
  people: z.array(travellingPerson),
});
export type HubState = z.infer<typeof hubStateReply>;
