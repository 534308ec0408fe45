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
  private readonly unsettled = new Map<string, number>();
  private generation = 0;
  private feed: Feed | null = null;
  private readonly options: FreshOptions<T>;

  constructor(options: FreshOptions<T>) {
    this.options = options;
    const { storage, database } = options;
    storage.onWrite(database, (ids) => this.forget(ids));
  }

  async get(key: string): Promise<T> {
    const keeps = this.hearsAll();
    const known = keeps ? this.values.get(key) : undefined;
    if (known !== undefined && !this.isOld(known)) return known.value;
    const { generation } = this;
    const readAt = performance.now();
    const ids = this.options.idsOf?.(key) ?? [key];
    const settled = ids.every((id) => (this.unsettled.get(id) ?? 0) <= readAt);
    const value = await this.options.load(key);
    // Written meanwhile: the value may be the old one, good for this request but not for the next.
    if (keeps && settled && generation === this.generation) {
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
    if (this.options.storage.kind === 'embedded') return true;
    if (this.feed !== null && performance.now() - this.feed.heardAt < HEARD_WITHIN) return true;
    this.values.clear();
    void this.follow();
    return false;
  }

  /** A feed ends with its database, and another one begins when it is opened again. */
  private async follow(): Promise<void> {
    const { storage, database } = this.options;
    const feed = await storage.feed(database).catch(() => null);
    if (feed === null || feed === this.feed) return;
    feed.subscribe(({ id }) => {
      const now = performance.now();
      for (const [settling, until] of this.unsettled) if (until <= now) this.unsettled.delete(settling);
      this.unsettled.set(id, now + SETTLING);
      this.forget([id]);
    });
    this.feed = feed;
  }

  private forget(ids: WrittenIds): void {
    this.generation++;
    if (ids === null) return this.values.clear();
    const written = new Set(ids);
    for (const [key, kept] of this.values)
      if (kept.ids.some((id) => written.has(id))) this.values.delete(key);
  }
}
