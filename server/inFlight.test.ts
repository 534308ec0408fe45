import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { failureReply } from '#api/schemas.ts';
import { DEVICE_HEADER } from '#api/wire.ts';
import { createRandom } from './sample/random.ts';
import { startLine } from './testing/line.ts';
import { serverProcesses } from './testing/process.ts';
import { startTestServer } from './testing/server.ts';
import { emptyCouch, testCouchUrl } from './testing/storage.ts';
import { wildRequest } from './testing/wildRequests.ts';
import { wildScene, type WildPerson } from './testing/wildScene.ts';

/* Whatever is asked in the moment in which the server, or the database behind it, goes: 503, and no other failure. */

const processes = serverProcesses();
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** How many ask at once, without pause. */
const AT_ONCE = 12;
/** No answer takes longer, ms. */
const PATIENCE = 40_000;
const OUTAGES = 8;

interface Askers {
  /** How many answers there were so far, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly problems: readonly string[];
  /** Resolves when so many more have been answered, or were cut off. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Asks whatever there is to ask, as each of the people, until told to stop, or nobody listens any more. */
function askWildly(
  url: string,
  { people, known }: Awaited<ReturnType<typeof wildScene>>,
  seed: number,
): Askers {
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  const waiting: { at: number; resolve: () => void }[] = [];
  let stopped = false;
  let total = 0;
  const one = async ({ token, role }: WildPerson, asker: number): Promise<void> => {
    const random = createRandom(seed * 1000 + asker);
    while (!stopped) {
      const { method, path, body, headers: wild } = wildRequest(random, known);
      // A device each, or most would be told to ask less often.
      const headers = { ...wild, authorization: `Bearer ${token}`, [DEVICE_HEADER]: `device-${total}` };
      const told = `${role} ${method} ${path} ${body?.slice(0, 200)}`;
      try {
        const signal = AbortSignal.timeout(PATIENCE);
        const reply = await fetch(url + path, { method, headers, body, signal });
        const text = await reply.text();
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        // 501: calls that are still to come.
        const isFault = reply.status >= 500 && reply.status !== 503 && reply.status !== 501;
        const isOdd =
          reply.status === 503 && method !== 'HEAD' && !failureReply.safeParse(parsed(text)).success;
        if (isFault || isOdd) problems.push(`${told}: ${reply.status} ${text.slice(0, 200)}`);
      } catch (error) {
        // Cut off, or nobody listens.
        if ((error as Error).name === 'TimeoutError') problems.push(`${told}: no answer`);
        if ((error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED') stopped = true;
      }
      total += 1;
      for (const { at, resolve } of waiting) if (total >= at) resolve();
    }
  };
  const some = people.filter((person) => person !== null).slice(0, 3);
  const all = Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => one(some[index % some.length] as WildPerson, index)),
  );
  return {
    ...{ statuses, problems },
    more: (count) => new Promise((resolve) => waiting.push({ at: total + count, resolve })),
    async stop() {
      stopped = true;
      await all;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

it('a server that is stopped with requests in flight answers them, or with 503, and has nothing to complain of', async () => {
  const server = processes.start({ LOG_LEVEL: 'error' });
  const url = await server.url;
  const askers = askWildly(url, await wildScene(url), 1);
  await askers.more(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await askers.stop();
  expect(askers.problems).toEqual([]);
  expect(server.complaints()).toBe('');
}, 90_000);

it('what comes on an open connection while the server ends is answered with 503 in the form of the API', async () => {
  const server = await startTestServer();
  ends.push(() => server.close());
  const port = Number(new URL(server.url).port);
  const body = '{"username":"nobody","password":"Wrong2026","request":"test"}';
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk) => (answers += String(chunk)));
  await once(socket, 'connect');
  const taken = once(server.app.server, 'request');
  socket.write(
    `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
  );
  await taken;
  // It waits for what is under way.
  const closed = server.close();
  await expect.poll(() => server.app.server.listening).toBe(false);
  socket.write(`${body.slice(1)}GET /api/user HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'close');
  await closed;
  const [first = '', second = ''] = answers.split(/(?=HTTP\/1\.1 503)/);
  expect(first).toMatch(/^HTTP\/1\.1 200/);
  expect(second).toContain('retry-after: 1');
  expect(JSON.parse(second.split('\r\n\r\n')[1] ?? '')).toMatchObject({ ok: false, error: 'unavailable' });
});

// The stand-in cannot bear such requests.
it.runIf(process.env['COUCHDB_URL'] !== undefined)(
  'a CouchDB that goes with requests in flight: nothing but 503, and two lines of the log for each outage',
  async () => {
    const own = testCouchUrl(process.env['COUCHDB_URL'] ?? '');
    ends.push(() => emptyCouch(own));
    const couchUrl = new URL(own);
    const line = await startLine(couchUrl.origin);
    ends.push(() => line.close());
    couchUrl.host = new URL(line.url).host;
    const server = processes.start({ COUCHDB_URL: couchUrl.href });
    const url = await server.url;
    const askers = askWildly(url, await wildScene(url), 1);
    const outages = (): string[] =>
      server
        .complaints()
        .split('\n')
        .filter((text) => text.includes('"msg":"CouchDB '));
    for (let outage = 1; outage <= OUTAGES; outage++) {
      await askers.more(60);
      line.cut();
      await askers.more(100);
      line.restore();
      await expect.poll(() => outages().length, { timeout: 30_000 }).toBe(2 * outage);
    }
    await askers.stop();
    expect(askers.problems).toEqual([]);
    expect(askers.statuses.get(503)).toBeGreaterThan(10 * OUTAGES);
    const others = server
      .complaints()
      .split('\n')
      .filter((text) => !/"msg":"CouchDB |"security":/.test(text));
    expect(others).toEqual([]);
  },
  180_000,
);
