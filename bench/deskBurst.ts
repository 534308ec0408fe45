import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADMIN } from '../e2e/support/foyer.ts';
import { createEvent, login, writeDocs, type Api } from '../e2e/support/http.ts';
import type { Attempt } from './desk/child.ts';
import { figure, percentile, type Figure } from './support/report.ts';

const PEOPLE = 500;
const PLACES = 300;
const P95_MS = 1000;
const PATIENCE = 60_000;

/**
 * 500 people register in the same moment for 300 places over HTTP: ms until each is told whether they are in, and how many
 * are. Baseline, in the same process: each reads the session, looks whether there is a place and writes, again where
 * somebody else was faster. Embedded storage, and the CouchDB of COUCHDB_URL where that is set.
 */
export default async function deskBurst(emit: (figure: Figure) => void): Promise<void> {
  await burstOn('embedded', undefined, emit);
  const url = process.env['COUCHDB_URL'];
  if (url !== undefined) await burstOn('CouchDB', url, emit);
}

async function burstOn(
  name: string,
  couchUrl: string | undefined,
  emit: (figure: Figure) => void,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const env = { ...process.env, COUCHDB_URL: couchUrl, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const admin = {
    ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    // Each comes from an address of their own.
    TRUST_PROXY: 'loopback',
  };
  const child = fork(fileURLToPath(new URL('./desk/child.ts', import.meta.url)), {
    env: { ...env, ...admin },
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    const api = await login(url, ADMIN.username, ADMIN.password);
    // Addresses are given once for good, and a CouchDB may have seen this bench before.
    const [address, other] = [freshAddress(), freshAddress()];
    const [ours, theirs] = [await makeEvent(api, address), await makeEvent(api, other)];
    await opened(url, address);
    const desk = await burst((index) =>
      post(`${url}/api/desk/${address}/registrations`, submission(index), index),
    );
    const plain = await burst((index) =>
      post(
        `${url}/bench/check`,
        { dbName: theirs, sessionId: SESSION, id: `b${index}` } satisfies Attempt,
        index,
      ),
    );
    const baselineName = 'read, check, write, with retries';
    const one = { bench: 'desk-burst', baselineName };
    const times = { ours: percentile(desk.times, 95), baseline: percentile(plain.times, 95) };
    const p95 = figure({ ...one, measure: `p95 of ${PEOPLE}, ${name}`, ...times, unit: 'ms' });
    emit({ ...p95, target: `at most ${P95_MS} ms`, reached: times.ours <= P95_MS });
    const stored = await clientsOf(api, ours);
    const given = figure({
      ...{ ...one, measure: `of ${PLACES} places, ${name}`, unit: 'found', ratio: null },
      ...{ ours: desk.given, baseline: plain.given },
    });
    const reached = desk.given === PLACES && stored === PLACES;
    emit({ ...given, target: `exactly ${PLACES}, told and stored`, reached });
  } finally {
    agent.destroy();
    child.kill();
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

const SESSION = 'session_hall';
const metadata = { author: { id: 'bench', name: 'bench' }, createdAt: 1, updatedAt: 1 };

const freshAddress = (): string => randomBytes(4).toString('hex');

/** The name of its database. */
async function makeEvent(api: Api, accessId: string): Promise<string> {
  const { dbName } = await createEvent(api, 'Benchmark', Date.UTC(2026, 0, 15, 12));
  await writeDocs(api, dbName, [
    {
      ...{ _id: SESSION, type: 'session', title: 'Hall', titleFrench: 'Salle', status: 'ongoing', metadata },
      ...{ date: Date.UTC(2026, 0, 15, 12), capacity: PLACES, clients: [], removedClients: {} },
    },
    {
      ...{ _id: `form_${accessId}`, type: 'form', accessId, name: 'All', language: 'en', metadata },
      ...{ currency: 'chf', vat: 0, enabled: true, options: [{ id: 'seat', name: 'Seat', clientCount: 1 }] },
      amounts: { [SESSION]: { seat: { adult: { amount: 1000, enabled: true } } } },
    },
  ]);
  return dbName;
}

/** The worker claims the address a moment after the form has come. */
async function opened(url: string, accessId: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while ((await fetch(`${url}/api/desk/${accessId}`)).status !== 200) {
    if (Date.now() > end) throw new Error('the form’s address does not open');
    await delay(100);
  }
}

const submission = (index: number) => ({
  ...{
    submissionId: `bench-submission-${String(index).padStart(6, '0')}`,
    language: 'en',
    paymentType: 'none',
  },
  person: { forename: 'Mary', surname: 'Shelley', email: `mary${index}@example.com` },
  clients: [
    {
      ...{ forename: 'Mary', surname: 'Shelley' },
      sessions: [{ sessionId: SESSION, optionId: 'seat', kind: 'adult' }],
    },
  ],
});

/** All at once: ms until each was answered, and how many got a place. */
async function burst(send: (index: number) => Promise<boolean>): Promise<{ times: number[]; given: number }> {
  const start = performance.now();
  const times: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, index) => {
      const isIn = await send(index);
      times.push(performance.now() - start);
      return isIn;
    }),
  );
  return { times, given: answers.filter(Boolean).length };
}

/** Connections as a reverse proxy keeps them: who finds none free waits, and that counts. */
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

async function post(url: string, body: object, index: number): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`,
  };
  const sent = request(url, { method: 'POST', agent, headers });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const reply = (await json(response)) as { ok?: boolean; success?: boolean; reason?: string };
  if (reply.ok !== true || (reply.success !== true && reply.reason !== undefined && reply.reason !== 'full'))
    throw new Error(JSON.stringify(reply));
  return reply.success === true;
}

async function clientsOf(api: Api, dbName: string): Promise<number> {
  const { body } = await api.call('GET', `/db/${dbName}/_all_docs?startkey="client_"&endkey="client_\ufff0"`);
  return (body as { rows: unknown[] }).rows.length;
}
