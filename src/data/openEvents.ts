import type { Clock } from '#domain/devices/clock.ts';
import { hasRole } from '#domain/rights/roles.ts';
import { ok } from '#domain/result.ts';
import type { OwnUser } from '#domain/documents/user.ts';
import type { CopyMode } from '#domain/devices/light.ts';
import type { Deps } from './deps.ts';
import { attempt, DataFailure, fail, failureOf } from './failure.ts';
import type { LocalDatabase } from './local/database.ts';
import type { DatabasePool } from './local/pool.ts';
import { readCopy } from './local/positions.ts';
import { takeBackHere } from './repository/importJournal.ts';
import { createRepository } from './repository/index.ts';
import { createTurn, type Turn } from './repository/turn.ts';
import { resolveHere } from './repository/update.ts';
import { createEventStore, type FilledStore } from './store/eventStore.ts';
import { createCatchUp } from './store/catchUp.ts';
import { fillStore, type Filling } from './store/fill.ts';
import { linked, until } from './sync/abort.ts';
import { blankStatus } from './sync/blankStatus.ts';
import type { SyncManager } from './sync/manager.ts';
import type {
  DatabaseSync,
  DeviceInfo,
  EventRepository,
  Failure,
  OpenEvent,
  Outcome,
  Readable,
} from './types.ts';

/** A conflict that the server's worker has not merged after so long is merged here, ms. */
const MERGE_AFTER_MS = 60_000;

export interface OpenEventsContext {
  deps: Deps;
  pool: DatabasePool;
  manager: SyncManager;
  clock: Clock;
  device: DeviceInfo;
  mode: CopyMode;
  user(): OwnUser | null;
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
  /** The newest one; while its copy is being replaced, the one to come. */
  ready: Promise<Loaded>;
  /** The same once it is there. */
  loaded: Loaded | null;
  unwant: () => void;
  /** Ends what waits for a copy, once nobody wants the event any more. */
  ended: AbortController;
}
interface Loaded {
  db: LocalDatabase;
  repository: EventRepository;
  filling: Filling;
  turn: Turn;
  /** It was taken away because the user's rights are others now. */
  isOutdated?: true;
  release(): Promise<void>;
}

export function createOpenEvents(context: OpenEventsContext): OpenEvents {
  const { deps, pool, manager, mode } = context;
  const entries = new Map<string, Entry>();

  /** A patient one waits for a copy until there is one, however often it fails to come. */
  async function load(
    eventId: string,
    { store, ended }: Pick<Entry, 'store' | 'ended'>,
    isPatient: boolean,
  ): Promise<Loaded> {
    const { db, release } = await pool.open(eventId);
    try {
      if (!(await readCopy(db)).complete) await copied(eventId, isPatient, ended.signal);
      const filling = await fillStore(db, store, deps);
      const { clock, device, user } = context;
      const lock = (name: string): Promise<() => void> =>
        deps.acquireLock(name, new AbortController().signal);
      const { page, timers, newId } = deps;
      const catchUp = createCatchUp(db, store, filling.heard);
      const take = (): Promise<() => void> => lock(`foyer-entries ${db.name}`);
      const turn = createTurn({ take, catchUp, page, timers });
      db.onLost(turn.letGo);
      const work = { db, store: filling.store, clock, device, newId, lock, inTurn: turn.use, user };
      takeBackHere(work).catch(deps.report);
      const repository = createRepository(work);
      return { db, repository, filling, turn, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Waits until there is a local copy; an impatient one throws why there is none. */
  async function copied(eventId: string, isPatient: boolean, signal: AbortSignal): Promise<void> {
    const status = (): DatabaseSync | undefined => manager.databases.get().get(eventId);
    // What went wrong the last time says nothing of now.
    if (!isPatient && status()?.error != null) await manager.restart(eventId, () => Promise.resolve());
    const isFailed = (): boolean => !isPatient && status()?.error != null;
    await until(() => status()?.complete === true || isFailed(), manager.databases.subscribe, signal);
    const now = status();
    if (now !== undefined && !now.complete) throw new OpenFailure(now);
  }

  /** The repository that is there, or is to come; throws why its copy cannot come now. */
  async function standing(eventId: string, entry: Entry): Promise<EventRepository> {
    if (entry.loaded !== null) return entry.loaded.repository;
    const status = (): DatabaseSync => manager.databases.get().get(eventId) ?? blankStatus(eventId, mode);
    const isHindered = (): boolean => status().error !== null && !status().complete;
    const given = linked(entry.ended.signal);
    try {
      const hindered = until(isHindered, manager.databases.subscribe, given.signal);
      const loaded = await Promise.race([entry.ready, hindered]);
      if (loaded !== undefined) return loaded.repository;
      throw new OpenFailure(status());
    } finally {
      given.abort();
      given.release();
    }
  }

  /** `loaded` follows `ready`. */
  function become(entry: Entry, ready: Promise<Loaded>): void {
    entry.ready = ready;
    entry.loaded = null;
    ready.then(
      (loaded) => {
        if (entry.ready === ready) entry.loaded = loaded;
      },
      () => undefined,
    );
  }

  function facade(eventId: string, entry: Entry, repository: EventRepository): OpenEvent {
    let open = true;
    // The newest repository: a copy that is replaced comes with a new one, and what is asked meanwhile waits for it.
    const current = new Proxy(repository, {
      get(_first, key: keyof EventRepository) {
        const { loaded } = entry;
        if (loaded !== null)
          return (...args: never[]) =>
            (loaded.repository[key] as Asked)(...args).then((said) => truly(loaded, said));
        return (...args: never[]) =>
          standing(eventId, entry).then(
            (newest) => (newest[key] as Asked)(...args),
            (error: unknown) => (PICTURES.has(key) ? null : failed(error)),
          );
      },
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
    entry.ended.abort(new DataFailure({ code: 'not_found' }));
    const loaded = entry.loaded ?? (await entry.ready.catch(() => null));
    loaded?.filling.stop();
    loaded?.turn.stop();
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
          const filled = { store, ended: new AbortController() };
          const ready = load(eventId, filled, false);
          const fresh: Entry = { ...filled, holders: 0, unwant, loaded: null, ready };
          become(fresh, ready);
          entries.set(eventId, (entry = fresh));
        }
        const held = entry;
        held.holders += 1;
        try {
          const { repository } = await held.ready;
          return ok(facade(eventId, held, repository));
        } catch (error) {
          if (entries.get(eventId) === held) await end(eventId, held);
          return failed(error);
        }
      }),
    async drop(eventId) {
      const entry = entries.get(eventId);
      if (entry === undefined) return;
      if (entry.loaded !== null) entry.loaded.isOutdated = true;
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
      if (entry === undefined) return () => Promise.resolve();
      const { loaded: before, ready: opening } = entry;
      let refill: (loading: Promise<Loaded>) => void = () => undefined;
      const refilled = new Promise<Loaded>((resolve, reject) => {
        refill = resolve;
        entry.ended.signal.addEventListener('abort', () => reject(entry.ended.signal.reason as Error));
      });
      become(entry, refilled);
      const letGo = async (loaded: Loaded | null): Promise<void> => {
        loaded?.filling.stop();
        loaded?.turn.stop();
        await loaded?.release();
        if (emptied) entry.store.clear();
      };
      if (emptied && before !== null) before.isOutdated = true;
      await letGo(before);
      return async () => {
        // It was just being opened, on the database that has been replaced meanwhile.
        if (before === null) await opening.catch(() => null).then(letGo);
        if (!entry.ended.signal.aborted) refill(load(eventId, entry, true));
        await refilled.catch((error: unknown) => {
          if (!entry.ended.signal.aborted) throw error;
        });
      };
    },
    async closeAll() {
      await Promise.all([...entries].map(([eventId, entry]) => end(eventId, entry)));
    },
  };
}

/** What is asked for that has no room for a failure: a picture or a file that is not here is none. */
const PICTURES: ReadonlySet<keyof EventRepository> = new Set([
  ...(['picture', 'fileContent', 'planBackground', 'planPicture'] as const),
]);

type Asked = (...args: never[]) => Promise<unknown>;

/** What was under way when its copy was taken away fails at that copy, whose storage is as it should be, or finds nobody in it. */
function truly(loaded: Loaded, said: unknown): unknown {
  const code = (said as { error?: Partial<Failure> } | null | undefined)?.error?.code;
  const isOfCopy = code === 'storage_broken' || code === 'not_found';
  return loaded.isOutdated === true && isOfCopy ? fail('rights_changed') : said;
}

const failed = (error: unknown): { ok: false; error: Failure } =>
  error instanceof OpenFailure ? fail(error.code) : { ok: false, error: failureOf(error) };

/** Why an event without a local copy cannot be opened. */
class OpenFailure extends Error {
  readonly code;
  constructor({ error }: DatabaseSync) {
    super(error ?? 'unknown');
    this.code = error === 'forbidden' ? ('not_found' as const) : (error ?? ('unknown' as const));
  }
}
