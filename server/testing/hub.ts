import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../base/config.ts';
import { buildServer, type BuiltServer } from '../build.ts';
import type { Storage } from '../storage/types.ts';
import { emptyCouch, testCouchUrl } from './storage.ts';
import { checkReply } from './checkReply.ts';
import { driver, type TestServer } from './server.ts';

/** A real server in a hall, joined to another one. */
export interface TestHub extends BuiltServer, Pick<TestServer, 'call' | 'login' | 'remote'> {
  url: string;
  place: HubPlace;
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

/** Where a hub keeps who it is and what it holds: a folder, and a CouchDB where the tests run on one. */
export interface HubPlace {
  dataDir: string;
  couchUrl: string | null;
  remove(): Promise<void>;
}

export async function hubPlace(): Promise<HubPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-hub-'));
  const given = process.env['COUCHDB_URL'];
  const couchUrl = given === undefined ? null : testCouchUrl(given);
  return {
    ...{ dataDir, couchUrl },
    async remove() {
      await rm(dataDir, { recursive: true, force: true });
      if (couchUrl !== null) await emptyCouch(couchUrl);
    },
  };
}

export interface TestHubOptions {
  /** The central server's address, or that of the network before it. */
  upstream: string;
  code?: string;
  /** Instead of that of the place. */
  storage?: Storage;
  /** Stays when the hub ends; left out, it has one of its own. */
  place?: HubPlace;
  /** Its clock, where that is not the machine's. */
  now?: () => number;
}

export async function startTestHub(options: TestHubOptions): Promise<TestHub> {
  const { upstream, code, storage, place, now } = options;
  const at = place ?? (await hubPlace());
  const built = await buildServer({
    config: readConfig({
      ...{ PORT: '0', DATA_DIR: at.dataDir, LOG_LEVEL: 'silent', FOYER_UPSTREAM: upstream },
      ...(code === undefined ? {} : { FOYER_UPSTREAM_CODE: code }),
      ...(at.couchUrl === null ? {} : { COUCHDB_URL: at.couchUrl }),
    }),
    ...(storage === undefined ? {} : { storage }),
    ...(now === undefined ? {} : { now }),
    logger: false,
    checkReply,
    clientDir: join(at.dataDir, 'no-client'),
  });
  const url = await built.app.listen({ port: 0, host: '127.0.0.1' });
  const { call, login, remote } = driver(url);
  return {
    ...built,
    ...{ url, place: at, call, login, remote },
    async close() {
      await built.close();
      if (place === undefined) await at.remove();
    },
  };
}
