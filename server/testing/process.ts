import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { projectRoot } from '../base/root.ts';

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with the address once it listens; rejects when it ends before. */
  url: Promise<string>;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  output(): string;
  /** What it wrote since it listens: errors that were survived, warnings of Node. */
  complaints(): string;
}

/** Servers of one test, each in a process of its own. What is left of them, and their data, goes with the test. */
export interface ServerProcesses {
  /** DATA_DIR of them all, unless said otherwise. */
  readonly dataDir: string;
  /** `before`: shell commands that come first, such as `ulimit`. */
  start(env?: Record<string, string>, before?: string): ServerProcess;
}

/** To be called once in a test file. The first manager is `chief`. */
export function serverProcesses(): ServerProcesses {
  let dataDir = '';
  let running: ServerProcess[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'foyer-process-'));
    running = [];
  });
  afterEach(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  });
  const admin = { ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: 'Foyer2026' };
  return {
    get dataDir() {
      return dataDir;
    },
    start(env = {}, before = ':') {
      const server = spawnServer({ DATA_DIR: dataDir, ...admin, ...env }, before);
      running.push(server);
      return server;
    },
  };
}

const BUILT = 'dist/server/main.js';

/** The time of the newest file in a folder of the project; tests are no part of a build. */
function newest(folder: string): number {
  const entries = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\.test\.tsx?$|[\\/]testing[\\/]/.test(path));
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}

/** What Node is to run: the built server where it is of these sources; translating them takes seconds for each start. */
let chosen: readonly string[] | undefined;
export function serverArguments(): readonly string[] {
  if (chosen !== undefined) return chosen;
  const built = join(projectRoot, BUILT);
  const current =
    existsSync(built) &&
    ['server', 'src', 'couchdb'].every((folder) => newest(folder) < statSync(built).mtimeMs);
  return (chosen = current ? [BUILT] : ['--import', 'tsx', 'server/main.ts']);
}

/** The server on a free port. */
function spawnServer(env: Record<string, string>, before: string): ServerProcess {
  const child = spawn('sh', ['-c', `${before}; exec "$0" ${serverArguments().join(' ')}`, process.execPath], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn', ...env },
  });
  let text = '';
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code ?? -1));
  });
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = /ready at (\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  // Whoever only waits for the end does not ask for the address.
  url.catch(() => undefined);
  const complaints = (): string => (text.split(/ready at \S+/)[1] ?? '').trim();
  return { child, url, ended, output: () => text, complaints };
}
