import type { CardAccounts, CardState, PaymentAttention } from '#api/paymentSchemas.ts';
import type { HistoryEvent, MailFault } from '#api/schemas.ts';
import type { Admission } from '#domain/checkins/admissions.ts';
import type { DoubleEntry } from '#domain/checkins/doubleEntries.ts';
import type { GoneInside } from '#domain/checkins/goneInside.ts';
import type { Language } from '#domain/config.ts';
import type { Clock } from '#domain/devices/clock.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import type { CentralEvent, EventDoc } from '#domain/documents/event.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { EventFile } from '#domain/documents/file.ts';
import type { Session } from '#domain/documents/session.ts';
import type { OpenLogin, OwnUser, User } from '#domain/documents/user.ts';
import type { EventDocType } from '#domain/ids.ts';
import type { Role } from '#domain/rights/roles.ts';
import type { Accounts } from './accountTypes.ts';
import type { EventMessages } from './messageTypes.ts';
import type { Outcome, Readable, Subscribable } from './outcome.ts';
import type { EventRepository, EventInput } from './repositoryTypes.ts';
import type { EventServices, TestMessageFault } from './serviceTypes.ts';
import type { DatabaseSync, SyncControl } from './syncTypes.ts';

/*
 * The public face of the data layer: what hooks and features may use. Nothing here names PouchDB.
 * A `Readable` never changes identity of what it returns unless the content changed, so it serves
 * `useSyncExternalStore` directly.
 */

/** Money of one payment by card goes back: `amount` in cents. Tried again after a lost answer, nothing more goes. */
export interface Refund {
  consumerId: string;
  cardId: string;
  amount: number;
  /** What was given back of it already: the same again after that is another one. */
  before: number;
}

/** A page to pay on of which the server could not learn what became of it. */
export interface LookedAt {
  consumerId: string;
  /** Stripe's name of it. */
  reference: string;
}

export type { CardAccounts, CardState, HistoryEvent, MailFault, TestMessageFault };
export type * from './accountTypes.ts';
export type * from './messageTypes.ts';
export type * from './outcome.ts';
export type * from './repositoryTypes.ts';
export type * from './syncTypes.ts';

/** Live numbers of one session. */
export interface SessionCounts {
  expected: number;
  arrived: number;
}

/** All of one event, in memory. Getters are O(1) or cached until something changes. */
export interface EventStore extends Subscribable {
  readonly eventId: string;
  /** Null until the event's document has arrived. */
  event(): EventDoc | null;
  /** By date, then title. Entries carry check-ins and entry changes that are not folded yet; those of deleted clients are left out, and cancelled ones have no place. */
  sessions(): readonly Session[];
  session(sessionId: string): Session | null;
  /** With those who are expected only: without the entries of cancelled registrations (readings, no. 48). */
  withoutCanceled(sessionId: string): Session | null;
  /** With the places of cancelled guests, who have them back once they are valid: what a plan may take from them. */
  withHeldPlaces(sessionId: string): Session | null;
  /** Whether this client's registration is cancelled. */
  isCanceled(clientId: string): boolean;
  /** Clients that are not deleted, by document id. */
  clients(): ReadonlyMap<string, Client>;
  client(clientId: string): Client | null;
  consumers(): ReadonlyMap<string, Consumer>;
  documents<T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>>;
  /**
   * How many documents a later version of this program wrote: they are shown as far as they are understood, and cannot
   * be changed here.
   */
  newer(): number;
  counts(sessionId: string): SessionCounts;
  /** Who was let in and was deleted, or taken out of the session, since; in the order of their admissions. */
  goneInside(sessionId: string): readonly GoneInside[];
  /** Time-ordered. */
  doubleEntries(sessionId: string): readonly DoubleEntry[];
  /** The check-in documents of a client in a session, newest first. */
  checkinsOf(sessionId: string, clientId: string): readonly Checkin[];
  /** The entry changes of a client in a session, newest first: who registered, seated or removed them, where and when. */
  entryChangesOf(sessionId: string, clientId: string): readonly EntryChange[];
  /** The times that a client was let in, and what ended each; in the order of time. */
  admissionsOf(sessionId: string, clientId: string): readonly Admission<Checkin>[];
}

/** Who is logged in on this device; kept in localStorage, shared by tabs (specification 2 §3, §4). */
export interface LoginStore extends Readable<OpenLogin | null> {
  /**
   * Fails with `password_change_required` for a one-time password that comes without a new one, with
   * `password_expired` for one that came too late, and with `busy` after some tries when too many log in at once. Where the
   * account has one-time codes, it fails with `code_required` without one.
   */
  login(username: string, password: string, more?: { newPassword?: string; code?: string }): Outcome<OwnUser>;
  /**
   * The server takes nothing of this login before one-time codes are set up: since it was opened (`always`, also without
   * network), or since the server was asked last (`asked`: without network the work on this device goes on).
   */
  readonly codesFirst: Readable<'always' | 'asked' | null>;
  /** Codes were set up by this login. */
  proven(): void;
  /** Goes on without the server until it says so again; of no use for a login that was opened like this. */
  codesLater(): void;
  /** With a code of a manager's screen this device becomes a door of one event. Fails with `invalid_code`. */
  pair(code: string): Outcome<OwnUser>;
  /**
   * Deletes the stored session only if it still is this one. Unpushed work of this user stays on the device. The server
   * ends the login as soon as it can be told.
   */
  logout(): Promise<void>;
  /** Logouts that the server could not be told of yet. */
  readonly unheard: Readable<number>;
  /** The server ended the last login of this device, a person's or a door's: elsewhere, by an administrator, or because its time was up. */
  readonly ended: Readable<EndedLogin | null>;
}

/** Whose login ended, and of a door whether everything that it did is at the server. */
export type EndedLogin = 'login' | 'door' | 'doorDelivered';

export interface DeviceInfo {
  id: string;
  /** For people: "iPhone · Safari", "Chrome · Linux", … */
  name: string;
}

/** What would be lost with a copy on this device. */
export interface HeldCopy {
  guests: number;
  /** Changes made here that the server has not confirmed; when in doubt one too many. */
  unconfirmed: number;
}

/** What a copy of an event has of its own. */
export interface EventCopy {
  /** The caller's, so that a second try after a lost answer makes no second event. */
  copyId: string;
  title: string;
  titleFrench: string;
  invoicePrefix: string;
  /** By how many days its sessions are later. */
  days: number;
  /** Of this device, where the event names none. */
  timeZone?: string;
}

/** An event that is open on this device: loaded, followed, synchronised. */
export interface OpenEvent {
  readonly id: string;
  readonly store: EventStore;
  readonly repository: EventRepository;
  readonly sync: Readable<DatabaseSync>;
  /** Releases this opening; the last one closes the database. */
  close(): void;
}

/** A client as results of the global search show it. */
export interface ClientHit {
  eventId: string;
  clientId: string;
  forename: string;
  surname: string;
  company: string;
  number: string;
}
export interface SearchAnswer {
  /** At most 30, best first (SEARCH-02). */
  hits: readonly ClientHit[];
  /** Ids of the events that are looked through, and of those that are not (completely) on this device. */
  searched: readonly string[];
  missing: readonly string[];
  /** Copies are still being read: the listeners hear when there is more. */
  reading: boolean;
}
/** Clients of all events of this user that have a copy on this device (specification 1 §2). */
export interface GlobalSearch extends Subscribable {
  /** Answers at once with what was read so far; an empty query only has the index brought up to date. */
  find(query: string, currentEventId: string | null): Outcome<SearchAnswer>;
}

/** What a list of files shows of one. */
export type EventFileEntry = Pick<EventFile, '_id' | 'name'>;

/** The composition root of the data layer; one per tab. Nothing starts before `start`. */
export interface HistoryPage {
  /** Seconds since 1970. */
  since?: number;
  /** The newest so many, 2,000 at most. */
  limit?: number;
  /** Of those before this id. */
  before?: string;
  /** In whose words, where it is not the browser's language. */
  language?: Language;
}

export interface HistoryPart {
  events: HistoryEvent[];
  /** How many there are in all; told with the newest page only. */
  total: number | null;
}

export interface AppData {
  readonly login: LoginStore;
  readonly sync: SyncControl;
  readonly device: Readonly<DeviceInfo>;
  /** A name for people, kept on this device; an empty one gives it the name of its browser again. */
  renameDevice(name: string): void;
  readonly clock: Clock;
  readonly search: GlobalSearch;
  /** Events this user may see, from the local copy of `central`; null until known. */
  readonly events: Readable<readonly CentralEvent[] | null>;
  /** Events that the server lacks since it was put back to an earlier state, and of which this device holds a copy. */
  readonly missingEvents: Readable<readonly CentralEvent[]>;
  /**
   * Opens an event: at once from the local copy when there is one, else after the first pull. Fails with `not_found`
   * for an event that does not exist or that the user may not see, and with `unsynchronized_event` when the first
   * full pull failed (specification 2 §4, SYNC-08).
   */
  openEvent(eventId: string): Outcome<OpenEvent>;
  /**
   * PUT /event, then the other fields into the event's database (readings, no. 22). Needs the server. A second try with
   * the same `eventId` and the same ids of sessions continues the first, whose answer may have been lost.
   */
  createEvent(input: EventInput, eventId?: string): Outcome<{ eventId: string }>;
  /** An event with made-up guests, to try Foyer with. Needs the server. `today` is noon of today (ms), here. */
  createExample(input: { eventId: string; today: number; timeZone?: string }): Outcome<{ eventId: string }>;
  /** An event like another one, without guests. Needs the server. */
  copyEvent(from: string, input: EventCopy): Outcome<{ eventId: string }>;
  /** Gives a missing event back to the server, with all that this device holds of it. For managers. */
  bringBackEvent(eventId: string): Outcome<{ eventId: string }>;
  /** Deletes what this device holds of an event that is missing, or not this user's any more, for good. */
  giveUpEvent(eventId: string): Outcome<{ eventId: string }>;
  /** What this device holds of an event, for whoever is about to delete it. */
  heldHere(eventId: string): Outcome<HeldCopy>;
  deleteEvent(eventId: string): Outcome<null>;
  readonly accounts: Accounts;
  createUser(input: { username: string; password: string; role: Role }): Outcome<{ id: string }>;
  setAuthorizations(userId: string, authorizations: [string, boolean][]): Outcome<null>;
  /**
   * Gives a registration to its guest's own account and makes that account where there is none (specification 1 §4);
   * `password` is the new account's, told this once, or null when it existed already. What waits on this device is
   * sent first. Fails with `link_exists`, `no_email`, and `not_found` when the server does not know the registration.
   */
  associateCustomer(eventId: string, consumerId: string): Outcome<{ password: string | null }>;
  /** What was done, the oldest first; all of it, or the part that is wanted. */
  history(eventId: string, wanted?: HistoryPage): Outcome<HistoryPart>;
  /** The event's files as the server has them, for a device with a light copy, which has none. */
  serverFiles(eventId: string): Outcome<EventFileEntry[]>;
  /** The PDF of such a file. Fails with `offline`, and `not_found` when it is gone. */
  serverFile(eventId: string, fileId: string): Outcome<Blob>;
  /** The PDF of an invoice or a credit note as it was issued. Fails with `offline`, and `not_found`. */
  issuedPdf(eventId: string, which: { kind: 'invoice' | 'credit'; index: number }): Outcome<Blob>;
  /** All that the server keeps of a guest, as JSON. What waits on this device is sent first. Fails with `offline`, and `not_found`. */
  personData(eventId: string, clientId: string, language: Language): Outcome<Blob>;
  /**
   * The link to the guest's own page; `url` is null where nobody said at which address guests reach the server. What waits on
   * this device is sent first. Fails with `offline`, and `not_found` when the server does not know the registration.
   */
  guestLink(
    eventId: string,
    consumerId: string,
  ): Outcome<{ path: string; url: string | null; takesCards: boolean }>;
  /** Gives money of a card payment back. Fails with `offline`, `conflict`, `cards_unavailable`, `cards_refused`, `copy_unconfirmed`, `services_key`. */
  refundPayment(eventId: string, refund: Refund): Outcome<{ given: number }>;
  /** What guests may still pay on, and what the server could not learn from Stripe. Fails with `offline`. */
  paymentTroubles(eventId: string): Outcome<CardState>;
  retryPayments(eventId: string): Outcome<null>;
  /** A manager has looked at Stripe what became of an unread page. Fails with `offline`, and `not_found`. */
  lookedAtPayment(eventId: string, page: LookedAt): Outcome<null>;
  /** Which payments of a registration were made to another account than the event's. Fails with `offline`. */
  cardAccounts(eventId: string, consumerId: string): Outcome<CardAccounts>;
  /** In which events something could not be learned from Stripe. Fails with `offline`. */
  paymentAttention(): Outcome<readonly PaymentAttention[]>;
  readonly services: EventServices;
  readonly messages: EventMessages;
  /** All users, by name; only for managers and from the server (specification 1 §6). */
  users(): Outcome<readonly User[]>;
  /** Fails with `invalid_password`. This device stays logged in, all others are logged out. */
  changePassword(current: string, updated: string): Outcome<null>;
  /** Null removes it. */
  changePhone(phone: string | null): Outcome<null>;
  /** The stop resolves when every local database was let go; a closing tab need not wait. */
  start(): () => Promise<void>;
}
