import type { Clock } from '#domain/devices/clock.ts';
import type { CopyMode } from '#domain/devices/light.ts';
import type { CopyScope } from '#domain/rights/reach.ts';
import type { Deps } from '../deps.ts';
import { DataFailure, failureOf, isUnreachable } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import { readPushed } from '../local/positions.ts';
import type { Remote, WireDoc } from '../net/remote.ts';
import type { Cell } from '../signal.ts';
import type { DatabaseSync } from '../types.ts';
import { linked, until } from './abort.ts';
import { createBackoff, delay } from './backoff.ts';
import { asUnsynchronized } from './eventStatus.ts';
import { createLedger } from './ledger.ts';
import { createOutbox } from './outbox.ts';
import { createPull } from './pull.ts';
import { pushAll, pushWaiting } from './push.ts';
import { createStanding } from './standing.ts';
import { followTemplates } from './templatesLoop.ts';

/** A check-in leaves after this pause, ms; what is written meanwhile goes with it. */
const PUSH_PAUSE_MS = 30;
/** The same while act follows act: fewer and larger requests leave the device to whoever acts, ms. */
const BURST_PAUSE_MS = 150;
/** A device without network tries in vain at least this seldom, ms: `navigator.onLine` may be wrong. */
const OFFLINE_RETRY_MS = 20_000;
/** What the server refuses as a whole is tried again at most this often, ms. */
const DENIED_RETRY_MS = 3000;

export interface EventSyncContext {
  deps: Deps;
  eventId: string;
  userId: string;
  db: LocalDatabase;
  remote: Remote;
  clock: Clock;
  mode: CopyMode;
  scope: CopyScope;
  /** 403 or 404: perhaps this event is no more for this user. Called at each try. */
  onDenied(): void;
  /** Everything was exchanged; called after each round that ended well. */
  onSettled?(): void;
  onWritten?(docs: readonly WireDoc[]): void;
}

/** The exchange between one event's local database and the server, run by the one tab that leads. */
export interface EventSync {
  readonly status: Cell<DatabaseSync>;
  /** Positions, ledger and waiting changes from the local database. To be called first. */
  load(): Promise<void>;
  /** One whole round: first pull if needed, all changes here, all changes there. Throws what stopped it. */
  round(signal: AbortSignal): Promise<void>;
  /** Keeps exchanging until stopped; never throws. Resolves when it has let go of the database. */
  run(signal: AbortSignal): Promise<void>;
  /** Tries at once what would wait: after `online`, on request. */
  wake(): void;
  retryRefused(): void;
  /** Resolves when the current attempt ended, well or not. */
  nextEnd(): Promise<void>;
  readonly waiting: number;
}

export function createEventSync(context: EventSyncContext): EventSync {
  const { deps, eventId, db, remote, clock, mode, userId, scope } = context;
  const outbox = createOutbox(db, deps.report);
  const ledger = createLedger(db, deps.report);
  const pull = createPull({
    ...{ deps, db, remote, outbox, ledger, clock, scope, onWritten: context.onWritten },
    onCompare: () => enter('syncing'),
    async resend(documents, signal) {
      for (const { id, revs, seq } of documents) outbox.resend(id, revs, seq);
      await push(signal);
    },
  });
  const backoff = createBackoff(deps);
  const sending = { deps, db, remote, outbox, ledger, clock, userId, scope };
  const push = (signal: AbortSignal): Promise<void> => pushAll(sending, signal);

  const standing = createStanding({ deps, eventId, mode, db, outbox, ledger, pull });
  const { status, enter, countLocal, roundEnded } = standing;
  let nudge = new AbortController();

  /** The first pull of this mode, if it is still to come. */
  async function ensureCopy(signal: AbortSignal): Promise<void> {
    if (pull.has(mode)) return;
    // While it is tried again, a light copy still is not what it should be (SYNC-08).
    const upgrade = pull.marker.get().complete;
    enter(
      upgrade ? 'syncing' : 'pulling',
      upgrade && standing.error === 'unsynchronized_event' ? standing.error : null,
    );
    try {
      await pull.first(mode, signal);
    } catch (reason) {
      if (signal.aborted) throw reason;
      // A light copy that cannot become full must not hold back what was done on it.
      if (pull.marker.get().complete) await sendWaiting(signal);
      throw asUnsynchronized(reason, mode);
    }
    await countLocal();
  }

  async function sendWaiting(signal: AbortSignal): Promise<void> {
    try {
      await outbox.catchUp();
      await push(signal);
    } catch (reason) {
      deps.report(reason);
    }
  }

  async function pullToEnd(signal: AbortSignal): Promise<void> {
    while (await pull.once({ wait: false, signal })) signal.throwIfAborted();
  }

  async function round(signal: AbortSignal): Promise<void> {
    await ensureCopy(signal);
    enter('syncing');
    await outbox.catchUp();
    await push(signal);
    await pullToEnd(signal);
    await settled(signal);
  }

  async function settled(signal: AbortSignal): Promise<void> {
    standing.caughtUp = true;
    enter('synced');
    await countLocal();
    await standing.countRemote(signal);
    await outbox.save();
    backoff.reset();
    context.onSettled?.();
    // A round has two halves: while something waits, the push ends it.
    if (!outbox.ready) roundEnded();
  }

  async function pullLoop(signal: AbortSignal): Promise<void> {
    for (let more = false; ;) {
      more = await pull.once({ wait: !more, signal });
      signal.throwIfAborted();
      backoff.reset();
      if (more) continue;
      await settled(signal);
    }
  }

  async function pushLoop(signal: AbortSignal): Promise<void> {
    for (let pause = PUSH_PAUSE_MS; ;) {
      await until(() => outbox.ready, outbox.subscribe, signal);
      await delay(deps, pause, signal);
      signal.throwIfAborted();
      await pushWaiting(sending, signal);
      pause = outbox.ready ? BURST_PAUSE_MS : PUSH_PAUSE_MS;
      backoff.reset();
      if (standing.caughtUp && !outbox.ready) roundEnded();
    }
  }

  /** From the first exchange to the first failure. The other half ends with the one that failed. */
  async function session(outer: AbortSignal): Promise<never> {
    const { signal, abort, release } = linked(outer, nudge.signal);
    try {
      signal.throwIfAborted();
      standing.caughtUp = false;
      // A new connection: perhaps the server is a new one too.
      outbox.release();
      await ensureCopy(signal);
      enter('syncing');
      // An installed app first has everything of the server's (SYNC-06); a tab sends what it has at once.
      if (mode === 'full') await pullToEnd(signal);
      const first = pullFirst(signal);
      const halves = [first.then(() => pullLoop(signal)), pushLoop(signal)];
      if (mode === 'light' && scope === 'all')
        halves.push(followTemplates({ deps, pull, outbox, standing }, signal));
      try {
        await Promise.race(halves);
      } catch (reason) {
        // A full server takes nothing, and still tells what others do: it would hardly be heard, for what waits is refused at once.
        if (failureOf(reason).code === 'server_full') await first.catch(() => undefined);
        throw reason;
      } finally {
        abort();
        await Promise.allSettled(halves);
      }
      throw new Error('unreachable');
    } finally {
      release();
    }
  }

  async function pullFirst(signal: AbortSignal): Promise<void> {
    if (mode === 'light') await pullToEnd(signal);
    await settled(signal);
  }

  /** True when it is of no use to go on. */
  async function failed(reason: unknown, signal: AbortSignal): Promise<boolean> {
    standing.caughtUp = false;
    const status = reason instanceof DataFailure ? reason.status : 0;
    const { code } = failureOf(reason);
    if (status === 401) return true;
    if ((status === 403 && code !== 'codes_first') || status === 404) {
      enter('attention', status === 403 ? 'forbidden' : 'not_found');
      roundEnded();
      context.onDenied();
      // It need not be so: whoever hears of it asks the list of events, and stops this where that says the same.
      await wait(Math.max(DENIED_RETRY_MS, backoff.next()), signal);
      return false;
    }
    if (code === 'storage_broken') {
      enter('attention', code);
      return true;
    }
    if (code === 'storage_full') return !(await pushOnly(signal));
    const unreachable = isUnreachable(code);
    if (!unreachable) deps.report(reason);
    // What the device shows: a first full pull that failed says so, everything else that has no answer is offline.
    enter(unreachable ? 'offline' : 'attention', code);
    roundEnded();
    const patience = reason instanceof DataFailure ? (reason.retryAfter ?? 0) : 0;
    await wait(deps.page.online() ? Math.max(patience, backoff.next()) : OFFLINE_RETRY_MS, signal);
    return false;
  }

  /** No room for more: nothing is pulled, but what was done here still leaves. True when to try pulling again. */
  async function pushOnly(signal: AbortSignal): Promise<boolean> {
    enter('attention', 'storage_full');
    await push(signal).catch(() => undefined);
    await wait(backoff.next(), signal);
    return true;
  }

  async function wait(ms: number, signal: AbortSignal): Promise<void> {
    const either = linked(signal, nudge.signal);
    await delay(deps, ms, either.signal);
    either.release();
  }

  return {
    status,
    async load() {
      await pull.load();
      await ledger.load();
      // What came back into a copy that is still to be pulled waits already.
      if (!pull.marker.get().complete && (await readPushed(db)) !== null) await outbox.catchUp();
      await countLocal();
      standing.publish();
    },
    round: async (signal) => {
      try {
        await round(signal);
      } catch (reason) {
        const { code } = failureOf(reason);
        if (!signal.aborted) enter(isUnreachable(code) ? 'offline' : 'attention', code);
        throw reason;
      } finally {
        standing.publish();
      }
    },
    async run(signal) {
      let unfollow: (() => void) | null = null;
      try {
        while (!signal.aborted) {
          nudge = new AbortController();
          try {
            // The feed of local changes begins after a first pull, which would only wake it in vain.
            if (!pull.marker.get().complete) await ensureCopy(signal);
            unfollow?.();
            unfollow = await outbox.start();
            await session(signal);
          } catch (reason) {
            if (signal.aborted) break;
            if (nudge.signal.aborted) continue;
            if (await failed(reason, signal)) return;
          }
        }
        standing.caughtUp = false;
        enter('paused');
      } finally {
        unfollow?.();
        await outbox.save().catch(() => undefined);
        roundEnded();
      }
    },
    wake() {
      backoff.reset();
      nudge.abort();
    },
    retryRefused() {
      for (const { id, rev } of ledger.list.get()) outbox.again(id, rev);
    },
    nextEnd: standing.nextEnd,
    get waiting() {
      return outbox.size;
    },
  };
}
