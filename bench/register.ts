import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADMIN } from '../e2e/support/foyer.ts';
import { login, type Api } from '../e2e/support/http.ts';
import type { Registration } from './register/child.ts';
import { figure, percentile, type Figure } from './support/report.ts';
import { seedEvent } from './support/seed.ts';

const ENTRIES = 5000;
const A_SECOND = 100;
const SECONDS = 30;
const REWRITTEN = 200;
/** How long the worker may take until the session says everything, ms. */
const PATIENCE = 120_000;

/**
 * A hundred new guests a second register for a session of 5,000 through the server, for 30 seconds: bytes that the server
 * writes for each, the folds of its worker and the history among them, and ms until each is durable; how many are missing
 * afterwards. Baseline, in the same process: client and consumer written, then the session read and rewritten, one guest
 * after the other, as fast as it goes; the worker at work as well. Embedded storage.
 */
export default async function register(emit: (figure: Figure) => void): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const env = { ...process.env, COUCHDB_URL: undefined, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const admin = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
  const path = fileURLToPath(new URL('./register/child.ts', import.meta.url));
  const child = fork(path, { env: { ...env, ...admin } });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    const api = await login(url, ADMIN.username, ADMIN.password);
    const pid = child.pid ?? 0;
    const sample = { clients: ENTRIES, sessions: 1, entriesPerSession: ENTRIES };
    const [mine, theirs] = [await seedEvent(api, sample), await seedEvent(api, sample)];
    await still(pid);

    const before = await written(pid);
    const times = await storm(url, { eventId: mine.eventId, input: guest(mine.sessionIds) });
    const { folded, read } = await foldedEntries(api, mine, ENTRIES + times.length);
    await still(pid);
    const ours = ((await written(pid)) - before - read) / times.length;

    const start = await written(pid);
    const rewriting: number[] = [];
    for (let index = 0; index < REWRITTEN; index++) {
      rewriting.push(
        await post(url, 'rewrite', { eventId: theirs.eventId, input: guest(theirs.sessionIds) }),
      );
    }
    await still(pid);
    const baseline = ((await written(pid)) - start) / REWRITTEN;

    const baselineName = 'rewriting the session document';
    const one = { bench: 'register', baselineName };
    const bytes = figure({ ...one, measure: 'written for each', ours, baseline, unit: 'bytes' });
    emit({ ...bytes, target: '20 times fewer', reached: (bytes.ratio ?? 0) >= 20 });
    const p95 = { ours: percentile(times, 95), baseline: percentile(rewriting, 95) };
    emit(figure({ ...one, measure: `p95 at ${A_SECOND} a second`, ...p95, unit: 'ms' }));
    const lost = ENTRIES + times.length - folded;
    emit({
      ...figure({ ...one, measure: `lost of ${times.length}`, ours: lost, baseline: NaN, unit: 'lost' }),
      target: 'nothing lost',
      reached: lost === 0 && times.length === A_SECOND * SECONDS,
    });
  } finally {
    agent.destroy();
    child.kill();
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

const guest = (sessionIds: readonly string[]): Registration['input'] => ({
  fields: {
    ...{ title: null, forename: 'Mary', surname: 'Shelley', number: '', company: '', category: 'indiv' },
    ...{ language: 'en', email: 'mary@example.com', phone: '', notes: '' },
  },
  address: null,
  registrations: sessionIds.map((sessionId) => ({ sessionId, placement: null, checkInTime: null })),
});

/** Whatever the answers take, the next ones come when it is their time. */
async function storm(url: string, registration: Registration): Promise<number[]> {
  const begin = performance.now();
  const all: Promise<number>[] = [];
  for (let index = 0; index < A_SECOND * SECONDS; index++) {
    const wait = begin + (index * 1000) / A_SECOND - performance.now();
    if (wait > 0) await delay(wait);
    all.push(post(url, 'register', registration));
  }
  return Promise.all(all);
}

/** Connections as a reverse proxy keeps them: who finds none free waits, and that counts. */
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** ms until it is durable. */
async function post(url: string, way: 'register' | 'rewrite', body: Registration): Promise<number> {
  const start = performance.now();
  const headers = { 'content-type': 'application/json' };
  const sent = request(`${url}/bench/${way}`, { method: 'POST', agent, headers });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const reply = (await json(response)) as { ok?: boolean };
  if (reply.ok !== true) throw new Error(JSON.stringify(reply));
  return performance.now() - start;
}

/**
 * How many entries the stored session has, once it has as many as it should, or patience ends; and the bytes of the answers
 * that told it, which nobody else would have asked for.
 */
async function foldedEntries(
  api: Api,
  { dbName, sessionIds }: { dbName: string; sessionIds: readonly string[] },
  wanted: number,
): Promise<{ folded: number; read: number }> {
  const end = Date.now() + PATIENCE;
  for (let read = 0; ;) {
    const { body } = await api.call('GET', `/db/${dbName}/${sessionIds[0] ?? ''}`);
    const { length } = (body as { clients: unknown[] }).clients;
    read += JSON.stringify(body).length;
    if (length >= wanted || Date.now() > end) return { folded: length, read };
    await delay(5000);
  }
}

/** Bytes that the process has handed to the operating system. */
async function written(pid: number): Promise<number> {
  return Number(/wchar: (\d+)/.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** Waits until it writes next to nothing: the worker has caught up. */
async function still(pid: number): Promise<void> {
  for (let before = -Infinity, now = await written(pid); now - before > 50_000;) {
    await delay(4000);
    [before, now] = [now, await written(pid)];
  }
}
