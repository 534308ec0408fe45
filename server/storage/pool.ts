import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../base/errors.ts';
import { guardedCall } from './calls.ts';
import { closeAtOnce } from './guards.ts';
import type { Database } from './types.ts';

export interface PoolDriver {
  open(name: string): Promise<Database>;
  onFailure(name: string, error: unknown): void;
}

export interface PoolOptions extends PoolDriver {
  /** So many databases stay open when nobody uses them. */
  keep: number;
}

/** Just used is used again, and what its last call left behind comes to rest, in ms. */
const QUIET = 100;
/** An opening that finds no descriptor is tried again so many times, with a pause of QUIET between them. */
const TRIES = 20;
/** How long a database whose queue is stuck may take to close before it is left alone, in ms. */
const PATIENCE = 5000;

/** What this product calls of PouchDB, and `histories` (histories.ts). All of them answer with a promise. */
const METHODS = [
  ...[
    'allDocs',
    'bulkDocs',
    'bulkGet',
    'changes',
    'compact',
    'get',
    'getAttachment',
    'histories',
    'info',
    'post',
  ],
  ...['put', 'putAttachment', 'query', 'remove', 'removeAttachment', 'revsDiff', 'viewCleanup'],
] as const;

/** One database: open, or ready to be opened by the next call. */
interface Place {
  name: string;
  /** Null while it is closed. */
  real: Promise<Database> | null;
  /** The end of the last closing. */
  closed: Promise<void>;
  /** Calls under way; while there are any the database stays open. */
  calls: Set<(error: unknown) => void>;
  usedAt: number;
  /** Set when nobody may open it any more. */
  ended: string | null;
}

/**
 * Databases that are open while somebody uses them, and the last used ones a little longer: each takes descriptors and
 * memory, and a server may have thousands. What is handed out is a stand-in that may be kept for good: each call opens
 * the database if need be and holds it open until the answer.
 */
export class Pool {
  private readonly places = new Map<Database, Place>();
  /** The open ones, those used longest ago first. */
  private readonly open = new Set<Place>();
  private readonly options: PoolOptions;
  private trimming: NodeJS.Timeout | null = null;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  /** Opens or creates a database. */
  async enter(name: string): Promise<Database> {
    const place: Place = {
      ...{ name, real: null, closed: Promise.resolve(), calls: new Set<never>(), usedAt: 0, ended: null },
    };
    const standIn = this.standIn(place);
    // Errors of opening are the opener's, not those of whoever calls first.
    await this.use(place, async () => undefined);
    this.places.set(standIn, place);
    return standIn;
  }

  /** How many are open. */
  get size(): number {
    return this.open.size;
  }

  async close(standIn: Database): Promise<void> {
    const place = this.leave(standIn, 'database is closed');
    if (place === undefined) return;
    const real = await place.real?.catch(() => null);
    await place.closed;
    await real?.close();
    this.open.delete(place);
    endCalls(place);
  }

  async destroy(standIn: Database): Promise<void> {
    const place = this.places.get(standIn);
    if (place === undefined) return;
    const real = await this.opened(place);
    this.leave(standIn, 'database is destroyed');
    this.open.delete(place);
    await real.destroy();
    endCalls(place);
  }

  private leave(standIn: Database, why: string): Place | undefined {
    const place = this.places.get(standIn);
    this.places.delete(standIn);
    if (place !== undefined) place.ended = why;
    return place;
  }

  private standIn(place: Place): Database {
    const methods = METHODS.map((name) => [
      name,
      (...given: unknown[]) =>
        this.use(place, (real) =>
          (real[name as 'get'] as (...args: unknown[]) => Promise<unknown>)(...given),
        ),
    ]);
    return Object.fromEntries([...methods, ['name', place.name]]) as Database;
  }

  private async use<T>(place: Place, work: (real: Database) => Promise<T>): Promise<T> {
    if (place.ended !== null) throw new Error(place.ended);
    return new Promise<T>((resolve, reject) => {
      place.calls.add(reject);
      const call = guardedCall(
        async () => work(await this.opened(place)),
        (error) => this.broken(place, error),
      );
      call.then(resolve, reject).finally(() => {
        place.calls.delete(reject);
        place.usedAt = performance.now();
        if (this.open.delete(place)) this.open.add(place);
        this.trim();
      });
    });
  }

  private opened(place: Place): Promise<Database> {
    if (place.real !== null) return place.real;
    const opening = place.closed.then(() => this.openNow(place.name));
    place.real = opening;
    this.open.add(place);
    opening.catch(() => {
      if (place.real !== opening) return;
      place.real = null;
      this.open.delete(place);
    });
    return opening;
  }

  private async openNow(name: string): Promise<Database> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.options.open(name);
      } catch (error) {
        if (tries === TRIES || !/too many open files|EMFILE|ENFILE/i.test(String(error))) throw error;
        // Some descriptors can be had at once, others when the calls under way have ended.
        await Promise.all([...this.open].filter(isIdle).map((place) => this.closeIdle(place)));
        if (tries > 0) await delay(QUIET);
      }
    }
  }

  private trim(): void {
    const now = performance.now();
    for (const place of this.open) {
      if (this.open.size <= this.options.keep) return;
      if (isIdle(place) && now - place.usedAt >= QUIET) void this.closeIdle(place);
    }
    if (this.open.size <= this.options.keep) return;
    this.trimming ??= setTimeout(() => {
      this.trimming = null;
      this.trim();
    }, QUIET).unref();
  }

  private async closeIdle(place: Place): Promise<void> {
    const { real } = place;
    if (real === null) return;
    place.real = null;
    this.open.delete(place);
    const closing = real.then((db) => db.close());
    place.closed = closing.catch((error: unknown) => this.options.onFailure(place.name, error));
    await place.closed;
  }

  /** All calls of the database end, and the next one finds a new one in its place. */
  private broken(place: Place, error: unknown): void {
    this.options.onFailure(place.name, error);
    const { real } = place;
    if (real === null) return;
    place.real = null;
    this.open.delete(place);
    const closing = real.then(closeAtOnce).catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE);
    });
    place.closed = Promise.race([closing, tooLong]).finally(() => clearTimeout(timer));
    const unavailable = new HttpError(503, 'unavailable', 'the database is opened anew: try again');
    for (const reject of place.calls) reject(unavailable);
  }
}

/** What was being read when the database went is not told of it, and would wait without an end. */
function endCalls({ calls, ended }: Place): void {
  for (const reject of calls) reject(new Error(ended ?? 'database is closed'));
}

const isIdle = ({ calls, real }: Place): boolean => calls.size === 0 && real !== null;
