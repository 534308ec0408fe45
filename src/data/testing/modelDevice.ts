import { scopeOf } from '#domain/rights/reach.ts';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import type { FastifyInstance } from 'fastify';
import { guardChanges } from '../../../server/storage/guards.ts';
import { idFromBytes } from '#domain/ids.ts';
import { createCatchUp } from '../store/catchUp.ts';
import { deviceClock, deviceInfo } from '../device.ts';
import type { AnyDoc, Deps } from '../deps.ts';
import { openLocal, type LocalDatabase } from '../local/database.ts';
import { createHttp } from '../net/http.ts';
import { createRemote } from '../net/remote.ts';
import type { RepositoryContext } from '../repository/context.ts';
import { createEventStore, type FilledStore } from '../store/eventStore.ts';
import { loadAll } from '../store/fill.ts';
import { createEventSync, type EventSync } from '../sync/eventSync.ts';
import type { OwnUser } from '#domain/documents/user.ts';

PouchDB.plugin(memory);

/** How the network treats the next requests of a device. */
export type Network = 'up' | 'down' | 'answers lost';

export interface ModelOptions {
  /** The server as it is now: it may be another one after a while. */
  app(): FastifyInstance;
  token: string;
  user: OwnUser;
  eventId: string;
  name: string;
  /** 0 <= n < 1, seeded. */
  random: () => number;
}

/**
 * A device reduced to what the model test drives: the real store, repository and sync over the real server, with one
 * explicit round of exchange at a time.
 */
export class ModelDevice {
  network: Network = 'up';
  /** ms by which this device's clock is wrong. */
  skew = 0;
  readonly errors: unknown[] = [];
  /** Why the last round broke off. */
  lastFailure: unknown = null;
  private readonly storage = new Map<string, string>();
  private readonly options: ModelOptions;
  private readonly deps: Deps;
  db!: LocalDatabase; // set by `start`, which every use follows
  store!: FilledStore; // the same
  sync!: EventSync; // the same
  context!: RepositoryContext; // the same

  get name(): string {
    return this.options.name;
  }

  constructor(options: ModelOptions) {
    this.options = options;
    this.deps = {
      baseUrl: 'http://test',
      fetch: (input, init) => this.fetch(input as string, init),
      storage: {
        getItem: (key) => this.storage.get(key) ?? null,
        setItem: (key, value) => void this.storage.set(key, value),
        removeItem: (key) => void this.storage.delete(key),
      },
      onStorage: () => () => undefined,
      openDatabase: async (name) => {
        const db = new PouchDB<AnyDoc>(`${options.name}/${name}`, {
          adapter: 'memory',
          auto_compaction: true,
        });
        guardChanges(db);
        return db;
      },
      removeDatabase: (name) => new PouchDB(`${options.name}/${name}`, { adapter: 'memory' }).destroy(),
      wall: () => Date.now() + this.skew,
      timers: {
        set: (callback, ms) => setTimeout(callback, ms),
        clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
      },
      random: options.random,
      newId: () => idFromBytes(Uint8Array.from({ length: 16 }, () => Math.floor(options.random() * 256))),
      page: { visible: () => true, online: () => true, subscribe: () => () => undefined },
      acquireLock: () => Promise.reject(new Error('not used')),
      openChannel: () => ({ post: () => undefined, listen: () => () => undefined, close: () => undefined }),
      openSearchWorker: () => ({
        post: () => undefined,
        listen: () => () => undefined,
        close: () => undefined,
      }),
      standalone: false,
      userAgent: options.name,
      reload: () => undefined,
      estimateStorage: async () => null,
      report: (error) => void this.errors.push(error),
    };
  }

  /** Opens the app: everything in memory begins anew, the database and localStorage are what they were. */
  async start(): Promise<void> {
    const { deps, options } = this;
    const clock = deviceClock(deps);
    const device = deviceInfo(deps);
    const http = createHttp(deps, {
      token: () => options.token,
      onUnauthorized: () => Promise.resolve(false),
      onCodesFirst: () => undefined,
      onDoorOver: () => Promise.resolve(),
      deviceId: device.id,
      onOffset: (offset) => clock.setOffset(offset),
    });
    this.db = await openLocal(deps, `foyer-${options.user._id}-${options.eventId}`);
    this.store = createEventStore(options.eventId, deps.report);
    this.sync = createEventSync({
      deps,
      eventId: options.eventId,
      userId: options.user._id,
      db: this.db,
      remote: createRemote(http, options.eventId),
      clock,
      scope: scopeOf(options.user.role),
      mode: 'light',
      onDenied: () => undefined,
    });
    const catchUp = createCatchUp(this.db, this.store, () => 0);
    this.context = {
      db: this.db,
      store: this.store,
      clock,
      device,
      newId: deps.newId,
      lock: () => Promise.resolve(() => undefined),
      inTurn: (work) => catchUp().then(work),
      user: () => options.user,
    };
    await this.sync.load();
    await this.reload();
  }

  /** Reads the store anew, in place of following the changes feed, so that no step depends on timing. */
  async reload(): Promise<void> {
    await loadAll(this.db, this.store, () => undefined);
  }

  /** One round of exchange; false when the network broke it off. */
  async round(): Promise<boolean> {
    try {
      await this.sync.round(new AbortController().signal);
      return true;
    } catch (error) {
      this.lastFailure = error;
      return false;
    } finally {
      await this.reload();
    }
  }

  private async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    if (this.network === 'down') throw new TypeError('no network');
    const app = this.options.app();
    const reply = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: url.slice('http://test'.length),
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    });
    // The server did what it was asked, and the device never learns of it.
    if (this.network === 'answers lost' && this.options.random() < 0.5)
      throw new TypeError('connection reset');
    const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers });
  }
}
