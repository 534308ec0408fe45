import { z } from 'zod';
import { DB_BASE } from '#api/schemas.ts';
import { canonical } from '#domain/canonical.ts';
import { CENTRAL_DOC_ID, centralEvents, type CentralEvent } from '#domain/documents/event.ts';
import type { AnyDoc, Deps } from '../deps.ts';
import { DataFailure, failureOf, isConflict, isMissing, isUnreachable } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Http } from '../net/http.ts';
import { LONG_POLL_MS } from '../net/remote.ts';
import { createCell, type Cell } from '../signal.ts';
import type { DatabaseSync } from '../types.ts';
import { blankStatus } from './blankStatus.ts';
import { createBackoff, delay } from './backoff.ts';

/**
 * The events this user may see (SYNC-04): the server's projection of `central`, kept in a local database so that Home
 * works at a cold start without network.
 */
export interface Central {
  readonly events: Cell<readonly CentralEvent[] | null>;
  readonly status: Cell<DatabaseSync>;
  /** Reads the local copy and follows what other tabs write to it; returns the stop. */
  start(): Promise<() => void>;
  /** Asks the server now. Throws when it cannot be reached. */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Follows the server until stopped; for the leading tab. Never throws. */
  run(signal: AbortSignal): Promise<void>;
  wake(): void;
}

const changesReply = z.object({ results: z.array(z.unknown()), last_seq: z.union([z.number(), z.string()]) });

export interface CentralContext {
  deps: Deps;
  http: Http;
  db: LocalDatabase;
  /** The list changed, so rights may have: asks who the user is now. */
  onChanged(signal?: AbortSignal): Promise<void>;
}

export function createCentral({ deps, http, db, onChanged }: CentralContext): Central {
  const events = createCell<readonly CentralEvent[] | null>(null, deps.report);
  const status = createCell<DatabaseSync>(blankStatus('central', 'full'), deps.report);
  const backoff = createBackoff(deps);
  let nudge = new AbortController();
  const tell = (change: Partial<DatabaseSync>): void => status.set({ ...status.get(), ...change });

  async function readLocal(): Promise<void> {
    try {
      accept(await db.use((pouch) => pouch.get(CENTRAL_DOC_ID)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  function accept(doc: unknown): boolean {
    const parsed = centralEvents.safeParse(doc);
    if (!parsed.success) return false;
    tell({ localDocs: 1, complete: true });
    const changed = canonical(parsed.data.events) !== canonical(events.get());
    if (changed) events.set(parsed.data.events);
    return changed;
  }

  async function save(list: readonly CentralEvent[]): Promise<void> {
    for (;;) {
      try {
        const old = await db
          .use((pouch) => pouch.get(CENTRAL_DOC_ID))
          .catch((error: unknown) => {
            if (isMissing(error)) return null;
            throw error;
          });
        if (old !== null && canonical((old as AnyDoc)['events']) === canonical(list)) return;
        await db.use((pouch) =>
          pouch.put({
            _id: CENTRAL_DOC_ID,
            type: 'events',
            events: list,
            ...(old === null ? {} : { _rev: old._rev }),
          }),
        );
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
    const known = events.get() !== null;
    const changed = accept(doc);
    const list = events.get();
    if (list !== null) await save(list);
    tell({ remoteDocs: 1, lastExchange: deps.wall() });
    if (changed && known) await onChanged(signal);
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const first = await changes('0', false, signal);
    let since = String(first.last_seq);
    await refresh(signal);
    await onChanged(signal);
    for (;;) {
      tell({ state: 'synced', error: null, lastExchange: deps.wall() });
      backoff.reset();
      const reply = await changes(since, true, signal);
      signal.throwIfAborted();
      since = String(reply.last_seq);
      if (reply.results.length > 0) {
        await refresh(signal);
        await onChanged(signal);
      }
    }
  }

  async function changes(
    since: string,
    wait: boolean,
    signal: AbortSignal,
  ): Promise<z.infer<typeof changesReply>> {
    const query = new URLSearchParams({ since });
    if (wait) {
      query.set('feed', 'longpoll');
      query.set('timeout', String(LONG_POLL_MS));
    }
    const reply = await http.request(`${DB_BASE}/central/_changes?${query.toString()}`, {
      signal,
      ...(wait ? { timeout: LONG_POLL_MS + 10_000, waits: true } : {}),
    });
    const parsed = changesReply.safeParse(reply);
    if (!parsed.success) throw new DataFailure({ code: 'unknown', message: 'unexpected reply to _changes' });
    return parsed.data;
  }

  return {
    events,
    status,
    refresh,
    async start() {
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
        const either = AbortSignal.any([signal, nudge.signal]);
        try {
          tell({ state: 'syncing' });
          await follow(either);
        } catch (error) {
          if (signal.aborted) break;
          if (nudge.signal.aborted) continue;
          if (error instanceof DataFailure && error.status === 401) break;
          const { code } = failureOf(error);
          const unreachable = isUnreachable(code);
          if (!unreachable) deps.report(error);
          tell({ state: unreachable ? 'offline' : 'attention', error: code });
          await delay(deps, backoff.next(), either);
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
