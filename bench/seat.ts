import { setTimeout as delay } from 'node:timers/promises';
import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { login, writeDocs, type Api } from '../e2e/support/http.ts';
import type { EntryChange } from '../src/domain/documents/entrychange.ts';
import { entryChangePrefix } from '../src/domain/ids.ts';
import type { Placement, Session } from '../src/domain/documents/session.ts';
import { openBench } from './support/browser.ts';
import { quiet, startProxy } from './support/countingProxy.ts';
import { figure, median, percentile, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const ENTRIES = 5000;
const MOVES = 200;
const SENT = 20;
/** A floor manager seats a guest a second. */
const PACE = 1000;
const NAIVE = 60;

/**
 * One guest of a session of 5,000 entries is moved, in Chromium: ms until that is durable on the device, and bytes between
 * device and server until both wait again, in both directions, with the folded session, by twenty moves of one a second.
 * Baseline: the session document read, changed and written, and pushed by PouchDB's replicator.
 */
export default async function seat(emit: (figure: Figure) => void): Promise<void> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  const proxy = await startProxy(foyer.port);
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { eventId, dbName, sessionIds } = await seedEvent(api, {
      ...{ clients: ENTRIES, sessions: 1, entriesPerSession: ENTRIES },
    });
    const sessionId = sessionIds[0] ?? '';
    const free = await seatAll(api, dbName, sessionId);
    const bench = await openBench(proxy.url);
    await bench.call('naiveReplica', `${proxy.url}/db/${dbName}`, api.token, sessionId);
    const pushed: number[] = [];
    for (let index = 0; index < SENT; index++) {
      proxy.reset();
      await bench.call('naivePush', sessionId, index);
      pushed.push(proxy.sent + proxy.received);
    }
    await bench.call('openEvent', ADMIN.username, ADMIN.password, eventId);
    await bench.call('settled');
    await quiet(proxy);
    proxy.reset();
    for (let index = 0; index < SENT; index += 2) {
      await bench.call('seatMoves', sessionId, free, index, 2);
      await delay(2 * PACE);
    }
    await bench.call('settled');
    await folded(api, dbName, sessionId, SENT);
    await quiet(proxy);
    const bytes = (proxy.sent + proxy.received) / SENT;
    const ours = (await bench.call('seatMoves', sessionId, free, SENT, MOVES)).slice(20);
    await bench.call('settled');
    const naive = (await bench.call('naiveCheckIns', ENTRIES, NAIVE + 5)).slice(5);
    await bench.close();
    const baselineName = 'rewriting the session document';
    for (const p of [50, 95]) {
      const parts = figure({
        ...{ bench: 'seat', measure: `p${p}`, unit: 'ms', baselineName },
        ...{ ours: percentile(ours, p), baseline: percentile(naive, p) },
      });
      emit({ ...parts, target: '10 times faster', reached: (parts.ratio ?? 0) >= 10 });
    }
    const parts = figure({
      ...{ bench: 'seat', measure: 'on the air', unit: 'bytes', baselineName },
      ...{ ours: bytes, baseline: median(pushed) },
    });
    emit({ ...parts, target: '100 times fewer', reached: (parts.ratio ?? 0) >= 100 });
  } finally {
    await proxy.close();
    await foyer.dispose();
  }
}

/** Resolves when the server's session says what so many acts say. */
async function folded(api: Api, dbName: string, sessionId: string, count: number): Promise<void> {
  const range = new URLSearchParams({
    startkey: JSON.stringify(entryChangePrefix(sessionId)),
    endkey: JSON.stringify(`${entryChangePrefix(sessionId)}\ufff0`),
  });
  const { body } = await api.call('GET', `/db/${dbName}/_all_docs?${range.toString()}&include_docs=true`);
  const acts = (body as { rows: { doc: EntryChange }[] }).rows.map(({ doc }) => doc);
  if (acts.length !== count) throw new Error(`${acts.length} acts of ${count} have come`);
  const newest = Math.max(...acts.map(({ time }) => time));
  for (;;) {
    const session = (await api.call('GET', `/db/${dbName}/${sessionId}`)).body as Session;
    if (session.clients.some(({ updatedTime }) => updatedTime === newest)) return;
    await delay(500);
  }
}

const SEATS = 10;

/** Gives everybody a seat at tables of ten; resolves with one that stays free. */
async function seatAll(api: Api, dbName: string, sessionId: string): Promise<Placement> {
  const { body } = await api.call('GET', `/db/${dbName}/${sessionId}`);
  const session = body as Session;
  const tables = Array.from({ length: Math.ceil(session.clients.length / SEATS) + 1 }, (_, index) => [
    `t${index}`,
    {
      ...{ type: 'circle', number: index, seats: SEATS, rotation: 0, scale: 1 },
      position: { x: 100 * (index % 25), y: 100 * Math.floor(index / 25) },
    },
  ]);
  const state = { nextTableIndex: tables.length, tables: Object.fromEntries(tables) as object };
  const clients = session.clients.map((entry, index) => ({
    ...entry,
    placement: { tableId: `t${Math.floor(index / SEATS)}`, seatIndex: index % SEATS, onTable: false },
  }));
  await writeDocs(api, dbName, [{ ...session, plan: { ratio: 1.6, state }, clients }]);
  return { tableId: `t${tables.length - 1}`, seatIndex: 0, onTable: false };
}
