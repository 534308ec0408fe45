import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { serverArguments, serverProcesses } from '../server/testing/process.ts';
import { driver } from '../server/testing/server.ts';

/* The parent of `npm start`, with a real server as its child and real kills. */
const processes = serverProcesses();
const mine = new Set<number>();
afterEach(() => {
  for (const pid of mine) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  mine.clear();
});

interface Family {
  parent: ChildProcess;
  ended: Promise<number | NodeJS.Signals>;
  output(): string;
  /** The address and process of the nth start, counted from 1. */
  start(nth: number): Promise<{ url: string; pid: number }>;
}

/** A wait ends with what it waits for; this is for what never comes. */
const PATIENCE = { timeout: 60_000 };
vi.setConfig({ testTimeout: 120_000 });

function family(env: Record<string, string> = {}, args = serverArguments()): Family {
  const code = `import { supervise } from './scripts/supervise.mjs';
    process.exit(await supervise(${JSON.stringify(args)}));`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: {
      ...{ PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: processes.dataDir },
      ...{ ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: 'Foyer2026', ...env },
    },
  });
  let text = '';
  for (const stream of [parent.stdout, parent.stderr]) stream.on('data', (part) => (text += String(part)));
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    parent.once('exit', (exit, signal) => resolve(signal ?? exit ?? -1));
  });
  if (parent.pid !== undefined) mine.add(parent.pid);
  return {
    parent,
    ended,
    output: () => text,
    async start(nth) {
      await expect.poll(() => text.match(/ready at \S+/g)?.length ?? 0, PATIENCE).toBeGreaterThanOrEqual(nth);
      const pid = childOf(parent.pid ?? 0);
      mine.add(pid);
      return { pid, url: [...text.matchAll(/ready at (\S+)/g)][nth - 1]?.[1] ?? '' };
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The only child of a process, from the kernel. */
const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

/** The process group, from the kernel: the third number after the name in brackets. */
const groupOf = (pid: number): string | undefined =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[2];

it('a killed server is started again, with what was acknowledged, and one line says so', async () => {
  const { start, output, parent, ended } = family();
  const first = await start(1);
  const as = await driver(first.url).login('chief');
  const body = { title: 'Gala', date: 1 };
  const { body: event } = await driver(first.url).call('PUT', '/api/event', { as, body });
  expect(groupOf(first.pid)).toBe(groupOf(parent.pid ?? 0));
  process.kill(first.pid, 'SIGKILL');
  const second = await start(2);
  expect(second.pid).not.toBe(first.pid);
  const read = await driver(second.url).call('GET', `/db/${String(event['dbName'])}/event`, { as });
  expect(read.status).toBe(200);
  expect(output().match(/^.* The server ended by SIGKILL; it starts again in .* s\.$/gm)).toHaveLength(1);
  parent.kill('SIGTERM');
  expect(await ended).toBe(0);
  await expect.poll(() => isAlive(second.pid), PATIENCE).toBe(false);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s is passed on, and nothing starts again',
  async (signal) => {
    const { output, parent, ended } = family({}, [
      '-e',
      `process.on('${signal}', () => process.exit(0)); console.log('ready at x'); setInterval(() => 0, 1000);`,
    ]);
    await expect.poll(output, PATIENCE).toContain('ready');
    parent.kill(signal);
    expect(await ended).toBe(0);
    expect(output()).not.toContain('starts again');
  },
);

it('the signal of a terminal, which reaches both, is no second signal', async () => {
  const { start, parent, ended } = family();
  const { pid, url } = await start(1);
  const as = await driver(url).login('chief');
  const waiting = driver(url).call('GET', '/db/central/_changes?feed=longpoll&since=now', { as });
  await driver(url).call('GET', '/db/central', { as });
  process.kill(pid, 'SIGINT');
  parent.kill('SIGINT');
  expect((await waiting).status).toBe(200);
  expect(await ended).toBe(0);
});

it('the server ends with its parent, also when the parent is killed', async () => {
  const { start, parent, ended } = family();
  const { pid } = await start(1);
  parent.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
});

it('a wrong configuration is said once and not tried again', async () => {
  const { ended, output } = family({ PORT: 'eighty' });
  expect(await ended).toBe(1);
  expect(output().match(/^PORT .+$/gm)).toHaveLength(1);
  expect(output()).not.toContain('starts again');
});

it('a crash loop waits longer and longer', async () => {
  const { output, parent, ended } = family({}, ['-e', `process.send('ready', () => process.exit(7));`]);
  await expect.poll(output, PATIENCE).toMatch(/with exit code 7; .* 0\.25 s[^]* 0\.5 s[^]* 1 s/);
  parent.kill('SIGTERM');
  expect(await ended).toBe(0);
});
