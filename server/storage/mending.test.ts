import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { spawnServer, type ServerProcess } from '../testing/process.ts';
import { driver } from '../testing/server.ts';

/* Writes that fail half-way, as on a full disk: here files may not grow beyond a limit, which tears records as well. */
let dataDir: string;
let running: ServerProcess[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foyer-mending-'));
  running = [];
});
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(dataDir, { recursive: true, force: true });
});

function start(before?: string): ServerProcess {
  const admin = { ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: 'Foyer2026' };
  const server = spawnServer({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...admin }, before);
  running.push(server);
  return server;
}

const guest = (n: number) => ({
  ...{ _id: `client_${n}`, type: 'client', forename: 'Ada', surname: 'Byron' },
  ...{ language: 'en', category: 'indiv', notes: `${n} `.repeat(300).slice(0, 1500), metadata: {} },
});

it('a failed write is said to have failed, the next one goes on, and nothing acknowledged is lost by a crash', async () => {
  const first = start('ulimit -f 200');
  const { call, login } = driver(await first.url);
  const as = await login('chief');
  const { body } = await call<{ dbName: string }>('PUT', '/api/event', {
    as,
    body: { title: 'Gala', date: 1 },
  });
  const acknowledged: string[] = [];
  const refused: number[] = [];
  const written = new AbortController();
  // Who reads meanwhile comes to an end, and does not hold up the mending.
  const read = async (): Promise<number> => {
    for (;;) {
      const list = await call('GET', `/db/${body.dbName}/_changes?include_docs=true`, { as });
      if (list.status !== 200 || written.signal.aborted) return list.status;
    }
  };
  const reading = Promise.all([read(), read(), read()]);
  for (let n = 0; refused.length < 3 && n < 2000; n++) {
    const reply = await call('PUT', `/db/${body.dbName}/client_${n}`, { as, body: guest(n) });
    if (reply.status === 201) acknowledged.push(`client_${n}`);
    else refused.push(reply.status);
  }
  written.abort();
  expect(await reading).toEqual([200, 200, 200]);
  // Not the same one again and again: between the refusals there was room for many.
  expect(refused).toEqual([507, 507, 507]);
  expect(acknowledged.length).toBeGreaterThan(100);
  first.child.kill('SIGKILL');
  await first.ended;

  const again = driver(await start().url);
  const stored = await again.remote(body.dbName, await again.login('chief')).allDocs({ keys: acknowledged });
  expect(stored.rows.filter((row) => 'error' in row)).toEqual([]);
});
