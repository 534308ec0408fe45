import { z } from 'zod';
import { DB_BASE } from '#api/wire.ts';
import { canonical } from '#domain/canonical.ts';
import { CENTRAL_DOC_ID, centralEvent, centralEvents, type CentralEvent } from '#domain/documents/event.ts';
import type { AnyDoc, Deps } from '../deps.ts';
import { DataFailure, failureOf, isConflict, isMissing, isUnreachable } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Http } from '../net/http.ts';
import { LONG_POLL_MS } from '../net/remote.ts';
import { createCell, type Cell } from '../signal.ts';
import type { DatabaseSync } from '../types.ts';
import { linked } from './abort.ts';
import { blankStatus } from './blankStatus.ts';
import { createBackoff, delay } from './backoff.ts';
import { changesReply, createCentralLife, type ChangesAsked, type ChangesReply } from './centralLife.ts';

/**
 * The events this user may see (SYNC-04): the server's projection of `central`, kept in a local database so that Home
 * works at a cold start without network.
 */
export interface Central {
  readonly events: Cell<readonly CentralEvent[] | null>;
  /**
   * Events that the server no longer lists since it was put back to an earlier state (decision 14): nobody took them
   * away, so what this device holds of them stays.
   */
  readonly missing: Cell<readonly CentralEvent[]>;
  readonly status: Cell<DatabaseSync>;
  /** Reads the local copy and follows what other tabs write to it; returns the stop. */
  start(): Promise<() => void>;
  /** Asks the server now. Throws when it cannot be reached. */
  refresh(signal?: AbortSignal): Promise<void>;
  /** A missing event is given up: this device has nothing of it any more to give back. Other tabs hear of it. */
  giveUp(eventId: string): Promise<void>;
  /** Follows the server until stopped; for the leading tab. Never throws. */
  run(signal: AbortSignal): Promise<void>;
  wake(): void;
}

/** When the server was last heard, ms; kept, so that a start without network need not say 'never'. */
const HEARD = 'heard';
const heardDoc = z.object({ at: z.number() });

/** The part of the local list that is this device's own. */
const missingEvents = z.object({ missing: z.array(centralEvent).default([]) });

export interface CentralContext {
  deps: Deps;
  http: Http;
  db: LocalDatabase;
  /** The list changed, so rights may have: asks who the user is now. */
  onChanged(signal?: AbortSignal): Promise<void>;
}

export function createCentral({ deps, http, db, onChanged }: CentralContext): Central {
  const events = createCell<readonly CentralEvent[] | null>(null, deps.report);
  const missing = createCell<readonly CentralEvent[]>([], deps.report);
  const life = createCentralLife(db, changes);
  const status = createCell<DatabaseSync>(blankStatus('central', 'full'), deps.report);
  const backoff = createBackoff(deps);
  let nudge = new AbortController();
  const tell = (change: Partial<DatabaseSync>): void => status.set({ ...status.get(), ...change });

  async function heard(): Promise<void> {
    const at = deps.wall();
    tell({ lastExchange: at });
    // Only for show: a full storage must not keep the list from coming.
    await db.writeLocal(HEARD, { at }).catch(deps.report);
  }

  async function readLocal(): Promise<void> {
    try {
      accept(await db.use((pouch) => pouch.get(CENTRAL_DOC_ID)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  function accept(doc: unknown): void {
    const list = centralEvents.safeParse(doc);
    if (!list.success) return;
    const own = missingEvents.safeParse(doc);
    tell({ localDocs: 1, complete: true });
    // First what is kept: who hears of the list deletes what is on neither.
    setIfOther(missing, own.success ? own.data.missing : []);
    setIfOther(events, list.data.events);
  }

  async function save(list: readonly CentralEvent[], lost: readonly CentralEvent[]): Promise<void> {
    const next = { _id: CENTRAL_DOC_ID, type: 'events', events: list, missing: lost };
    for (;;) {
      try {
        const old = await db
          .use((pouch) => pouch.get(CENTRAL_DOC_ID))
          .catch((error: unknown) => {
            if (isMissing(error)) return null;
            throw error;
          });
        const same = (key: 'events' | 'missing') => canonical((old as AnyDoc)[key]) === canonical(next[key]);
        if (old !== null && same('events') && same('missing')) return;
        await db.use((pouch) => pouch.put({ ...next, ...(old === null ? {} : { _rev: old._rev }) }));
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }

  async function refresh(signal?: AbortSignal): Promise<void> {
    const doc = await http.request(
      `${DB_BASE}/central/${CENTRAL_DOC_ID}`,
      signal === undefined ? {} : { signal },
    );
    const list = centralEvents.safeParse(doc);
    if (!list.success) throw new DataFailure({ code: 'unknown', message: 'unexpected list of events' });
    // Asked after the list: if that is already the one of another life, this says so.
    const now = await life.ask(signal);
    const before = events.get();
    const listed = new Set(list.data.events.map(({ id }) => id));
    const gone = now.broken ? (before ?? []) : [];
    const lost = [...missing.get(), ...gone].filter(({ id }) => !listed.has(id));
    accept({ ...list.data, missing: lost });
    await save(list.data.events, lost);
    await life.note(now.life);
    tell({ remoteDocs: 1 });
    await heard();
    if (before !== null && canonical(before) !== canonical(list.data.events)) await onChanged(signal);
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const first = await changes({ since: '0' }, signal);
    let since = String(first.last_seq);
    await refresh(signal);
    await onChanged(signal);
    for (;;) {
      tell({ state: 'synced', error: null });
      await heard();
      backoff.reset();
      const reply = await changes({ since, wait: true }, signal);
      signal.throwIfAborted();
      since = String(reply.last_seq);
      if (reply.results.length > 0) {
        await refresh(signal);
        await onChanged(signal);
      }
    }
  }

  async function changes(
    { since, epoch, wait = false }: ChangesAsked,
    signal?: AbortSignal,
  ): Promise<ChangesReply> {
    const query = new URLSearchParams({ since });
    if (epoch !== undefined) query.set('epoch', epoch);
    if (wait) {
      query.set('feed', 'longpoll');
      query.set('timeout', String(LONG_POLL_MS));
    }
    const reply = await http.request(`${DB_BASE}/central/_changes?${query.toString()}`, {
      ...(signal === undefined ? {} : { signal }),
      ...(wait ? { timeout: LONG_POLL_MS + 10_000, waits: true } : {}),
    });
    const parsed = changesReply.safeParse(reply);
    if (!parsed.success) throw new DataFailure({ code: 'unknown', message: 'unexpected reply to _changes' });
    return parsed.data;
  }

  return {
    events,
    missing,
    status,
    refresh,
    async giveUp(eventId) {
      const lost = missing.get().filter(({ id }) => id !== eventId);
      await save(events.get() ?? [], lost);
      setIfOther(missing, lost);
    },
    async start() {
      tell({ lastExchange: heardDoc.safeParse(await db.readLocal(HEARD)).data?.at ?? null });
      await readLocal();
      let feed: { cancel(): void } | null = null;
      await db.use((pouch) => {
        feed = pouch
          .changes({ since: 'now', live: true, return_docs: false })
          .on('change', () => void readLocal().catch(deps.report))
          .on('error', deps.report);
        return Promise.resolve();
      });
      return () => feed?.cancel();
    },
    async run(signal) {
      while (!signal.aborted) {
        nudge = new AbortController();
        const either = linked(signal, nudge.signal);
        try {
          tell({ state: 'syncing' });
          await follow(either.signal);
        } catch (error) {
          if (signal.aborted) break;
          if (nudge.signal.aborted) continue;
          if (error instanceof DataFailure && error.status === 401) break;
          const { code } = failureOf(error);
          const unreachable = isUnreachable(code);
          if (!unreachable) deps.report(error);
          tell({ state: unreachable ? 'offline' : 'attention', error: code });
          await delay(deps, backoff.next(), either.signal);
        } finally {
          either.release();
        }
      }
      tell({ state: 'paused' });
    },
    wake() {
      backoff.reset();
      nudge.abort();
    },
  };
}

function setIfOther<T>(cell: Cell<T>, value: T): void {
  if (canonical(value) !== canonical(cell.get())) cell.set(value);
}
