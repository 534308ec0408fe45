import { Ring } from './ring.ts';
import type { ChangeRow, Feed, Seq } from './types.ts';

/** How many rows a feed remembers at least; a row takes about 200 bytes. */
const RING_CAPACITY = 4096;
/** Wait before the follower starts again after a failure: doubles up to the longest, in ms. */
const RESTART_MS = 50;
const LONGEST_RESTART_MS = 5000;

/** Reads rows after a position: resolves with the rows and the position reached. `wait` waits for the first one. */
export interface ChangeSource {
  now(): Promise<Seq>;
  read(since: Seq, signal: AbortSignal): Promise<{ rows: ChangeRow[]; last: Seq }>;
  /** True when `read` waits by itself (a remote database); false when `poke` says that there is something to read. */
  readonly waits: boolean;
}

export interface FollowerOptions {
  /** Told of each failure before the follower starts again. */
  onFailure: (error: unknown) => void;
  /** True for an error after which the database is gone for good. */
  isGone: (error: unknown) => boolean | Promise<boolean>;
  /** Told then: the follower has ended. */
  onGone?: () => void;
  capacity?: number;
}

/** The one follower of one database. Its listeners are called in the order of the changes. */
export class Follower implements Feed {
  seq: Seq = 0;
  heardAt = -Infinity;
  private ring = new Ring(0, RING_CAPACITY);
  private readonly listeners = new Set<(row: ChangeRow) => void>();
  private readonly abort = new AbortController();
  private readonly source: ChangeSource;
  private readonly options: FollowerOptions;
  private readonly started: Promise<void>;
  private readonly ended: Promise<void>;
  /** Set while the loop sleeps; calling it makes the loop read again. */
  private wake: (() => void) | null = null;
  private dirty = false;

  constructor(source: ChangeSource, options: FollowerOptions) {
    this.source = source;
    this.options = options;
    this.started = this.begin();
    this.ended = this.started.then(
      () => this.follow(),
      () => undefined,
    );
  }

  ready(): Promise<void> {
    return this.started;
  }

  subscribe(listener: (row: ChangeRow) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  after(since: Seq): readonly ChangeRow[] | null {
    return since === this.seq ? [] : this.ring.after(since);
  }

  recent(): readonly ChangeRow[] {
    return this.ring.all();
  }

  /** Something was written: read it. */
  poke(): void {
    this.dirty = true;
    this.wake?.();
  }

  /** Ends the follower; resolves once nothing of it touches the database any more. */
  async close(): Promise<void> {
    this.abort.abort();
    this.wake?.();
    this.listeners.clear();
    await this.ended;
  }

  private async begin(): Promise<void> {
    this.seq = await this.source.now();
    this.heardAt = performance.now();
    this.ring = new Ring(this.seq, this.options.capacity ?? RING_CAPACITY);
  }

  private async follow(): Promise<void> {
    const { signal } = this.abort;
    let failures = 0;
    while (!signal.aborted) {
      try {
        if (!this.source.waits && !this.dirty) await this.sleep();
        if (signal.aborted) return;
        this.dirty = false;
        const { rows, last } = await this.source.read(this.seq, signal);
        if (signal.aborted) return;
        for (const row of rows) this.ring.push(row);
        this.ring.reach(last);
        this.seq = last;
        for (const row of rows) this.tell(row);
        this.heardAt = performance.now();
        failures = 0;
      } catch (error) {
        this.heardAt = -Infinity;
        if (signal.aborted) return;
        if (await this.options.isGone(error)) {
          this.options.onGone?.();
          return;
        }
        this.options.onFailure(error);
        this.dirty = true;
        await this.sleep(Math.min(LONGEST_RESTART_MS, RESTART_MS * 2 ** failures++));
      }
    }
  }

  private tell(row: ChangeRow): void {
    for (const listener of this.listeners) {
      try {
        listener(row);
      } catch (error) {
        this.options.onFailure(error);
      }
    }
  }

  /** Until poked or closed, or at most `ms`. */
  private sleep(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }
}
