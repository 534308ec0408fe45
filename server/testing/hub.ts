import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../base/config.ts';
import { buildServer, type BuiltServer } from '../build.ts';
import type { Storage } from '../storage/types.ts';
import { checkReply } from './checkReply.ts';
import { driver, type TestServer } from './server.ts';

/** A real server in a hall, joined to another one. */
export interface TestHub extends BuiltServer, Pick<TestServer, 'call' | 'login' | 'remote'> {
  url: string;
  dataDir: string;
}

/** A code of the central server's manager, for these events. */
export async function hubCode(
  central: Pick<TestServer, 'call' | 'manager'>,
  eventIds: readonly string[],
  name = 'Hall 3',
): Promise<string> {
  const body = { name, eventIds, until: Date.now() + 3_600_000 };
  const reply = await central.call<{ code?: string }>('POST', '/api/hubs', { as: central.manager, body });
  if (reply.body.code === undefined) throw new Error(`no code: ${JSON.stringify(reply.body)}`);
  return reply.body.code;
}

export interface TestHubOptions {
  /** The central server's address, or that of the network before it. */
  upstream: string;
  code?: string;
  /** In `dataDir` when left out. */
  storage?: Storage;
  /** Of a hub that was there before. */
  dataDir?: string;
}

export async function startTestHub({ upstream, code, storage, dataDir }: TestHubOptions): Promise<TestHub> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'foyer-hub-')));
  const built = await buildServer({
    config: readConfig({
      ...{ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', FOYER_UPSTREAM: upstream },
      ...(code === undefined ? {} : { FOYER_UPSTREAM_CODE: code }),
    }),
    ...(storage === undefined ? {} : { storage }),
    logger: false,
    checkReply,
    clientDir: join(folder, 'no-client'),
  });
  const url = await built.app.listen({ port: 0, host: '127.0.0.1' });
  const { call, login, remote } = driver(url);
  return {
    ...built,
    ...{ url, dataDir: folder, call, login, remote },
    async close() {
      await built.close();
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
