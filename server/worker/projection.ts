import type { Jobs } from '../jobs/jobs.ts';
import type { ChangeRow, Database, Storage } from '../storage/types.ts';
import type { Historian } from './history/historian.ts';
import type { Readings } from './readings.ts';
import type { SessionActs } from './sessionActs.ts';

/** A changed document: its id and newest revisions, those of closed leaves too; none where it is only looked at again. */
export type Change = Pick<ChangeRow, 'id' | 'changes'>;

/**
 * Something that is derived from an event's documents and kept right while they change (CONTRIBUTING, "Adding a
 * projection"). It must bear to be told of any document again: after a crash, a failure, or by a second worker.
 */
export interface Projection {
  /** Positions and failures are kept under it, so it stays for ever. */
  readonly name: string;
  /** Raised when it is to look at everything once more; 1 when left out. */
  readonly version?: number;
  /**
   * Where it begins in an event that others have followed before it was there: with the first document (when left out), or
   * with what changes from now on.
   */
  readonly begins?: 'first' | 'now';
  /** Which changes it is told of. */
  wants(change: Change): boolean;
  /** Called once for each event that is followed; should not read yet, for there may be a thousand events. */
  create(context: ProjectionContext): ProjectionWork;
}

export interface ProjectionWork {
  /**
   * Looks at documents as they stand. When it throws, the runner finds out which of them is to blame, sets that one aside and tries it
   * again later; the others go on.
   */
  run(ids: readonly string[]): Promise<void>;
  /**
   * For what is about the event as a whole: then no document is to blame for a failure, and it is tried again with an empty
   * list, which means that anything may have changed.
   */
  readonly wholly?: true;
  /** What is done some time after the changes that call for it. */
  readonly later?: LaterWork;
}

export interface LaterWork {
  /** What waits, by ids of its own; kept with the position, so that a restart forgets none. */
  waiting(): string[];
  /** To be done again, after a restart or a failure. */
  schedule(id: string): void;
  /** When the next is due (ms since 1970), or null. */
  due(): number | null;
  /** Does what is due, or everything. True when there was something. */
  run(everything: boolean): Promise<boolean>;
}

/** Revisions of a conflict: the leaves that were merged, and those written upon them. */
export interface Merge {
  leaves: readonly string[];
  written: readonly string[];
}

/** What projections of one event work with. */
export interface ProjectionContext {
  storage: Storage;
  eventId: string;
  db: Database;
  /** The server's own database of the event, which goes with it. */
  historyDb: Database;
  now: () => number;
  foldDelay: (entries: number) => number;
  /** The documents as this round finds them, read once for all projections. */
  readings: Readings;
  historian: Historian;
  /** For what follows of a change and cannot be done by looking: sending, asking another server. */
  jobs: Jobs;
  acts: SessionActs;
  /** The event may have another name now. */
  renamed(): void;
  /** Tells of a write of its own in which there is nothing to see for anybody, so that it is not looked at. */
  wrote(id: string, from: string, to: string): void;
  /** Tells of a conflict that it merged, for those that come after it to see: its row is none that must be looked at. */
  merged(id: string, merge: Merge): void;
  /** Tells how long a fold took that wrote something, ms. */
  folded(ms: number): void;
  /** How something of `later` ended, `null` for well. */
  settled(id: string, error: unknown): void;
}
