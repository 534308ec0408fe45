/*
 * What the browser benches run inside the page: our data layer, and PouchDB with its defaults as the baseline. Built
 * by bench/support/browser.ts and served from the server's own origin.
 */
import PouchDB from 'pouchdb-browser';
import { createClock } from '#domain/devices/clock.ts';
import type { Placement, Session } from '#domain/documents/session.ts';
import { browserDeps } from '#data/browser.ts';
import { createAppData } from '#data/index.ts';
import { openLocal } from '#data/local/database.ts';
import { createHttp } from '#data/net/http.ts';
import { createRemote } from '#data/net/remote.ts';
import { createOutbox } from '#data/sync/outbox.ts';
import { createLedger } from '#data/sync/ledger.ts';
import { createPull } from '#data/sync/pull.ts';
import type { AppData, OpenEvent } from '#data/types.ts';
import { naiveSession } from '../support/naiveSession.ts';
import { naiveScan } from './naiveScan.ts';

const unique = () => Math.random().toString(36).slice(2);

/** First pull as the app does it; ms until every document is durable here, and how many there are. */
async function pullOurs(eventId: string, token: string): Promise<{ ms: number; docs: number }> {
  const deps = browserDeps((error) => console.error(error));
  const http = createHttp(deps, {
    token: () => token,
    onUnauthorized: () => Promise.resolve(false),
    onCodesFirst: () => undefined,
    onDoorOver: () => Promise.resolve(),
    deviceId: 'bench',
    onOffset: () => undefined,
  });
  const clock = createClock({ wall: deps.wall });
  const start = performance.now();
  const db = await openLocal(deps, `bench-ours-${unique()}`);
  const outbox = createOutbox(db, deps.report);
  const ledger = createLedger(db, deps.report);
  const remote = createRemote(http, eventId);
  const resend = (): Promise<void> => Promise.resolve();
  const pull = createPull({ deps, db, remote, outbox, ledger, clock, scope: 'all', resend });
  await pull.load();
  await pull.first('full', new AbortController().signal);
  const ms = performance.now() - start;
  const docs = (await db.use((pouch) => pouch.info())).doc_count;
  await db.destroy();
  return { ms, docs };
}

/** The same with `replicate.from` and PouchDB's defaults. */
async function pullBaseline(dbName: string, token: string): Promise<{ ms: number; docs: number }> {
  const start = performance.now();
  const local = new PouchDB(`bench-baseline-${unique()}`);
  const remote = new PouchDB(`${location.origin}/db/${dbName}`, {
    skip_setup: true,
    fetch: (url, options) => {
      const headers = new Headers(options?.headers);
      headers.set('authorization', `Bearer ${token}`);
      return PouchDB.fetch(url, { ...options, headers });
    },
  });
  await local.replicate.from(remote);
  const ms = performance.now() - start;
  const docs = (await local.info()).doc_count;
  await local.destroy();
  return { ms, docs };
}

let data: AppData | null = null;
let open: OpenEvent | null = null;

/** Logs in and opens the event as the app does, with the sync manager running. */
async function openEvent(username: string, password: string, eventId: string): Promise<void> {
  data = createAppData(browserDeps((error) => console.error(error)));
  data.start();
  const login = await data.login.login(username, password);
  if (!login.ok) throw new Error(login.error.code);
  const opened = await data.openEvent(eventId);
  if (!opened.ok) throw new Error(opened.error.code);
  open = opened.value;
}

const opened = (): OpenEvent => {
  if (open === null) throw new Error('no event is open');
  return open;
};

/** Checks in the given entries one after another; ms until each was durable on this device. */
async function checkIns(sessionId: string, from: number, count: number): Promise<number[]> {
  const { store, repository } = opened();
  const entries = store.session(sessionId)?.clients.slice(from, from + count) ?? [];
  const samples: number[] = [];
  for (const { clientId } of entries) {
    const start = performance.now();
    const result = await repository.checkIn(sessionId, clientId, 'list');
    samples.push(performance.now() - start);
    if (!result.ok) throw new Error(result.error.code);
  }
  return samples;
}

/** Moves seated guests to a free seat and back, one move after another; ms until each was durable here. */
async function seatMoves(sessionId: string, free: Placement, from: number, count: number): Promise<number[]> {
  const { store, repository } = opened();
  const seated = store.session(sessionId)?.clients.filter(({ placement }) => placement != null) ?? [];
  const samples: number[] = [];
  for (const { clientId, placement } of seated.slice(from, from + Math.ceil(count / 2))) {
    for (const to of [free, placement ?? null]) {
      const start = performance.now();
      const result = await repository.placeClient(sessionId, clientId, to);
      samples.push(performance.now() - start);
      if (!result.ok) throw new Error(result.error.code);
    }
  }
  return samples;
}

/** Resolves when the server has acknowledged everything. */
async function settled(): Promise<void> {
  const { sync } = opened();
  await new Promise<void>((resolve) => {
    const look = (): boolean => {
      if (sync.get().waiting > 0 || sync.get().state !== 'synced') return false;
      resolve();
      return true;
    };
    if (look()) return;
    const stop = sync.subscribe(() => {
      if (look()) stop();
    });
  });
}

type NaiveDatabase = PouchDB.Database<{ clients: Session['clients'] }>;

/** The naive way: read the session document, set the entry's time, write the document. ms for each. */
async function naiveCheckIns(entries: number, count: number): Promise<number[]> {
  const db: NaiveDatabase = new PouchDB(`bench-naive-${unique()}`, { auto_compaction: true });
  await db.put(naiveSession(entries));
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await naiveCheckIn(db, index);
    samples.push(performance.now() - start);
  }
  await db.destroy();
  return samples;
}

async function naiveCheckIn(db: NaiveDatabase, index: number): Promise<void> {
  const session = await db.get('session_naive');
  const entry = session.clients[index];
  if (entry !== undefined) {
    entry.checkInTime = Date.now();
    entry.updatedTime = Date.now();
  }
  await db.put(session);
}

let naive: { db: NaiveDatabase; remote: PouchDB.Database } | null = null;

/** Prepares the baseline of the bytes: the session document on both sides. */
async function naiveReplica(url: string, token: string, sessionId: string): Promise<void> {
  const remote = new PouchDB(url, {
    skip_setup: true,
    fetch: (to, options) => {
      const headers = new Headers(options?.headers);
      headers.set('authorization', `Bearer ${token}`);
      return PouchDB.fetch(to, { ...options, headers });
    },
  });
  const db: NaiveDatabase = new PouchDB(`bench-bytes-${unique()}`, { auto_compaction: true });
  await db.replicate.from(remote, { doc_ids: [sessionId] });
  naive = { db, remote };
}

/** One check-in the naive way, and its push. */
async function naivePush(sessionId: string, index: number): Promise<void> {
  if (naive === null) throw new Error('naiveReplica first');
  const session = await naive.db.get(sessionId);
  const entry = session.clients[index];
  if (entry !== undefined) entry.updatedTime = Date.now();
  await naive.db.put(session);
  const { seq } = (await naive.db.changes({ descending: true, limit: 1 })).results[0] ?? { seq: 0 };
  await naive.db.replicate.to(naive.remote, { since: Number(seq) - 1 });
}

const bench = {
  pullOurs,
  pullBaseline,
  openEvent,
  checkIns,
  seatMoves,
  settled,
  naiveCheckIns,
  naiveReplica,
  naivePush,
  naiveScan,
};
export type BenchPage = typeof bench;
Object.assign(globalThis, { bench });
