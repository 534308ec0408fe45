import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serverProcesses } from '../testing/process.ts';
import { driver } from '../testing/server.ts';

/* Writes that fail half-way, as on a full disk: here files may not grow beyond a limit, which tears records as well. */
const processes = serverProcesses();

const guest = (n: number) => ({
  ...{ _id: `client_${n}`, type: 'client', forename: 'Ada', surname: 'Byron' },
  ...{ language: 'en', category: 'indiv', notes: `${n} `.repeat(300).slice(0, 1500), metadata: {} },
});

it('a failed write is said to have failed, the next one goes on, and nothing acknowledged is lost by a crash', async () => {
  const first = processes.start({ LOG_LEVEL: 'fatal' }, 'ulimit -f 200');
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
  expect(acknowledged.length).toBeGreaterThan(50);
  first.child.kill('SIGKILL');
  await first.ended;

  const again = driver(await processes.start({ LOG_LEVEL: 'fatal' }).url);
  const stored = await again.remote(body.dbName, await again.login('chief')).allDocs({ keys: acknowledged });
  expect(stored.rows.filter((row) => 'error' in row)).toEqual([]);
});

it('a database that does not open again is told to whoever reads or writes, and goes on as soon as it does', async () => {
  const server = processes.start({ LOG_LEVEL: 'silent' }, 'ulimit -f 200');
  const { call, login } = driver(await server.url);
  const as = await login('chief');
  const { body } = await call<{ dbName: string }>('PUT', '/api/event', {
    as,
    body: { title: 'Gala', date: 1 },
  });
  const put = async (n: number): Promise<number> =>
    (await call('PUT', `/db/${body.dbName}/client_${n}`, { as, body: guest(n) })).status;
  const get = async (): Promise<number> => (await call('GET', `/db/${body.dbName}/client_0`, { as })).status;
  const acknowledged: string[] = [];
  let next = 0;
  /** Writes until so many were refused; says with what. */
  const fill = async (times: number): Promise<number[]> => {
    const refused: number[] = [];
    while (refused.length < times) {
      const status = await put(next);
      if (status === 201) acknowledged.push(`client_${next}`);
      else if (status !== 429) refused.push(status);
      next++;
    }
    return refused;
  };
  expect(await fill(1)).toEqual([507]);
  expect(await get()).toBe(200);

  // Stands for what takes the room that there just was: LevelDB fails to open for as long as it is so.
  const current = join(processes.dataDir, 'databases', body.dbName, 'CURRENT');
  await rename(current, `${current}.kept`);
  await mkdir(current);
  // What writes meanwhile may have opened it again just before.
  const refusals = fill(3);
  let answer = 200;
  // The first ones come before it is closed; so many that they may be too many.
  while (answer < 500) answer = await get();
  expect((await refusals).every((status) => status >= 500)).toBe(true);

  await rmdir(current);
  await rename(`${current}.kept`, current);
  expect(await get()).toBe(200);
  expect(await fill(1)).toEqual([507]);
  const stored = await driver(await server.url)
    .remote(body.dbName, as)
    .allDocs({ keys: acknowledged });
  expect(stored.rows.filter((row) => 'error' in row)).toEqual([]);
});
