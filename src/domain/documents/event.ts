import { z } from 'zod';
import { PAYMENT_TYPES, SESSION_STATUSES, type SessionStatus } from '../config.ts';
import { isUrl } from '../text/webAddress.ts';
import {
  couchFields,
  key,
  metadata,
  optionalText,
  registerTimes,
  requiredText,
  text,
  time,
  wire,
} from './common.ts';
import { defineDocument } from './definition.ts';

/** The attachment name of the event's picture. */
export const PICTURE_ATTACHMENT = 'picture';
/** Pictures: these types only, and at most this many bytes. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const;
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;

/** An origin as browsers say it: scheme, host and port, and nothing after them. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/[a-z0-9.-]{1,250}(:\d{1,5})?$/.test(text) && isUrl(text);

/** How long a place may be held for who pays by card: as long as Stripe keeps a page open. */
export const PAY_MINUTES = { least: 30, most: 1380, usual: 60 } as const;
/** What of a guest may be in sight at the door; what is owed only to those who hold registrations. */
export const DOOR_REMARKS = ['diet', 'notes', 'owed'] as const;
export type DoorRemark = (typeof DOOR_REMARKS)[number];

/** The document `event` of an event's database (specification 1 §3). Its sessions, forms, … are documents beside it. */
const event = wire({
  ...couchFields,
  type: z.literal('event'),
  /** The event's id; the database is `event-<id>`. */
  id: z.string().min(1).max(64),
  title: requiredText('freename'),
  titleFrench: text('freename').nullish(),
  company: text('freename').nullish(),
  location: text('text').nullish(),
  /** How guests reach whoever is responsible for their data: an e-mail address, a telephone number, where to write to. */
  contact: text('text').nullish(),
  dbName: z.string().max(100),
  /** Earliest session date; kept by whoever saves sessions (see `eventDate`). */
  date: time.nullish(),
  paymentTypes: z.array(z.enum(PAYMENT_TYPES)).default(['none']),
  /** How long a place is held for who pays by card. */
  payMinutes: z.number().int().min(PAY_MINUTES.least).max(PAY_MINUTES.most).nullish(),
  /** The IANA name of the time zone in which its days begin ('Europe/Zurich'); that of whoever asks where there is none. */
  timeZone: z
    .string()
    .max(64)
    .regex(/^$|^[A-Za-z][A-Za-z0-9_+/-]*$/)
    .nullish(),
  invoicePrefix: text('name').nullish(),
  invoiceNextIndex: z.number().int().min(0).default(0),
  adminContact: z.boolean().default(false),
  /** What may be read of guests, at the door and on the floor. */
  doorShows: z.array(z.enum(DOOR_REMARKS)).max(DOOR_REMARKS.length).nullish(),
  /** Sites that may show the public pages within their own ('https://gala.example'); none where nothing is said. */
  embedOrigins: z
    .array(z.string().refine(isOrigin, { error: 'origin' }))
    .max(20)
    .nullish(),
  /** Made up, to try Foyer with: it says so, and goes with one tap. */
  example: z.boolean().nullish(),
  pictureSize: wire({
    width: z.number().int().min(1).max(20_000),
    height: z.number().int().min(1).max(20_000),
  }).nullish(),
  /** Whom invoices are paid to by transfer (readings, no. 56). */
  transfer: wire({
    iban: optionalText('text'),
    name: optionalText('freename'),
    street: optionalText('freename'),
    zip: optionalText('name'),
    city: optionalText('freename'),
    country: optionalText('name'),
  }).nullish(),
  /** Both live in `central`; kept where somebody writes them here. */
  authorized: z.array(key).nullish(),
  status: z.enum(SESSION_STATUSES).nullish(),
  metadata: metadata.extend({ registers: registerTimes.nullish() }).default({}),
});
export type EventDoc = z.infer<typeof event>;
export const eventDocument = defineDocument({
  schema: event,
  version: 1,
  migrations: [],
  spellings: { title_fr: 'titleFrench' },
});

/** What the `events` document of `central` says of one event. */
export const centralEvent = wire({
  id: z.string(),
  dbName: z.string(),
  title: z.string(),
  titleFrench: z.string().nullish(),
  company: z.string().nullish(),
  location: z.string().nullish(),
  date: time.nullish(),
  /** By whose clocks its days are told. */
  timeZone: z.string().nullish(),
  status: z.enum(SESSION_STATUSES).default('upcoming'),
  /** Ids of the users who may see it; managers see all. A non-manager's projection names nobody else. */
  authorized: z.array(z.string()).default([]),
  /** What Home shows of each session, so that it is complete before any event was opened on this device. */
  sessions: z
    .array(
      wire({
        id: z.string(),
        title: z.string(),
        titleFrench: z.string().nullish(),
        date: time,
        status: z.enum(SESSION_STATUSES),
      }),
    )
    .default([]),
});
export type CentralEvent = z.infer<typeof centralEvent>;

export const CENTRAL_DOC_ID = 'events';
export const centralEvents = wire({
  _id: z.literal(CENTRAL_DOC_ID),
  _rev: z.string().optional(),
  type: z.literal('events').default('events'),
  events: z.array(centralEvent).default([]),
});
export type CentralEvents = z.infer<typeof centralEvents>;

/** The event's date is its earliest session's, in ms; null without sessions (specification 1 §3). */
export function eventDate(sessions: readonly { date: number }[]): number | null {
  return sessions.length === 0 ? null : Math.min(...sessions.map((session) => session.date));
}

/** Ongoing if one session is, archived if all are, else upcoming (readings, no. 13). */
export function eventStatus(sessions: readonly { status: SessionStatus }[]): SessionStatus {
  if (sessions.some((session) => session.status === 'ongoing')) return 'ongoing';
  if (sessions.length > 0 && sessions.every((session) => session.status === 'archived')) return 'archived';
  return 'upcoming';
}
