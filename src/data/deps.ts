/// <reference types="pouchdb-core" />
import type { NewId } from '#domain/ids.ts';
import type { Subscribable } from './types.ts';

/*
 * What the data layer takes from its surroundings. Handed in, so that the same code runs in a browser tab and, in
 * tests, as several devices inside one Node process.
 */

export type AnyDoc = Record<string, unknown>;
export type PouchDatabase = PouchDB.Database<AnyDoc>;

/** `localStorage`, or anything like it. */
export interface KeyValue {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface Timers {
  /** Calls back once after `ms`; returns a handle for `clear`. */
  set(callback: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

/** The page's circumstances; listeners hear of every change of either. */
export interface Page extends Subscribable {
  visible(): boolean;
  /** False only when the device knows that it has no network. */
  online(): boolean;
}

/** Web Locks: resolves with the release once this tab is alone; rejects when `signal` aborts first. */
export type AcquireLock = (name: string, signal: AbortSignal) => Promise<() => void>;

/** A BroadcastChannel: other tabs hear what is posted, the sender does not. */
export interface Channel {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): () => void;
  close(): void;
}

export interface StorageEstimate {
  usage: number;
  quota: number;
  persisted: boolean;
}

export interface Deps {
  /** Where the server is: empty for the page's own origin, else `http://host:port`. */
  baseUrl: string;
  fetch: typeof fetch;
  storage: KeyValue;
  /** Calls back with the key that another tab changed in `storage`; returns its stop. */
  onStorage(listener: (key: string | null) => void): () => void;
  /** Opens (creating it when missing) a local database with auto_compaction. */
  openDatabase(name: string): Promise<PouchDatabase>;
  /** Deletes a local database, also one that cannot be opened any more. */
  removeDatabase(name: string): Promise<void>;
  /** The device's own clock, ms since 1970. */
  wall(): number;
  timers: Timers;
  /** 0 <= n < 1, for jitter. */
  random(): number;
  newId: NewId;
  page: Page;
  acquireLock: AcquireLock;
  openChannel(name: string): Channel;
  /** Starts a search worker (`search/worker.ts`), to talk to; `onFailure` when it cannot go on. */
  openSearchWorker(onFailure: () => void): Channel;
  /** True in an installed standalone app, which keeps a full copy (SYNC-02). */
  standalone: boolean;
  userAgent: string;
  /** Reloads the page after a forced logout (LOGIN-07). */
  reload(): void;
  /** Asks for persistent storage and tells usage; null where the platform has no answer. */
  estimateStorage(): Promise<StorageEstimate | null>;
  /** Failures that no one waits for: for a log. */
  report(error: unknown): void;
}
