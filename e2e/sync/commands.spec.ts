import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ADMIN, BUILD_ROOT } from '../support/foyer.ts';
import { createEvent, login, request } from '../support/http.ts';

/* The commands of the README as they are typed, on the build: npm, the small parent, the server. No browser needed. */

interface Command {
  npm: ChildProcess;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  output(): string;
  /** The address and process of the nth start, counted from 1. */
  server(nth: number): Promise<{ url: string; pid: number }>;
  /** As a terminal does: to npm, the parent and the server at once. */
  ctrlC(): void;
}

const running = new Set<ChildProcess>();
let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-commands-'));
});
test.afterEach(async () => {
  for (const { pid, exitCode, signalCode } of running) {
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
  }
  running.clear();
  await rm(folder, { recursive: true, force: true });
});

function run(args: string[], env: Record<string, string> = {}): Command {
  const npm = spawn('npm', args, {
    cwd: BUILD_ROOT,
    // A process group of its own, as a shell gives to each command.
    detached: true,
    env: {
      ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', LOG_LEVEL: 'warn' },
      ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, ...env },
    },
  });
  running.add(npm);
  let text = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (part) => (text += String(part)));
  const ended = once(npm, 'exit').then(([code, signal]) => (signal ?? code ?? -1) as number | string);
  return {
    ...{ npm, ended, output: () => text },
    async server(nth) {
      const ready = (): string[] => [...text.matchAll(/ready at (\S+)/g)].map(([, url]) => url ?? '');
      await expect
        .poll(() => ready().length, { timeout: 120_000, message: text })
        .toBeGreaterThanOrEqual(nth);
      return { url: ready()[nth - 1] ?? '', pid: childOf(childOf(npm.pid ?? 0)) };
    },
    ctrlC: () => void process.kill(-(npm.pid ?? 0), 'SIGINT'),
  };
}

/** The only child of a process, from the kernel. */
const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

test('npm start outlives its server, a backup is made meanwhile, and what was restored starts', async () => {
  const DATA_DIR = join(folder, 'data');
  const file = join(folder, 'copy.backup');
  const start = run(['start'], { DATA_DIR });
  const first = await start.server(1);
  const api = await login(first.url, ADMIN.username, ADMIN.password);
  const { dbName } = await createEvent(api, 'Gala', Date.UTC(2027, 4, 1));

  process.kill(first.pid, 'SIGKILL');
  const second = await start.server(2);
  const read = (url: string) => request(url, 'GET', `/db/${dbName}/event`, undefined, api.token);
  expect((await read(second.url)).status).toBe(200);

  const backup = run(['run', 'backup', '--', file], { DATA_DIR });
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining(`${file}: `)]);
  start.ctrlC();
  expect([await start.ended, isAlive(second.pid)]).toEqual([0, false]);

  const there = { DATA_DIR: join(folder, 'restored') };
  const restore = run(['run', 'restore', '--', file], there);
  expect([await restore.ended, restore.output()]).toEqual([
    0,
    expect.stringContaining('Restored and compared'),
  ]);
  const again = run(['start'], there);
  const third = await again.server(1);
  expect((await read(third.url)).status).toBe(200);
  // The parent alone is ended, by whatever: the server does not go on without it.
  process.kill(childOf(again.npm.pid ?? 0), 'SIGKILL');
  await expect.poll(() => isAlive(third.pid)).toBe(false);
});

test('npm start says once what is wrong with its configuration', async () => {
  const start = run(['start'], { DATA_DIR: '/proc/x' });
  expect(await start.ended).toBe(1);
  expect(start.output().match(/^DATA_DIR cannot be written .+$/gm)).toHaveLength(1);
});

test('npm run demo keeps its data when its server is killed, and takes them away when it ends', async () => {
  const TMPDIR = folder;
  const demo = run(['run', 'demo'], { TMPDIR });
  const first = await demo.server(1);
  const api = await login(first.url, 'manager', ADMIN.password);
  const { dbName } = await createEvent(api, 'Mine', Date.UTC(2027, 4, 1));
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^foyer-demo-/)]);
  process.kill(first.pid, 'SIGKILL');
  const second = await demo.server(2);
  const found = await request(second.url, 'GET', `/db/${dbName}/event`, undefined, api.token);
  expect(found.status).toBe(200);
  demo.ctrlC();
  expect(await demo.ended).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  expect(demo.output().match(/Preparing the demo/g)).toHaveLength(1);
});
