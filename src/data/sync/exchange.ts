import type { Clock } from '#domain/devices/clock.ts';
import type { CopyMode } from '#domain/devices/light.ts';
import type { CopyScope } from '#domain/rights/reach.ts';
import type { Deps } from '../deps.ts';
import { failureOf } from '../failure.ts';
import type { DatabasePool } from '../local/pool.ts';
import { LONGEST_OPENING_MS } from '../openStorage.ts';
import type { Remote } from '../net/remote.ts';
import type { Cell } from '../signal.ts';
import type { DatabaseSync } from '../types.ts';
import { linked } from './abort.ts';
import { delay } from './backoff.ts';
import { blankStatus } from './blankStatus.ts';
import { createEventSync, type EventSync } from './eventSync.ts';

/** The exchange of one event from its beginning to its end: what the manager keeps of it. */
export interface Exchange {
  readonly sync: EventSync;
  /** It ended on its own and will not try again in this term. */
  readonly over: boolean;
  /** What waits and what was refused is known; never rejects. */
  readonly loaded: Promise<void>;
  readonly ended: Promise<void>;
  stop(): void;
}

export interface ExchangeParts {
  deps: Deps;
  userId: string;
  pool: DatabasePool;
  clock: Clock;
  mode: CopyMode;
  scope(): CopyScope;
  remote(eventId: string): Remote;
  onDenied(eventId: string): void;
}

export interface ExchangeListener {
  onStatus(status: DatabaseSync): void;
  /** A round ended well; `waiting` is what came here meanwhile. */
  onSettled(waiting: number): void;
  /** The browser deleted the local database: it began anew, and so must the exchange. */
  onLost(): void;
  /** The database was let go. `aborted`: by the term or by `stop`; `stopped`: by `stop`. */
  onEnded(how: { aborted: boolean; stopped: boolean }): void;
}

type StorageFault = 'storage_full' | 'storage_broken';
const kindOf = (error: unknown): StorageFault =>
  failureOf(error).code === 'storage_full' ? 'storage_full' : 'storage_broken';

/** Null when the local database cannot be opened, which the status says. */
export async function openExchange(
  { deps, userId, pool, clock, mode, scope, remote, onDenied }: ExchangeParts,
  eventId: string,
  term: AbortSignal,
  listener: ExchangeListener,
): Promise<Exchange | null> {
  const controller = new AbortController();
  const { signal, release: unlink } = linked(term, controller.signal);
  const cannot = (error: StorageFault, so = blankStatus(eventId, mode)): void =>
    listener.onStatus({ ...so, state: 'attention', error });
  // Another page of the browser's may hold the database for good.
  const late = deps.timers.set(() => cannot('storage_broken'), LONGEST_OPENING_MS);
  try {
    const { db, release } = await pool.open(eventId);
    const life = db.life();
    const sync: EventSync = createEventSync({
      ...{ deps, eventId, userId, db: life, clock, mode, scope: scope(), remote: remote(eventId) },
      onDenied: () => onDenied(eventId),
      onSettled: () => listener.onSettled(sync.waiting),
    });
    const unsubscribe = sync.status.subscribe(() => listener.onStatus(sync.status.get()));
    const unlost = db.onLost(listener.onLost);
    let over = false;
    const loading = sync.load();
    const loaded = loading.catch(() => undefined);
    const ended = loading
      .then(() => sync.run(signal))
      .catch((error: unknown) => {
        deps.report(error);
        // Nothing goes any more: it is said, and begun anew.
        if (!signal.aborted) cannot(kindOf(error), sync.status.get());
      })
      .then(async () => {
        const deaf = (): void => {
          unlost();
          unlink();
        };
        // One that ended on its own, as when the database could not be opened again, hears that it began anew all the same.
        if (signal.aborted) deaf();
        else signal.addEventListener('abort', deaf, { once: true });
        await release();
        unsubscribe();
        listener.onEnded({ aborted: signal.aborted, stopped: controller.signal.aborted });
        over = true;
      });
    return {
      ...{ sync, loaded, ended, stop: () => controller.abort() },
      get over() {
        return over;
      },
    };
  } catch (error) {
    unlink();
    deps.report(error);
    cannot(kindOf(error));
    return null;
  } finally {
    deps.timers.clear(late);
  }
}

/** How long a tab that does not lead waits for the leader to finish a round, ms. */
const ROUND_MS = 30_000;

/** For a tab that does not lead: until the leader tells of an exchange after now, or that there is none. */
export async function untilExchanged(
  deps: Deps,
  databases: Cell<ReadonlyMap<string, DatabaseSync>>,
  eventId?: string,
): Promise<void> {
  const asked = deps.wall();
  const done = new AbortController();
  const look = (): void => {
    const list = [...databases.get().values()].filter(({ id }) => eventId === undefined || id === eventId);
    const ended = list.every(
      ({ state, lastExchange }) =>
        (lastExchange ?? 0) >= asked || ['offline', 'attention', 'paused'].includes(state),
    );
    if (ended) done.abort();
  };
  const stop = databases.subscribe(look);
  await delay(deps, ROUND_MS, done.signal);
  stop();
}
