import { batched, createCell, type Cell } from '../signal.ts';
import type { DatabaseSync } from '../types.ts';
import { blankStatus } from './blankStatus.ts';
import type { Central } from './central.ts';
import { openExchange, untilExchanged, type Exchange, type ExchangeParts } from './exchange.ts';
import { createInTurn } from './inTurn.ts';
import { startLeadership } from './leader.ts';
import { createTabs, WANT_EVERY_MS, type TabMessage } from './tabs.ts';

/** Which events of one user are synchronised on this device, by whom, and how they stand. */
export interface SyncManager {
  /** By id, 'central' too. */
  readonly databases: Cell<ReadonlyMap<string, DatabaseSync>>;
  /** Keeps the event in exchange until the returned function is called. */
  want(eventId: string): () => void;
  syncNow(eventId?: string): Promise<void>;
  retryRefused(eventId: string): void;
  /** Ends the exchange of one event, forgets how it stood, and starts it anew on the database that is then there. */
  restart(eventId: string, between: () => Promise<void>): Promise<void>;
  /** No exchange for this event until it is allowed again, whoever wants it. */
  deny(eventId: string): void;
  /** Access was taken away while so many changes were only here: they wait, and are not passed over in silence. */
  withhold(eventId: string, waiting: number): void;
  allow(eventId: string): void;
  /** Tells the other tabs that the copy is deleted on purpose. */
  forgotten(eventId: string): void;
  /** Rights changed: what was refused may pass now. */
  retryAllRefused(): void;
  /** Returns the stop, which resolves when every local database was let go. */
  start(): () => Promise<void>;
}

export interface ManagerContext extends ExchangeParts {
  userId: string;
  central: Central;
  /** The server says that this event is none of this user's any more. */
  onDenied(eventId: string): void;
  /** Another tab deletes the copy on purpose. */
  onForgotten(eventId: string): void;
  /** A round ended well, and nothing of the event waits. */
  onSettled(eventId: string): void;
}

export function createSyncManager(context: ManagerContext): SyncManager {
  const { deps, userId, pool, central } = context;
  const name = `foyer-sync-${userId}`;
  const tab = deps.newId();
  const databases = createCell<ReadonlyMap<string, DatabaseSync>>(new Map(), deps.report);
  const wants = new Map<string, number>();
  const running = new Map<string, Promise<Exchange | null>>();
  const held = new Set<string>();
  const inTurn = createInTurn();
  const denied = new Set<string>();
  /** Whose refused changes were tried again since this tab began: not each time that the page is seen again. */
  const retried = new Set<string>();
  /** When the browser deleted a copy under the open app, ms. */
  const lostAt = new Map<string, number>();
  let background: readonly string[] = [];
  let term: AbortSignal | null = null;
  let tabs: ReturnType<typeof createTabs> | null = null;

  const tell = batched(() => {
    if (term !== null) tabs?.post({ kind: 'status', databases: [...databases.get().values()] });
  });

  function setStatus(status: DatabaseSync): void {
    const known = lostAt.get(status.id);
    const told = known === undefined ? status : { ...status, lostAt: known };
    databases.set(new Map(databases.get()).set(status.id, told));
    tell();
  }

  function wanted(): Set<string> {
    const all = new Set([...wants.keys(), ...(tabs?.wanted() ?? []), ...background]);
    for (const id of denied) all.delete(id);
    return all;
  }

  function announce(): void {
    const said: TabMessage = { kind: 'want', tab, events: [...wants.keys()] };
    tabs?.post(said);
  }

  /** Starts and stops exchanges until they are those that are wanted; only for the leader. */
  function adjust(): void {
    const signal = term;
    if (signal === null || signal.aborted) return;
    const should = wanted();
    for (const id of should) if (!running.has(id) && !held.has(id)) running.set(id, begin(id, signal));
    for (const [id, starting] of running) {
      if (!should.has(id)) void starting.then((one) => one?.stop());
    }
  }

  /** Begins anew what ended because its database could not be opened: a browser that was just clearing it can a moment later. */
  function revive(): void {
    for (const [id, starting] of running) {
      void starting.then((one) => {
        const error = databases.get().get(id)?.error;
        if (one !== null && !(one.over && (error === 'storage_broken' || error === 'storage_full'))) return;
        if (running.get(id) !== starting) return;
        one?.stop();
        running.delete(id);
        adjust();
      });
    }
  }

  function begin(eventId: string, signal: AbortSignal): Promise<Exchange | null> {
    const opening = openExchange(context, eventId, signal, {
      onStatus: setStatus,
      onSettled(waiting) {
        // What waits may be one of a conflict's versions: the server has to see it, or nobody tells what of it was overruled.
        if (waiting === 0) context.onSettled(eventId);
        // Woken only to send what a former visit left behind.
        if (!background.includes(eventId) || waiting > 0) return;
        background = background.filter((id) => id !== eventId);
        adjust();
      },
      onLost() {
        lostAt.set(eventId, deps.wall());
        void restart(eventId, () => Promise.resolve()).catch(deps.report);
      },
      onEnded({ aborted, stopped }) {
        // What ended on its own stays as it is until the next term; what was stopped may start again.
        if (aborted) running.delete(eventId);
        if (stopped) adjust();
      },
    });
    if (!retried.has(eventId)) {
      retried.add(eventId);
      void opening.then(retryOnce);
    }
    return opening;
  }

  /** What it was refused for may be over since: a right that lacked, an archived session, a version of the app. */
  async function retryOnce(exchange: Exchange | null): Promise<void> {
    await exchange?.loaded;
    exchange?.sync.retryRefused();
  }

  async function lead(signal: AbortSignal): Promise<void> {
    term = signal;
    running.clear();
    tabs?.post({ kind: 'hello' });
    const unfollow = central.status.subscribe(() => setStatus(central.status.get()));
    background = pool.known().filter((id) => !held.has(id));
    adjust();
    try {
      await central.run(signal);
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve());
      });
    } finally {
      await Promise.all([...running.values()].map(async (starting) => (await starting)?.ended));
      running.clear();
      unfollow();
      term = null;
    }
  }

  function onMessage(said: TabMessage): void {
    if (said.kind === 'hello') announce();
    if (said.kind === 'forgotten') context.onForgotten(said.eventId);
    if (said.kind === 'status' && term === null) {
      databases.set(new Map(said.databases.map((status) => [status.id, status])));
    }
    if (term === null) return;
    if (said.kind === 'want') {
      adjust();
      tell();
    }
    if (said.kind === 'now') void syncNow(said.eventId ?? undefined);
    if (said.kind === 'retry') retry(said.eventId);
    if (said.kind === 'rebuilt') void restart(said.eventId, () => Promise.resolve());
  }

  async function each(
    eventId: string | undefined,
    work: (one: Exchange) => Promise<void> | void,
  ): Promise<void> {
    const chosen = [...running].filter(([id]) => eventId === undefined || id === eventId);
    await Promise.all(
      chosen.map(async ([, starting]) => {
        const one = await starting;
        if (one !== null) await work(one);
      }),
    );
  }

  async function syncNow(eventId?: string): Promise<void> {
    if (term === null) {
      tabs?.post({ kind: 'now', eventId: eventId ?? null });
      await untilExchanged(deps, databases, eventId);
      return;
    }
    central.wake();
    const forgotten = eventId !== undefined && !wants.has(eventId) ? want(eventId) : null;
    await each(eventId, async ({ sync, over, ended }) => {
      if (over) return;
      const end = sync.nextEnd();
      sync.wake();
      await Promise.race([end, ended]);
    });
    forgotten?.();
  }

  function retry(eventId?: string): void {
    void each(eventId, async ({ sync, loaded }) => {
      // One that has just begun, as after a change of role, does not know yet what was refused.
      await loaded;
      sync.retryRefused();
      sync.wake();
    });
  }

  function want(eventId: string): () => void {
    wants.set(eventId, (wants.get(eventId) ?? 0) + 1);
    announce();
    adjust();
    let given = true;
    return () => {
      if (!given) return;
      given = false;
      const left = (wants.get(eventId) ?? 1) - 1;
      if (left > 0) wants.set(eventId, left);
      else wants.delete(eventId);
      announce();
      adjust();
    };
  }

  /** What one deletes another could be reading, and such a read is never answered. */
  const restart = (eventId: string, between: () => Promise<void>): Promise<void> =>
    inTurn(eventId, () => restartNow(eventId, between));

  async function restartNow(eventId: string, between: () => Promise<void>): Promise<void> {
    held.add(eventId);
    const one = await (running.get(eventId) ?? null);
    one?.stop();
    await one?.ended;
    running.delete(eventId);
    const others = new Map(databases.get());
    if (others.delete(eventId)) databases.set(others);
    try {
      await between();
    } finally {
      held.delete(eventId);
      adjust();
      if (term === null) tabs?.post({ kind: 'rebuilt', eventId });
    }
  }

  return {
    databases,
    want,
    syncNow,
    retryRefused(eventId) {
      if (term === null) tabs?.post({ kind: 'retry', eventId });
      else retry(eventId);
    },
    deny(eventId) {
      denied.add(eventId);
      adjust();
    },
    withhold(eventId, waiting) {
      if (!denied.has(eventId)) return;
      setStatus({ ...blankStatus(eventId, context.mode), state: 'attention', error: 'forbidden', waiting });
    },
    allow(eventId) {
      if (!denied.delete(eventId)) return;
      // A copy that was kept for what is only there: it leaves now, whether somebody opens the event or not.
      if (pool.known().includes(eventId)) background = [...background, eventId];
      adjust();
    },
    forgotten: (eventId) => tabs?.post({ kind: 'forgotten', eventId }),
    retryAllRefused: () => retry(),
    restart,
    start() {
      tabs = createTabs(deps, name, onMessage);
      let ended: Promise<void> = Promise.resolve();
      const stopLeading = startLeadership(deps, name, (signal) => (ended = lead(signal)));
      const stopPage = deps.page.subscribe(() => {
        if (deps.page.visible() && deps.page.online()) void each(undefined, ({ sync }) => sync.wake());
        if (deps.page.visible()) revive();
        if (deps.page.online()) central.wake();
      });
      let timer: unknown;
      const repeat = (): void => {
        announce();
        adjust();
        revive();
        timer = deps.timers.set(repeat, WANT_EVERY_MS);
      };
      repeat();
      return async () => {
        deps.timers.clear(timer);
        stopPage();
        stopLeading();
        tabs?.post({ kind: 'want', tab, events: [] });
        tabs?.close();
        tabs = null;
        await ended.catch(() => undefined);
      };
    },
  };
}
