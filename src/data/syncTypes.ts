import type { CopyMode } from '#domain/devices/light.ts';
import type { DataError, Outcome, Readable } from './outcome.ts';

/* How the exchange stands: part of the data layer's public face (see types.ts). */

/** How things stand between this device and the server, for one database. */
export interface DatabaseSync {
  /** event id, or 'central' */
  id: string;
  state: SyncState;
  mode: CopyMode;
  /** What this device should have: an installed app a full copy (SYNC-02). */
  wanted: CopyMode;
  /** Documents on this device, and on the server when last known. */
  localDocs: number;
  remoteDocs: number | null;
  /** True once a first pull was completed on this device, ever. */
  complete: boolean;
  /** All changes of the server's were here since the last interruption: no old copy passes for the newest. */
  current: boolean;
  /** The templates were here once since the app began: a light copy fetches them after everything else. */
  templates: boolean;
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
  /** When the browser deleted this copy under the open app, ms since 1970; it was begun anew from what was in memory. */
  lostAt: number | null;
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
  /**
   * This device talks to a hub in a hall, which last held the same as the central server at that time (ms; null for never): what
   * is said to be sent is there. `metOf`: the same of single events, by id. Null where it talks to the central server itself.
   */
  hub: { met: number | null; metOf: Readonly<Record<string, number | null>> } | null;
  /** Server clock minus device clock, ms. */
  clockOffset: number;
  clockSkewed: boolean;
  /** False until an exchange has told the server's time: nothing is known of this device's clock. */
  clockKnown: boolean;
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
