import type { Clock } from '#domain/devices/clock.ts';
import type { OwnUser } from '#domain/documents/user.ts';
import { scopeOf } from '#domain/rights/reach.ts';
import { ok } from '#domain/result.ts';
import type { AnyDoc, Deps } from './deps.ts';
import { attempt, fail, failureOf } from './failure.ts';
import { countAside, dropAside, fitCopy } from './local/aside.ts';
import { narrowOthers, rememberUser } from './local/others.ts';
import { centralName, openLocal, type LocalDatabase } from './local/database.ts';
import { createPool } from './local/pool.ts';
import { rescue } from './local/rescue.ts';
import type { Http } from './net/http.ts';
import { createRemote } from './net/remote.ts';
import { createOpenEvents } from './openEvents.ts';
import { createCentral, type Central } from './sync/central.ts';
import { deliver } from './sync/deliver.ts';
import { createSyncManager, type SyncManager } from './sync/manager.ts';
import { countUnpushed } from './sync/unpushed.ts';
import type { DeviceInfo, HeldCopy, OpenEvent, Outcome } from './types.ts';

export interface UserContextDeps {
  deps: Deps;
  http: Http;
  clock: Clock;
  device: DeviceInfo;
  user(): OwnUser | null;
  /** Asks the server who the user is now. */
  refreshUser(signal?: AbortSignal): Promise<void>;
}

/** Everything that belongs to one logged-in user on this device. */
export interface UserContext {
  readonly userId: string;
  readonly central: Central;
  readonly manager: SyncManager;
  /** Ids of the events that have a local database on this device. */
  copies(): readonly string[];
  /** `trusted`: just created by this user, `central` may not have heard of it. */
  open(eventId: string, trusted?: boolean): Outcome<OpenEvent>;
  /** The event was deleted or given up on purpose: its local copy goes with all that is in it, in every tab. */
  forget(eventId: string): Promise<void>;
  held(eventId: string): Outcome<HeldCopy>;
  rebuild(eventId: string): Outcome<{ rescued: number }>;
  /** The role has changed: each copy holds what it may from now on, and shows nothing else meanwhile. */
  fit(): Promise<void>;
  /** Sends what waits, for a door whose time is over; resolves with whether nothing is left. Throws where the server cannot be asked. */
  deliver(): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startUserContext(context: UserContextDeps, userId: string): Promise<UserContext> {
  const { deps, http, clock, device, user } = context;
  const mode = deps.standalone ? 'full' : 'light';
  const stopped = new AbortController();
  const pool = createPool(deps, userId);
  const centralDb = await openCentral(deps, userId);
  const central = createCentral({
    deps,
    http,
    db: centralDb,
    onChanged: (signal) => context.refreshUser(signal),
  });
  const manager = createSyncManager({
    deps,
    userId,
    pool,
    central,
    clock,
    mode,
    scope: () => scopeOf(user()?.role ?? 'host'),
    remote: (eventId) => createRemote(http, eventId),
    onDenied: (eventId) => void denied(eventId).catch(deps.report),
    onForgotten: (eventId) => void forget(eventId).catch(deps.report),
    onSettled: (eventId) => void events.tidy(eventId).catch(deps.report),
  });
  const events = createOpenEvents({ deps, pool, manager, clock, device, mode, user });
  /** Opened before `central` listed them. */
  const trustedIds = new Set<string>();

  const lists = (eventId: string): boolean | null =>
    central.events.get()?.some((event) => event.id === eventId) ?? null;

  /** The server may have lost it, and perhaps nobody took it away. */
  const isLost = (eventId: string): boolean => central.missing.get().some(({ id }) => id === eventId);

  /** The server refused an event: believed when a fresh `central` does not list it either. */
  async function denied(eventId: string): Promise<void> {
    await central.refresh(stopped.signal);
    // Else its exchange goes on trying, until the server has it again: what is here may be all that is left of it.
    if (lists(eventId) !== true && !isLost(eventId)) await withdraw(eventId);
  }

  const withdrawing = new Map<string, Promise<void>>();

  /** Access was taken away: shows nothing, and deletes the copy unless something is only there. */
  function withdraw(eventId: string): Promise<void> {
    const under = withdrawing.get(eventId) ?? withdrawNow(eventId).finally(() => withdrawing.delete(eventId));
    withdrawing.set(eventId, under);
    return under;
  }

  async function withdrawNow(eventId: string): Promise<void> {
    trustedIds.delete(eventId);
    manager.deny(eventId);
    let kept = 0;
    await manager.restart(eventId, async () => {
      await events.drop(eventId);
      if (!pool.known().includes(eventId)) return;
      const { db, release } = await pool.open(eventId);
      // Asked of the database itself: a status may be late, and this deletes.
      kept = await countUnpushed(db, deps.report);
      await release();
      if (kept === 0) await pool.destroy(eventId);
    });
    if (kept > 0) manager.withhold(eventId, kept);
  }

  async function forget(eventId: string): Promise<void> {
    // Another tab may have deleted it already, and this one have begun it anew.
    const isHere = pool.known().includes(eventId) || events.has(eventId);
    trustedIds.delete(eventId);
    manager.deny(eventId);
    await manager.restart(eventId, async () => {
      await events.drop(eventId);
      if (isHere) await pool.destroy(eventId);
    });
    await dropAside(deps, userId, eventId);
  }

  async function held(eventId: string): Promise<HeldCopy> {
    const { db, release } = await pool.open(eventId);
    try {
      const range = { startkey: 'client_', endkey: 'client_\ufff0', include_docs: true };
      const { rows } = await db.use((pouch) => pouch.allDocs(range));
      const guests = rows.filter(({ doc }) => (doc as AnyDoc | undefined)?.['deletedAt'] == null).length;
      const unconfirmed = await countUnpushed(db, deps.report);
      return { guests, unconfirmed: unconfirmed + (await countAside(deps, userId, eventId)) };
    } finally {
      await release();
    }
  }

  function followList(): void {
    const list = central.events.get();
    if (list === null) return;
    for (const { id } of list) {
      trustedIds.delete(id);
      manager.allow(id);
    }
    for (const eventId of pool.known()) {
      if (events.has(eventId) && lists(eventId) === false && !isLost(eventId) && !trustedIds.has(eventId)) {
        void withdraw(eventId).catch(deps.report);
      }
    }
  }

  async function mayOpen(eventId: string): Outcome<null> {
    if (lists(eventId) === true || isLost(eventId)) return ok(null);
    // Not known here does not mean not there: it may be new, and without an answer nobody can tell.
    const asked = await attempt(async () => ok(await central.refresh(stopped.signal)));
    if (lists(eventId) === true || isLost(eventId)) return ok(null);
    return asked.ok ? fail('not_found') : asked;
  }

  const fitOne = (eventId: string): Promise<boolean> =>
    fitCopy(deps, pool, { userId, eventId, scope: scopeOf(user()?.role ?? 'host') });

  // Before any screen: a role may have changed while this device was away, or somebody else was here.
  rememberUser(deps, userId);
  if (scopeOf(user()?.role ?? 'host') === 'door') await narrowOthers(deps, userId).catch(deps.report);
  for (const eventId of pool.known()) await fitOne(eventId).catch(deps.report);
  const stopCentral = await central.start();
  const stopList = central.events.subscribe(followList);
  const stopManager = manager.start();

  return {
    userId,
    central,
    manager,
    copies: pool.known,
    open: (eventId, trusted = false) =>
      attempt(async () => {
        if (trusted) trustedIds.add(eventId);
        const may = trusted ? ok(null) : await mayOpen(eventId);
        if (!may.ok) return may;
        manager.allow(eventId);
        return events.open(eventId);
      }),
    async forget(eventId) {
      manager.forgotten(eventId);
      await forget(eventId);
    },
    held: (eventId) => attempt(async () => ok(await held(eventId))),
    rebuild: (eventId) =>
      attempt(async () => {
        let rescued = 0;
        const refill = await events.detach(eventId);
        try {
          await manager.restart(eventId, async () => {
            rescued = await rescue(deps, pool, userId, eventId);
          });
        } finally {
          await refill();
        }
        return ok({ rescued });
      }),
    async fit() {
      for (const eventId of pool.known()) {
        const refill = await events.detach(eventId, true);
        await manager
          .restart(eventId, async () => void (await fitOne(eventId)))
          .finally(() => {
            // Its pull may have to wait for a network; nothing else need wait for it.
            void refill().catch(deps.report);
          });
      }
    },
    async deliver() {
      let left = 0;
      for (const eventId of pool.known()) {
        const { db, release } = await pool.open(eventId);
        const remote = createRemote(http, eventId);
        try {
          const scope = scopeOf(user()?.role ?? 'host');
          left += await deliver({ deps, db: db.life(), remote, clock, userId, scope }, stopped.signal);
        } finally {
          await release();
        }
      }
      return left === 0;
    },
    async stop() {
      stopped.abort();
      stopList();
      await stopManager();
      await events.closeAll();
      await pool.closeAll();
      stopCentral();
      await centralDb.close();
    },
  };
}

/** The list of events is the server's and can be fetched anew: a damaged copy is simply replaced. */
async function openCentral(deps: Deps, userId: string): Promise<LocalDatabase> {
  const name = centralName(userId);
  try {
    return await openLocal(deps, name);
  } catch (error) {
    // It is whole, and without a network nothing else says which events there are.
    if (failureOf(error).code === 'storage_full') throw error;
    deps.report(error);
    await deps.removeDatabase(name);
    return openLocal(deps, name);
  }
}
