import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { emptyCouch, testCouchUrl } from '../../server/testing/storage.ts';
import { listenAnywhere } from './port.ts';

/** The folder with `package.json` and `dist/` whose build is tested; another one than this project's in some tests. */
export const BUILD_ROOT = process.env.E2E_ROOT ?? '.';
export const ADMIN = { username: 'Ada', password: 'Foyer2026' };

/** A real server in a process of its own, on a free port, and data of its own that goes with it. */
export interface Foyer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** What the process wrote so far. */
  output(): string;
  /** Ends it at once, as a power switch would. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C does; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Starts it again on the same port and folder. */
  restart(): Promise<void>;
  /** Keeps everything as it is now, in a backup. */
  backup(): Promise<void>;
  /** Puts it back to how it was at the backup. */
  restore(): Promise<void>;
  /** Stops it and removes the folder. */
  dispose(): Promise<void>;
}

/** `env` may need to know the address. */
export async function startFoyer(
  env: Record<string, string> | ((url: string) => Record<string, string>) = {},
  root = BUILD_ROOT,
): Promise<Foyer> {
  const main = join(root, 'dist/server/main.js');
  if (!existsSync(main)) throw new Error(`${main} is missing: npm run build`);
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { COUCHDB_URL } = process.env;
  const couchUrl = COUCHDB_URL ? testCouchUrl(COUCHDB_URL) : null;
  let written = '';
  let child: ChildProcess;
  const kept = join(dataDir, 'kept.backup');
  const environment = {
    PATH: process.env.PATH ?? '',
    ...(couchUrl === null ? {} : { COUCHDB_URL: couchUrl }),
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...(typeof env === 'function' ? env(url) : env),
  };
  const command = (name: 'backup' | 'restore') =>
    promisify(execFile)(process.execPath, [join(root, `dist/server/${name}.js`), kept], { env: environment });

  const start = async () => {
    child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (written += chunk.toString()));
    }
    await healthy(url, child, () => written);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  };

  await start();
  return {
    url,
    port,
    dataDir,
    get pid() {
      return child.pid ?? -1;
    },
    output: () => written,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    restart: start,
    async backup() {
      await rm(kept, { force: true });
      await command('backup');
    },
    async restore() {
      await end('SIGKILL');
      await rm(join(dataDir, 'databases'), { recursive: true, force: true });
      if (couchUrl !== null) await emptyCouch(couchUrl);
      await command('restore');
      await start();
    },
    dispose: async () => {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
      if (couchUrl !== null) await emptyCouch(couchUrl);
    },
  };
}

/** A server has no event to await in another process: ask for its health until it answers. */
async function healthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(`the server does not answer: ${output()}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenAnywhere(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}
