import { performance } from 'node:perf_hooks';
import type { Feed, Storage, WrittenIds } from '../storage/types.ts';

/** Where other processes write: nothing is kept when their writes could not be heard for so long, ms. */
const HEARD_WITHIN = 10_000;
/** And nothing longer than this, whatever was heard: a cluster's feed comes from one copy, which may lag. */
const OLDEST = 60_000;
/** What a feed tells may not have reached all copies of a cluster; what is read of it so soon is not kept. */
const SETTLING = 1000;

const MOST = 10_000;

interface Kept<T> {
  value: T;
  ids: readonly string[];
  readAt: number;
}

interface FreshOptions<T> {
  storage: Storage;
  database: string;
  load: (key: string) => Promise<T>;
  /** The documents that a value comes from; the one of its key when left out. */
  idsOf?: (key: string) => readonly string[];
}

/**
 * Values read from one database, never older than the last answered write of this process: the storage tells before it
 * answers the writer. With CouchDB other processes write too; of that the feed tells, and nothing is kept where it may
 * have missed anything.
 */
export class Fresh<T> {
  private readonly values = new Map<string, Kept<T>>();
  /** By document, in the order of their ends. */
  private readonly unsettled = new Map<string, number>();
  /** What is being read. */
  private readonly underway = new Set<{ ids: readonly string[]; isSpoiled: boolean }>();
  private feed: Feed | null = null;
  private isClosed = false;
  private readonly options: FreshOptions<T>;
  private stopHearing: (() => void)[] = [];

  constructor(options: FreshOptions<T>) {
    this.options = options;
    const { storage, database } = options;
    this.stopHearing.push(storage.onWrite(database, (ids) => this.forget(ids)));
  }

  /** Keeps and hears nothing any more. */
  close(): void {
    this.isClosed = true;
    for (const stop of this.stopHearing) stop();
    this.values.clear();
  }

  async get(key: string): Promise<T> {
    const keeps = this.hearsAll();
    const known = keeps ? this.values.get(key) : undefined;
    if (known !== undefined && !this.isOld(known)) return known.value;
    const readAt = performance.now();
    const ids = this.options.idsOf?.(key) ?? [key];
    const settled = ids.every((id) => (this.unsettled.get(id) ?? 0) <= readAt);
    const reading = { ids, isSpoiled: false };
    this.underway.add(reading);
    const value = await this.options.load(key).finally(() => this.underway.delete(reading));
    // Written meanwhile: the value may be the old one, good for this request but not for the next.
    if (keeps && settled && !reading.isSpoiled && !this.isClosed) {
      if (this.values.size >= MOST) this.values.clear();
      this.values.set(key, { value, ids, readAt });
    }
    return value;
  }

  private isOld({ readAt }: Kept<T>): boolean {
    return this.options.storage.kind === 'couchdb' && performance.now() - readAt > OLDEST;
  }

  /** Will every write of anybody be told to this one, soon? */
  private hearsAll(): boolean {
    if (this.isClosed) return false;
    if (this.options.storage.kind === 'embedded') return true;
    if (this.feed !== null && performance.now() - this.feed.heardAt < HEARD_WITHIN) return true;
    this.values.clear();
    void this.follow();
    return false;
  }

  /** A feed ends with its database, and another one begins when it is opened again. */
  private async follow(): Promise<void> {
    const { storage, database } = this.options;
    // It is only quiet.
    if (this.feed !== null && this.feed.heardAt > -Infinity) return;
    // To follow is to open, and an event that is being deleted must not come back.
    if (!(await storage.exists(database).catch(() => false))) return;
    const feed = await storage.feed(database).catch(() => null);
    if (feed === null || feed === this.feed || this.isClosed) return;
    const stop = feed.subscribe(({ id }) => {
      const now = performance.now();
      for (const [settling, until] of this.unsettled) {
        if (until > now) break;
        this.unsettled.delete(settling);
      }
      this.unsettled.delete(id);
      this.unsettled.set(id, now + SETTLING);
      this.forget([id]);
    });
    this.stopHearing.push(stop);
    this.feed = feed;
  }

  private forget(ids: WrittenIds): void {
    const written = ids === null ? null : new Set(ids);
    const isWritten = (some: readonly string[]): boolean =>
      written === null || some.some((id) => written.has(id));
    for (const reading of this.underway) reading.isSpoiled ||= isWritten(reading.ids);
    for (const [key, kept] of this.values) if (isWritten(kept.ids)) this.values.delete(key);
  }
}
