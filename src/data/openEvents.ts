import type { Clock } from '#domain/clock.ts';
import { hasRole } from '#domain/roles.ts';
import { ok } from '#domain/result.ts';
import type { SessionUser } from '#domain/documents/user.ts';
import type { CopyMode } from '#domain/light.ts';
import type { Deps } from './deps.ts';
import { attempt, fail, failureOf } from './failure.ts';
import type { LocalDatabase } from './local/database.ts';
import type { DatabasePool } from './local/pool.ts';
import { readCopy } from './local/positions.ts';
import { takeBackUnfinished } from './repository/importJournal.ts';
import { createRepository } from './repository/index.ts';
import { resolveHere } from './repository/update.ts';
import { createEventStore, type FilledStore } from './store/eventStore.ts';
import { fillStore, type Filling } from './store/fill.ts';
import { blankStatus } from './sync/blankStatus.ts';
import type { SyncManager } from './sync/manager.ts';
import type { DatabaseSync, DeviceInfo, EventRepository, OpenEvent, Outcome, Readable } from './types.ts';

/** A conflict that the server's worker has not merged after so long is merged here, ms. */
const MERGE_AFTER_MS = 60_000;

export interface OpenEventsContext {
  deps: Deps;
  pool: DatabasePool;
  manager: SyncManager;
  clock: Clock;
  device: DeviceInfo;
  mode: CopyMode;
  user(): SessionUser | null;
}

/** The events that this tab has open; several openings of one share store and database. */
export interface OpenEvents {
  open(eventId: string): Outcome<OpenEvent>;
  has(eventId: string): boolean;
  /** Shows nothing of the event any more and lets go of its database. */
  drop(eventId: string): Promise<void>;
  /** Merges conflicts that have waited too long. */
  tidy(eventId: string): Promise<void>;
  /** Lets go of the database; the returned function fills the same store from the one that is there by then. */
  detach(eventId: string, emptied?: boolean): Promise<() => Promise<void>>;
  closeAll(): Promise<void>;
}

interface Entry {
  store: FilledStore;
  holders: number;
  ready: Promise<Loaded>;
  unwant: () => void;
  /** The newest one, which `replace` exchanges. */
  loaded: Loaded | null;
}
interface Loaded {
  db: LocalDatabase;
  repository: EventRepository;
  filling: Filling;
  release(): Promise<void>;
}

export function createOpenEvents(context: OpenEventsContext): OpenEvents {
  const { deps, pool, manager, mode } = context;
  const entries = new Map<string, Entry>();

  async function load(eventId: string, store: FilledStore): Promise<Loaded> {
    const { db, release } = await pool.open(eventId);
    try {
      await copied(eventId, db);
      const filling = await fillStore(db, store, deps);
      const { clock, device, user } = context;
      const lock = (name: string): Promise<() => void> =>
        deps.acquireLock(name, new AbortController().signal);
      const work = { db, store, clock, device, newId: deps.newId, lock, user };
      takeBackUnfinished(work).catch(deps.report);
      const repository = createRepository(work);
      return { db, repository, filling, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Waits until there is a local copy; throws why there is none. */
  async function copied(eventId: string, db: LocalDatabase): Promise<void> {
    if ((await readCopy(db)).complete) return;
    // What went wrong the last time says nothing of now.
    if (manager.databases.get().get(eventId)?.error != null)
      await manager.restart(eventId, () => Promise.resolve());
    await new Promise<void>((resolve, reject) => {
      const look = (): boolean => {
        const status = manager.databases.get().get(eventId);
        if (status?.complete === true) resolve();
        else if (status !== undefined && status.error !== null) reject(new OpenFailure(status));
        else return false;
        return true;
      };
      if (look()) return;
      const stop = manager.databases.subscribe(() => {
        if (look()) stop();
      });
    });
  }

  function facade(eventId: string, entry: Entry, repository: EventRepository): OpenEvent {
    let open = true;
    // The newest repository: a rebuilt database comes with a new one.
    const current = new Proxy(repository, {
      get: (_first, key: keyof EventRepository) => (entry.loaded?.repository ?? repository)[key],
    });
    return {
      id: eventId,
      store: entry.store,
      repository: current,
      sync: statusOf(eventId),
      close() {
        if (!open) return;
        open = false;
        entry.holders -= 1;
        if (entry.holders === 0 && entries.get(eventId) === entry) void end(eventId, entry);
      },
    };
  }

  function statusOf(eventId: string): Readable<DatabaseSync> {
    const unknown = blankStatus(eventId, mode);
    return {
      get: () => manager.databases.get().get(eventId) ?? unknown,
      subscribe: (listener) => manager.databases.subscribe(listener),
    };
  }

  async function end(eventId: string, entry: Entry): Promise<void> {
    if (entries.get(eventId) === entry) entries.delete(eventId);
    entry.unwant();
    const loaded = entry.loaded ?? (await entry.ready.catch(() => null));
    loaded?.filling.stop();
    await loaded?.release();
  }

  return {
    has: (eventId) => entries.has(eventId),
    open: (eventId) =>
      attempt(async () => {
        let entry = entries.get(eventId);
        if (entry === undefined) {
          const store = createEventStore(eventId, deps.report);
          const unwant = manager.want(eventId);
          const fresh: Entry = { store, holders: 0, unwant, loaded: null, ready: load(eventId, store) };
          fresh.ready.then(
            (loaded) => (fresh.loaded = loaded),
            () => undefined,
          );
          entries.set(eventId, (entry = fresh));
        }
        const held = entry;
        held.holders += 1;
        try {
          const { repository } = await held.ready;
          return ok(facade(eventId, held, repository));
        } catch (error) {
          if (entries.get(eventId) === held) await end(eventId, held);
          if (error instanceof OpenFailure) return fail(error.code);
          return { ok: false, error: failureOf(error) };
        }
      }),
    async drop(eventId) {
      const entry = entries.get(eventId);
      if (entry === undefined) return;
      await end(eventId, entry);
      entry.store.clear();
    },
    async tidy(eventId) {
      const loaded = entries.get(eventId)?.loaded;
      const user = context.user();
      if (loaded == null || user === null || !hasRole(user.role, 'member')) return;
      for (const [id, seen] of loaded.filling.conflicts) {
        if (deps.wall() - seen >= MERGE_AFTER_MS) await resolveHere(loaded.db, id);
      }
    },
    async detach(eventId, emptied = false) {
      const entry = entries.get(eventId);
      const before = entry?.loaded ?? null;
      const letGo = async (loaded: Loaded | null): Promise<void> => {
        loaded?.filling.stop();
        await loaded?.release();
        if (emptied) entry?.store.clear();
      };
      await letGo(before);
      return async () => {
        if (entry === undefined || entries.get(eventId) !== entry) return;
        // It was just being opened, on the database that has been replaced meanwhile.
        const late = before === null ? entry.ready.catch(() => null).then(letGo) : Promise.resolve();
        entry.ready = late.then(() => load(eventId, entry.store));
        entry.loaded = await entry.ready;
      };
    },
    async closeAll() {
      await Promise.all([...entries].map(([eventId, entry]) => end(eventId, entry)));
    },
  };
}

/** Why an event without a local copy cannot be opened. */
class OpenFailure extends Error {
  readonly code;
  constructor({ error }: DatabaseSync) {
    super(error ?? 'unknown');
    this.code = error === 'forbidden' ? ('not_found' as const) : (error ?? ('unknown' as const));
  }
}
