/// <reference types="pouchdb-core" />
/** A position in a database's changes: a number with embedded storage, an opaque text with CouchDB. */
export type Seq = number | string;

/** One row of a changes feed, `style: 'all_docs'`: every leaf's revision. */
export interface ChangeRow {
  seq: Seq;
  id: string;
  changes: { rev: string }[];
  deleted?: boolean;
}

/** Documents are judged where they are used. */
export type AnyDoc = Record<string, unknown>;
export type Database = PouchDB.Database<AnyDoc>;

/**
 * The one follower of a database's changes in this process. It keeps the newest rows in memory, so that a thousand
 * waiting readers cost one read; it restarts itself when the adapter fails.
 */
export interface Feed {
  /** Resolves once the follower knows the database's position. */
  ready(): Promise<void>;
  /** The newest position seen. */
  readonly seq: Seq;
  /** Calls back for each new row, in order; returns its stop. */
  subscribe(listener: (row: ChangeRow) => void): () => void;
  /**
   * The rows after `since` if all of them are still in memory, else null (then ask the database). `since === seq`
   * gives an empty list.
   */
  after(since: Seq): readonly ChangeRow[] | null;
  /** All rows that are still in memory, the newest last. */
  recent(): readonly ChangeRow[];
  /** When the database last answered, by `performance.now()`: all of before is told. -Infinity while it cannot be heard. */
  readonly heardAt: number;
}

/** Ids of documents that were written; null where it may be any of them. */
export type WrittenIds = readonly string[] | null;
/** `revs`: the revisions that documents got, where the database that wrote them told. */
export type WriteListener = (ids: WrittenIds, revs?: ReadonlyMap<string, string>) => void;

/** One stretch of a database's life (storage/epochs.ts). */
export interface Epoch {
  id: string;
  /** The position at which it began. */
  begin: Seq;
  /** The position at which it ended in order; null while it runs, and for ever when its end is not known. */
  end: Seq | null;
}

/** How many documents a database has where its fullest copies are looked at. */
export interface Fullness {
  /** Ids, those of deleted documents too. */
  ids: number;
  /** Documents that are not deleted. */
  docs: number;
}

/** Where documents live. One code path stands above it: the PouchDB API. */
export interface Storage {
  /** Beside `couchdb` there may be other processes that write; of them only the feeds tell. */
  readonly kind: 'embedded' | 'couchdb';
  /** Opens a database, creating it when missing. Handles are shared and stay open until `close`. */
  open(name: string): Promise<Database>;
  /** The same, but throws 503 where it is missing: whoever is sent there by another document expects what it holds. */
  openExisting(name: string): Promise<Database>;
  /** Throws 503 where that cannot be told. */
  exists(name: string): Promise<boolean>;
  /** Names of all databases. */
  list(): Promise<string[]>;
  destroy(name: string): Promise<void>;
  feed(name: string): Promise<Feed>;
  /** The life of a database, the current epoch last: what positions in its changes are worth. */
  epochs(name: string): Promise<readonly Epoch[]>;
  /**
   * Calls back after a write of this process to the database, before its writer hears of it, so that a cache that listens
   * is never older than an answered request.
   */
  onWrite(name: string, listener: WriteListener): () => void;
  /**
   * What the fullest copies of a database hold that can be reached, where it lies in several (a cluster); null where
   * that cannot be told. Whoever reads a whole database counts by it.
   */
  fullest?(name: string): Promise<Fullness | null>;
  /**
   * Throws 503 while most nodes of a cluster are gone: then what is read may be old, or not be found, and nobody is
   * refused for it. Absent where there is one copy.
   */
  assertMajority?(): Promise<void>;
  /** Bytes that its disk still takes; null where that cannot be told. Absent where the disk is another machine's. */
  roomLeft?(): Promise<number | null>;
  close(): Promise<void>;
}

/** Databases that every deployment has, and the server's own, which no token reaches (docs/contract.md, "Databases"). */
export const DATABASES = {
  central: 'central',
  users: 'users',
  services: 'services',
  /** Password hashes, reserved user names. */
  auth: 'foyer-auth',
  /** Guests' own accounts and the registrations associated with them. */
  customers: 'foyer-customers',
  /** Leases and resumable positions. */
  worker: 'foyer-worker',
  /** What happened around logins and rights, in lists of bounded length. */
  security: 'foyer-security',
  /** What is to be done later, or surely: deletions and creations that span several databases, for instance. */
  jobs: 'foyer-jobs',
  /** Who was erased: ids alone, so that nobody comes back with a backup (server/worker/erasure). */
  erased: 'foyer-erased',
  /** Which event each public address of a form belongs to. */
  desk: 'foyer-desk',
} as const;

/** What is to be sent to whom, and what became of it (server/outbox). */
export const outboxDatabase = (eventId: string): string => `foyer-outbox-${eventId}`;
/** Server's own history of one event: history events and the last seen snapshots they were told from. */
export const historyDatabase = (eventId: string): string => `foyer-history-${eventId}`;
