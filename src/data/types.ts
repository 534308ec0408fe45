import type { HistoryEvent } from '#api/schemas.ts';
import type { DoubleEntry } from '#domain/checkin.ts';
import type { ClientFields } from '#domain/clients.ts';
import type { Clock } from '#domain/clock.ts';
import type { SessionStatus } from '#domain/config.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { ConsumerInput, RateChoice } from '#domain/consumerEdits.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { CentralEvent, EventDoc } from '#domain/documents/event.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { EventFile } from '#domain/documents/others.ts';
import type { Placement, Plan, Session, SessionEntry } from '#domain/documents/session.ts';
import type { LoginSession, SessionUser, User } from '#domain/documents/user.ts';
import type { EventDocType } from '#domain/ids.ts';
import type { CopyMode } from '#domain/light.ts';
import type { PlannedClient } from '#domain/import/check.ts';
import type { PastedRow } from '#domain/pastedRows.ts';
import type { Result } from '#domain/result.ts';
import type { Role } from '#domain/roles.ts';
import type { SeatMove } from '#domain/seating.ts';
import type { SessionDetails } from '#domain/sessionEdits.ts';
import type { UndoRecord } from '#domain/undo.ts';
import type { BulkChange, BulkOptions, BulkOutcome, ImportOutcome, UndoOutcome } from './bulkTypes.ts';

/*
 * The public face of the data layer: what hooks and features may use. Nothing here names PouchDB.
 * A `Readable` never changes identity of what it returns unless the content changed, so it serves
 * `useSyncExternalStore` directly.
 */

export type { HistoryEvent };

/** Why a use case failed; i18n has the words. */
export type DataError =
  | 'not_found'
  | 'forbidden'
  | 'invalid_document'
  | 'event_archived'
  | 'already_checked_in'
  | 'not_checked_in'
  | 'not_registered'
  | 'number_exists'
  | 'invalid_table_number'
  | 'invalid_seat_number'
  | 'occupied_seat_number'
  | 'place_changed'
  | 'nothing_to_do'
  | 'storage_full'
  | 'storage_broken'
  | 'offline'
  | 'unauthorized'
  | 'invalid_credentials'
  | 'too_many_requests'
  | 'unsynchronized_event'
  | 'picture_type'
  | 'picture_size'
  | 'file_type'
  | 'file_size'
  | 'already_exists'
  | 'invalid_password'
  | 'link_exists'
  | 'no_email'
  | 'unknown';
export interface Failure {
  code: DataError;
  /** The server's own message, for refusals that have no words of ours (specification 1 §7). */
  message?: string;
  /** Dotted path, for invalid input. */
  field?: string;
}
export type Outcome<T> = Promise<Result<T, Failure>>;

export interface Subscribable {
  subscribe(listener: () => void): () => void;
}
export interface Readable<T> extends Subscribable {
  get(): T;
}

/** Who is logged in on this device; kept in localStorage, shared by tabs (specification 2 §3, §4). */
export interface LoginStore extends Readable<LoginSession | null> {
  login(username: string, password: string): Outcome<SessionUser>;
  /** Deletes the stored session only if it still is this one. Unpushed work of this user stays on the device. */
  logout(): Promise<void>;
}

export interface DeviceInfo {
  id: string;
  /** For people: "iPhone · Safari", "Chrome · Linux", … */
  name: string;
}

/** How things stand between this device and the server, for one database. */
export interface DatabaseSync {
  /** event id, or 'central' */
  id: string;
  state: SyncState;
  mode: CopyMode;
  /** Documents on this device, and on the server when last known. */
  localDocs: number;
  remoteDocs: number | null;
  /** True once a first pull was completed on this device, ever. */
  complete: boolean;
  /** Changes of this device that the server has not acknowledged. */
  waiting: number;
  /** Ids of the check-in documents among them, oldest first; the first few hundred. */
  unsentCheckins: readonly string[];
  /** ms since 1970 of the last successful exchange. */
  lastExchange: number | null;
  /** Progress of the first pull, 0..1, else null. */
  progress: number | null;
  refused: readonly RefusedChange[];
  error: DataError | null;
}
export type SyncState = 'idle' | 'pulling' | 'syncing' | 'synced' | 'offline' | 'paused' | 'attention';

/** A document that the server refused: kept, shown, and sent again on request or after a change of rights. */
export interface RefusedChange {
  id: string;
  rev: string;
  /** A `Refusal` code of validateWrite, or a CouchDB error name. */
  reason: string;
  time: number;
}

/** The header's one word: worst state over all databases of this login. */
export interface SyncStatus {
  summary: 'synced' | 'syncing' | 'offline' | 'attention';
  waiting: number;
  databases: readonly DatabaseSync[];
  online: boolean;
  /** Server clock minus device clock, ms. */
  clockOffset: number;
  clockSkewed: boolean;
  storage: { usage: number; quota: number; persisted: boolean } | null;
}

export interface SyncControl extends Readable<SyncStatus> {
  /** Exchange everything now; resolves when this round ended, well or not. */
  syncNow(eventId?: string): Promise<void>;
  retryRefused(eventId: string): Promise<void>;
  /**
   * For a damaged local database (`storage_broken`): fetches the event anew and puts back what was not pushed and can
   * still be read. Resolves with the number of documents saved that way.
   */
  rebuild(eventId: string): Outcome<{ rescued: number }>;
}

/** Live numbers of one session (experience, "Check-in"). */
export interface SessionCounts {
  expected: number;
  arrived: number;
}

/** All of one event, in memory (architecture, "How data flows"). Getters are O(1) or cached until something changes. */
export interface EventStore extends Subscribable {
  readonly eventId: string;
  /** Null until the event's document has arrived. */
  event(): EventDoc | null;
  /** By date, then title. Entries carry check-ins that are not folded yet; those of deleted clients are left out. */
  sessions(): readonly Session[];
  session(sessionId: string): Session | null;
  /** Clients that are not deleted, by document id. */
  clients(): ReadonlyMap<string, Client>;
  client(clientId: string): Client | null;
  consumers(): ReadonlyMap<string, Consumer>;
  documents<T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>>;
  counts(sessionId: string): SessionCounts;
  /** Time-ordered. */
  doubleEntries(sessionId: string): readonly DoubleEntry[];
  /** The newest check-in documents of a client in a session, newest first. */
  checkinsOf(sessionId: string, clientId: string): readonly Checkin[];
}

/** One method per use case; each is durable on this device when it resolves. */
export interface EventRepository {
  checkIn(sessionId: string, clientId: string, method: Checkin['method']): Outcome<Checkin>;
  /** Cancels: the client is not checked in any more. */
  cancelCheckIn(sessionId: string, clientId: string, method: Checkin['method']): Outcome<Checkin>;
  setSessionStatus(sessionId: string, status: SessionStatus): Outcome<Session>;
  editSession(sessionId: string, details: SessionDetails): Outcome<Session>;
  removeRegistration(sessionId: string, clientId: string): Outcome<Session>;
  /** Creates clients (each with a consumer of status registered) and registers them for the session, in one go. */
  addPastedClients(sessionId: string, rows: readonly PastedRow[]): Outcome<{ created: number }>;
  /** Creates the planned clients with consumers and registrations; all or nothing (specification 1 §2, "Client import"). */
  importClients(rows: readonly PlannedClient[], options?: BulkOptions): Outcome<ImportOutcome>;
  /** One act on many clients, in batches. */
  changeClients(
    clientIds: readonly string[],
    change: BulkChange,
    options?: BulkOptions,
  ): Outcome<BulkOutcome>;
  /** Takes back what an import or an act on many wrote, where nobody has touched it since. */
  undoMany(record: UndoRecord, options?: BulkOptions): Outcome<UndoOutcome>;
  /** Saves event fields, picture and sessions together; a session left out is deleted (specification 1 §2). */
  saveEvent(input: EventInput): Outcome<EventDoc>;
  picture(): Promise<Blob | null>;
  saveConsumer(consumerId: string, input: ConsumerInput): Outcome<Consumer>;
  /** Applies a rate to many consumers; `undoRate` takes the answer and gives the rates from before back. */
  applyRate(consumerIds: readonly string[], choice: RateChoice): Outcome<RateChange>;
  undoRate(change: RateChange): Outcome<{ restored: number }>;
  /** Stores a PDF and names it in the sessions. Fails with `file_type`, `file_size`. */
  addFile(input: FileInput): Outcome<EventFile>;
  /** The file's PDF, or null when it is not on this device. */
  fileContent(fileId: string): Promise<Blob | null>;
  createClient(input: NewClientInput): Outcome<{ clientId: string }>;
  updateClient(clientId: string, fields: Partial<ClientFields>): Outcome<Client>;
  setCovid(clientId: string, covid: boolean): Outcome<Client>;
  addGuests(mainClientId: string, input: GuestsInput): Outcome<{ created: number }>;
  /** Refuses an occupied seat; null takes the place away. */
  placeClient(sessionId: string, clientId: string, placement: Placement | null): Outcome<Session>;
  /** All moves together or none; a seat that is occupied and not left by these moves is refused. */
  seatClients(sessionId: string, moves: readonly SeatMove[]): Outcome<Session>;
  /** Also takes the place of whoever sat where nothing is any more (PLAN-21, PLAN-22). */
  savePlan(sessionId: string, plan: Plan): Outcome<SavedPlan>;
  /** The picture behind the plan, or null when there is none on this device. */
  planBackground(sessionId: string): Promise<Blob | null>;
  /** Null takes it away. Fails with `picture_type`, `picture_size`. */
  setPlanBackground(sessionId: string, picture: Blob | null): Outcome<Session>;
  /** The picture of an image table, by `image.fileIndex`; null when it is not on this device, or there is none. */
  planPicture(sessionId: string, fileIndex: number): Promise<Blob | null>;
  /** For a new image table of `plan`, the one being edited. Fails with `picture_type`, `picture_size`. */
  addPlanPicture(
    sessionId: string,
    picture: Blob,
    plan: Plan,
  ): Outcome<{ session: Session; fileIndex: number }>;
  setConsumerStatus(consumerId: string, status: Consumer['status']): Outcome<Consumer>;
  /** From another event into this one. */
  copyClients(clients: readonly CopiedClient[], sessionIds: readonly string[]): Outcome<{ created: number }>;
}

export interface SavedPlan {
  session: Session;
  /** Clients who lost their place. */
  cleared: readonly string[];
}
/** One ticked session of client creation. */
export interface ClientRegistration {
  sessionId: string;
  placement: Placement | null;
  /** ms; only for an ongoing session. */
  checkInTime: number | null;
}
export interface NewClientInput {
  /** An empty number gets one made. */
  fields: ClientFields;
  address: Consumer['address'];
  registrations: readonly ClientRegistration[];
}
export interface GuestsInput {
  count: number;
  sessionId: string;
  product: SessionEntry['product'];
  /** The forename of guests that are not known yet, such as 'Guest'; their number follows. */
  word: string;
}
/** A client of another event with its consumer there. */
export interface CopiedClient {
  client: Client;
  consumer: Consumer | null;
}

/** A rate that was applied, and what each consumer had before. */
export interface RateChange extends RateChoice {
  before: readonly ({ consumerId: string } & RateChoice)[];
}
export interface FileInput {
  name: string;
  blob: Blob;
  sessionIds: readonly string[];
}

export interface SessionInput {
  /** Absent for a new session. */
  _id?: string;
  title: string;
  titleFrench: string;
  date: number;
  timeStart: number | string | null;
  timeEnd: number | string | null;
  status: SessionStatus;
}
export interface EventInput {
  title: string;
  titleFrench: string;
  company: string;
  location: string;
  paymentTypes: EventDoc['paymentTypes'];
  invoicePrefix: string;
  adminContact: boolean;
  /** undefined keeps it, null removes it. */
  picture?: { blob: Blob; width: number; height: number } | null;
  sessions: readonly SessionInput[];
  /**
   * The sessions that the form showed when it was opened: only these are deleted when left out, so that a session
   * which another device added meanwhile survives. Absent: every session that is left out is deleted.
   */
  shownSessions?: readonly string[];
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

/** The composition root of the data layer; one per tab. Nothing starts before `start`. */
export interface AppData {
  readonly login: LoginStore;
  readonly sync: SyncControl;
  readonly device: DeviceInfo;
  readonly clock: Clock;
  readonly search: GlobalSearch;
  /** Events this user may see, from the local copy of `central`; null until known. */
  readonly events: Readable<readonly CentralEvent[] | null>;
  /**
   * Opens an event: at once from the local copy when there is one, else after the first pull. Fails with `not_found`
   * for an event that does not exist or that the user may not see, and with `unsynchronized_event` when the first
   * full pull failed (specification 2 §4, SYNC-08).
   */
  openEvent(eventId: string): Outcome<OpenEvent>;
  /** PUT /event, then the other fields into the event's database (readings, no. 22). Needs the server. */
  createEvent(input: EventInput): Outcome<{ eventId: string }>;
  deleteEvent(eventId: string): Outcome<null>;
  createUser(input: { username: string; password: string; role: Role }): Outcome<{ id: string }>;
  setAuthorizations(userId: string, authorizations: [string, boolean][]): Outcome<null>;
  /**
   * Gives a registration to its guest's own account and makes that account where there is none (specification 1 §4);
   * `password` is the new account's, told this once, or null when it existed already. What waits on this device is
   * sent first. Fails with `link_exists`, `no_email`, and `not_found` when the server does not know the registration.
   */
  associateCustomer(eventId: string, consumerId: string): Outcome<{ password: string | null }>;
  history(eventId: string, since?: number): Outcome<HistoryEvent[]>;
  /** All users, by name; only for managers and from the server (specification 1 §6). */
  users(): Outcome<readonly User[]>;
  /** Fails with `invalid_password`. This device stays logged in, all others are logged out. */
  changePassword(current: string, updated: string): Outcome<null>;
  /** Null removes it. */
  changePhone(phone: string | null): Outcome<null>;
  /**
   * Sends what waits for the event, then has its notification routine run (CONSUMER-08). What was saved stays saved
   * whatever the server says: it runs the routine by itself as soon as it hears of the change.
   */
  runRoutine(eventId: string): Outcome<null>;
  /** The stop resolves when every local database was let go; a closing tab need not wait. */
  start(): () => Promise<void>;
}
