import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PouchDB from 'pouchdb-core';
import http from 'pouchdb-adapter-http';
import memory from 'pouchdb-adapter-memory';
import mapreduce from 'pouchdb-mapreduce';
import replication from 'pouchdb-replication';
import type { Protocol } from '#api/protocol.ts';
import type { Role } from '#domain/rights/roles.ts';
import { buildServer, type BuildOptions, type BuiltServer } from '../build.ts';
import { readConfig, type Config } from '../base/config.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { anyStorage, openTestStorage, type StorageKind } from './storage.ts';
import { checkReply } from './checkReply.ts';

export type { StorageKind } from './storage.ts';

PouchDB.plugin(http).plugin(memory).plugin(replication).plugin(mapreduce);

export interface Login {
  id: string;
  token: string;
  username: string;
}

export interface Reply<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Headers;
}

/** A real server on a free port, its first manager logged in. */
export interface TestServer extends BuiltServer {
  url: string;
  manager: Login;
  /** One request; `body` is sent as JSON unless it is a text or bytes. */
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Reply<T>>;
  login(username: string, password?: string): Promise<Login>;
  /** Creates a user (with PASSWORD), perhaps authorised for an event, and logs in. */
  person(username: string, role: Role, eventId?: string): Promise<Login>;
  event(title?: string): Promise<{ eventId: string; dbName: string }>;
  /** PouchDB's own HTTP adapter against the gateway. */
  remote(name: string, login: Login): Database;
  /** A device's database in memory. */
  local(): Database;
}

export interface CallOptions {
  as?: Login;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export const PASSWORD = 'Foyer2026';
let count = 0;

export interface TestServerOptions {
  storage?: StorageKind;
  /** Databases of a CouchDB that outlive the server. */
  couchUrl?: string;
  worker?: boolean;
  protocol?: Protocol;
  config?: Partial<Config>;
  shutdown?: () => void;
  now?: BuildOptions['now'];
  twilioTimes?: BuildOptions['twilioTimes'];
  stripePatience?: number;
  clientDir?: string;
  /** Takes each line of the log, from errors on. */
  log?: (line: string) => void;
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-test-'));
  const config: Config = {
    ...readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', TOKEN_SECRET: 'x'.repeat(40) }),
    admin: { username: 'chief', password: PASSWORD },
    ...options.config,
  };
  const built = await buildServer({
    config,
    storage: await openTestStorage(options.storage ?? anyStorage, options.couchUrl),
    worker: options.worker ?? false,
    protocol: options.protocol,
    shutdown: options.shutdown,
    now: options.now,
    twilioTimes: options.twilioTimes,
    stripePatience: options.stripePatience,
    checkReply,
    logger: options.log && { level: 'error', stream: { write: options.log } },
    clientDir: options.clientDir ?? join(dataDir, 'no-client'),
  });
  const url = await built.app.listen({ port: 0, host: '127.0.0.1' });
  const drivers = driver(url);
  const manager = await drivers.login('chief');
  /** The first login, or another one once that is over: to look at a password takes twenty times as long as to ask. */
  const chief = async (): Promise<Login> => {
    const { status } = await drivers.call('GET', '/api/user', { as: manager });
    return status === 200 ? manager : drivers.login('chief');
  };
  return {
    ...built,
    url,
    ...drivers,
    manager,
    async person(username, role, eventId) {
      const as = await chief();
      await drivers.call('POST', '/api/user', { as, body: { username, password: PASSWORD, role } });
      const login = await drivers.login(username);
      if (eventId !== undefined) {
        await drivers.call('PUT', '/api/authorizations', {
          as,
          body: { userId: login.id, authorizations: [[eventId, true]] },
        });
      }
      return login;
    },
    async event(title = 'Gala') {
      const as = await chief();
      const body = { title, date: Date.UTC(2027, 4, 1, 12) };
      return (await drivers.call<{ eventId: string; dbName: string }>('PUT', '/api/event', { as, body }))
        .body;
    },
    async close() {
      await built.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The ways to talk to a server that listens at `url`, also one in another process. */
export function driver(url: string): Pick<TestServer, 'call' | 'login' | 'remote' | 'local'> {
  const call: TestServer['call'] = async <T>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Reply<T>> => {
    const { as, body, headers = {}, signal } = options;
    const raw = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
    const response = await fetch(url + path, {
      method,
      signal,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as.token}` }),
        ...(raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ? (body as string | undefined) : JSON.stringify(body),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: (json ? JSON.parse(text) : text) as T,
    };
  };
  return {
    call,
    async login(username, password = PASSWORD) {
      const reply = await call<{ token?: string; user?: { _id: string } }>('POST', '/api/login', {
        body: { username, password, request: 'test' },
      });
      if (reply.body.token === undefined) throw new Error(`login failed: ${JSON.stringify(reply.body)}`);
      return { id: reply.body.user?._id ?? '', token: reply.body.token, username };
    },
    remote: (name, { token }) =>
      new PouchDB<AnyDoc>(`${url}/db/${name}`, {
        adapter: 'http',
        fetch: (input, init) => {
          const headers = new Headers(init?.headers as HeadersInit | undefined);
          headers.set('authorization', `Bearer ${token}`);
          return PouchDB.fetch(input, { ...init, headers });
        },
      }),
    local: () => new PouchDB<AnyDoc>(`device-${process.pid}-${++count}`, { adapter: 'memory' }),
  };
}
