import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkinDoc } from '../testing/documents.ts';
import { serverProcesses } from '../testing/process.ts';
import { driver, type Login } from '../testing/server.ts';

/* The server as a process: what its end, clean or not, leaves behind. */
const processes = serverProcesses();

/** Ten doors check in without pause until the server is gone; the ids of all that were answered with ok. */
async function hammer(url: string, as: Login, dbName: string, enough: () => void): Promise<string[]> {
  const acknowledged: string[] = [];
  const { call } = driver(url);
  const door = async (): Promise<void> => {
    for (;;) {
      const docs = [checkinDoc(as), checkinDoc(as)];
      try {
        const reply = await call<{ ok?: true; id: string }[]>('POST', `/db/${dbName}/_bulk_docs`, {
          as,
          body: { docs },
        });
        if (reply.status !== 201) return;
        acknowledged.push(...reply.body.filter(({ ok }) => ok === true).map(({ id }) => id));
        if (acknowledged.length > 400) enough();
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, door));
  return acknowledged;
}

describe('the end of a server', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    '%s in the middle of writes keeps every acknowledged document',
    async (signal) => {
      const first = processes.start();
      const url = await first.url;
      const { call, login } = driver(url);
      const as = await login('chief');
      const { body } = await call<{ dbName: string }>('PUT', '/api/event', {
        as,
        body: { title: 'Gala', date: 1 },
      });
      let sent = false;
      const acknowledged = await hammer(url, as, body.dbName, () => {
        if (!sent) sent = first.child.kill(signal);
      });
      expect(await first.ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 0);

      const second = processes.start();
      const again = driver(await second.url);
      const stored = await again
        .remote(body.dbName, await again.login('chief'))
        .allDocs({ keys: acknowledged });
      expect(acknowledged.length).toBeGreaterThan(400);
      expect(stored.rows.filter((row) => 'error' in row)).toEqual([]);
      // The token outlives the restart too: its key is kept.
      expect((await again.call('GET', '/api/user', { as })).status).toBe(200);
    },
  );

  it('answers waiting long polls, then exits with 0 on POST /shutdown [API-16]', async () => {
    const server = processes.start();
    const { call, login } = driver(await server.url);
    const as = await login('chief');
    const waiting = call('GET', '/db/central/_changes?feed=longpoll&since=now', { as });
    await call('GET', '/db/central', { as });
    expect((await call('POST', '/api/shutdown', { as })).body).toEqual({ ok: true });
    expect((await waiting).status).toBe(200);
    expect(await server.ended).toBe(0);
  });
});

it('a thousand devices that come back at once, and find the server at work, are all let in', async () => {
  const server = processes.start();
  const { hostname, port } = new URL(await server.url);
  server.child.kill('SIGSTOP');
  const devices = Array.from({ length: 1000 }, () => connect({ host: hostname, port: Number(port) }));
  try {
    await Promise.all(devices.map((device) => once(device, 'connect')));
    server.child.kill('SIGCONT');
    const answers = devices.map(async (device) => {
      device.write('GET /api/health HTTP/1.1\r\nhost: hall\r\n\r\n');
      const [first] = (await once(device, 'data')) as [Buffer];
      return first.toString().slice(0, 12);
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']));
  } finally {
    for (const device of devices) device.destroy();
  }
});

it('a log that cannot be written costs lines, not the server', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = processes.start({ PORT: String(port), LOG_LEVEL: 'trace' }, 'exec >/dev/full 2>/dev/full');
  const health = () =>
    driver(url)
      .call('GET', '/api/health')
      .then(
        ({ status }) => status,
        () => 0,
      );
  await expect.poll(health, { timeout: 30_000 }).toBe(200);
  for (let asked = 0; asked < 20; asked++) expect(await health()).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

// With a CouchDB the files are not of this process.
describe.skipIf(process.env.COUCHDB_URL)('on embedded storage', () => {
  it('many more databases than it may open files for keep answering', { timeout: 120_000 }, async () => {
    // Below, Node itself cannot read all modules at once; sixty databases that stay open would need 480.
    const server = processes.start({}, 'ulimit -n 300');
    const { call, login } = driver(await server.url);
    const as = await login('chief');
    const events: string[] = [];
    for (let index = 0; index < 60; index++) {
      const body = { title: `Event ${index}`, date: 1 };
      const made = await call<{ dbName: string }>('PUT', '/api/event', { as, body });
      expect([made.status, made.body]).toEqual([200, expect.objectContaining({ ok: true })]);
      events.push(made.body.dbName);
    }
    // Ten at a time: connections are files too.
    for (let start = 0; start < events.length; start += 10) {
      const some = events.slice(start, start + 10);
      const replies = await Promise.all(some.map((dbName) => call('GET', `/db/${dbName}/event`, { as })));
      expect(replies.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    }
    expect(server.output()).not.toMatch(/damaged|too many/i);
  });
});

it('what happens to logins is one line each in its log, without anything that was typed', async () => {
  const server = processes.start({ LOG_LEVEL: 'warn' });
  const { call, login } = driver(await server.url);
  for (const username of ['chief', 'Typed2026name'])
    await call('POST', '/api/login', { body: { username, password: 'Typed2026' } });
  await login('chief');
  const lines = (): unknown[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"security":'))
      .map((line) => (JSON.parse(line) as { security: { kind: string; count: number } }).security)
      .map(({ kind, count }) => `${kind} ${count}`)
      .sort();
  await expect.poll(lines, { timeout: 30_000 }).toEqual(['logged_in 1', 'login_failed 1', 'login_failed 1']);
  expect(server.output()).not.toContain('Typed2026');
});

it('logins that are turned away do not fill its log', async () => {
  const server = processes.start({ LOG_LEVEL: 'error' });
  const { call } = driver(await server.url);
  const name = (index: number): string =>
    String.fromCodePoint(97 + (index % 26), 97 + Math.floor(index / 26));
  const replies = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      call('POST', '/api/login', { body: { username: name(index), password: 'Wrong2026' } }),
    ),
  );
  expect(replies.map(({ status }) => status)).toContain(503);
  expect(server.complaints()).toBe('');
});

describe('the start of a server', () => {
  it('prints the generated password of the first manager once', async () => {
    const first = processes.start({ ADMIN_USERNAME: '', ADMIN_PASSWORD: '' });
    const url = await first.url;
    const [, username, password] = /log in as "(\w+)" with the password "(\w+)"/.exec(first.output()) ?? [];
    await expect(driver(url).login(username ?? '', password)).resolves.toMatchObject({ username: 'manager' });
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = processes.start({ ADMIN_USERNAME: '', ADMIN_PASSWORD: '' });
    await second.url;
    expect(second.output()).not.toContain('password');
  });

  it('names a wrong variable in one line and exits with 1', async () => {
    const server = processes.start({ PORT: 'eighty' });
    expect(await server.ended).toBe(1);
    expect(server.output().trim()).toMatch(/^PORT .+$/);
  });

  it('names a data folder in which nothing can be made, and comes to an end', async () => {
    const server = processes.start({ DATA_DIR: '/proc/x' });
    expect(await server.ended).toBe(1);
    expect(server.output().trim()).toMatch(/^DATA_DIR cannot be written .+$/);
  });

  it('refuses a data folder in use, a port in use and a CouchDB that is not there', async () => {
    const first = processes.start();
    await first.url;
    const second = processes.start();
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toMatch(/^DATA_DIR .+ is in use by another server$/);

    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as AddressInfo;
    const third = processes.start({ PORT: String(port), DATA_DIR: join(processes.dataDir, 'other') });
    expect(await third.ended).toBe(1);
    expect(third.output().trim()).toMatch(/^PORT .+$/);
    await new Promise((resolve) => blocker.close(resolve));

    const fourth = processes.start({
      COUCHDB_URL: `http://a:b@127.0.0.1:${port}`,
      DATA_DIR: join(processes.dataDir, 'third'),
    });
    expect(await fourth.ended).toBe(1);
    expect(fourth.output().trim()).toMatch(/^COUCHDB_URL .+$/);
    expect(fourth.output()).not.toContain('a:b');
    // Four servers start, one after the other.
  }, 60_000);
});
