import { randomBytes } from 'node:crypto';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { idFromBytes } from '#domain/ids.ts';
import { guardChanges } from '../../../server/storage/guards.ts';
import type { AnyDoc, Channel, Deps, Page } from '../deps.ts';
import { createAppData } from '../index.ts';
import { createSearchEngine } from '../search/engine.ts';
import type { SearchRequest } from '../search/protocol.ts';
import { createEmitter } from '../signal.ts';
import type { AppData, OpenEvent, Subscribable } from '../types.ts';
import { PASSWORD } from './server.ts';

PouchDB.plugin(memory);

let devices = 0;

/** One phone or laptop: what outlives its tabs. */
export interface Device {
  readonly deps: Deps;
  /** Opens a tab; its start is this device's app being opened. */
  tab(): Tab;
  /** No request passes while false; those on their way break off. */
  online(value: boolean): void;
  visible(value: boolean): void;
  /** ms by which the device's own clock is wrong. */
  skew: number;
  standalone: boolean;
  /** Looks at each request before it leaves; may answer or fail in the server's stead. */
  intercept: ((url: string, init: RequestInit | undefined) => Promise<Response> | null) | null;
  readonly storage: Map<string, string>;
  readonly errors: unknown[];
  reloads: number;
  /** Bodies sent, in bytes, and their paths. */
  readonly sent: { path: string; bytes: number }[];
}

export interface Tab {
  readonly data: AppData;
  login(username: string): Promise<void>;
  open(eventId: string): Promise<OpenEvent>;
  /** Closes the tab cleanly; resolves when its databases are closed. */
  stop(): Promise<void>;
}

export function createDevice(serverUrl: string, options: { standalone?: boolean } = {}): Device {
  const world = `device-${process.pid}-${++devices}`;
  const storage = new Map<string, string>();
  const storageChanged = createEmitter();
  const pageChanged = createEmitter();
  const opened = new Map<string, number>();
  const open = new Set<AbortController>();
  const locks = new Map<string, Promise<void>>();
  const channels = new Map<string, Set<(message: unknown) => void>>();
  let isOnline = true;
  let isVisible = true;

  const page: Page = {
    visible: () => isVisible,
    online: () => isOnline,
    subscribe: (listener) => pageChanged.subscribe(listener),
  };

  async function deviceFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (!isOnline) throw new TypeError('fetch failed: no network');
    const url = input instanceof Request ? input.url : String(input);
    device.sent.push({
      path: new URL(url).pathname,
      bytes: Buffer.byteLength(typeof init?.body === 'string' ? init.body : ''),
    });
    const answered = device.intercept?.(url, init) ?? null;
    if (answered !== null) return answered;
    const controller = new AbortController();
    init?.signal?.addEventListener('abort', () => controller.abort(init.signal?.reason));
    if (init?.signal?.aborted) controller.abort(init.signal.reason);
    open.add(controller);
    try {
      return await fetch(url, { ...init, signal: controller.signal });
    } finally {
      open.delete(controller);
    }
  }

  function openChannel(name: string): Channel {
    const members = channels.get(name) ?? new Set();
    channels.set(name, members);
    const own = new Set<(message: unknown) => void>();
    return {
      post(message) {
        const copy = structuredClone(message);
        for (const listener of members) if (!own.has(listener)) queueMicrotask(() => listener(copy));
      },
      listen(listener) {
        members.add(listener);
        own.add(listener);
        return () => void members.delete(listener);
      },
      close() {
        for (const listener of own) members.delete(listener);
      },
    };
  }

  async function acquireLock(name: string, signal: AbortSignal): Promise<() => void> {
    const before = locks.get(name) ?? Promise.resolve();
    const { promise: held, resolve: release } = withResolvers();
    locks.set(
      name,
      before.then(() => held),
    );
    await before;
    if (signal.aborted) {
      release();
      throw new Error('aborted');
    }
    return release;
  }

  const device: Device = {
    skew: 0,
    standalone: options.standalone ?? false,
    intercept: null,
    storage,
    errors: [],
    reloads: 0,
    sent: [],
    online(value) {
      isOnline = value;
      if (!value) for (const controller of open) controller.abort(new TypeError('network lost'));
      pageChanged.emit();
    },
    visible(value) {
      isVisible = value;
      pageChanged.emit();
    },
    tab: () => openTab(device),
    deps: {
      baseUrl: serverUrl,
      fetch: deviceFetch,
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
      onStorage: (listener) => storageChanged.subscribe(() => listener(null)),
      openDatabase: async (name) => openShared(opened, `${world}/${name}`),
      removeDatabase: (name) => openShared(opened, `${world}/${name}`).destroy(),
      wall: () => Date.now() + device.skew,
      timers: {
        set: (callback, ms) => setTimeout(callback, ms),
        clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
      },
      random: () => Math.random(),
      newId: () => idFromBytes(new Uint8Array(randomBytes(16))),
      page,
      acquireLock,
      openChannel,
      openSearchWorker: () => searchWorker(device, (name) => opened.has(`${world}/${name}`)),
      get standalone() {
        return device.standalone;
      },
      userAgent: `Test ${world} Linux Chrome/1`,
      reload: () => {
        device.reloads += 1;
      },
      estimateStorage: async () => null,
      report: (error) => void device.errors.push(error),
    },
  };
  return device;
}

function openTab(device: Device): Tab {
  const data = createAppData(device.deps);
  const stop = data.start();
  return {
    data,
    async login(username) {
      const result = await data.login.login(username, PASSWORD);
      if (!result.ok) throw new Error(`login: ${result.error.code} ${result.error.message ?? ''}`);
    },
    async open(eventId) {
      const result = await data.openEvent(eventId);
      if (!result.ok) throw new Error(`open: ${result.error.code} ${result.error.message ?? ''}`);
      return result.value;
    },
    async stop() {
      await stop();
    },
  };
}

/** Resolves once `look` is true, which is asked now and at each change. Fails after `ms`, saying what was seen. */
export async function until(
  source: Subscribable | readonly Subscribable[],
  look: () => boolean,
  { ms = 40_000, show = () => '' as unknown }: { ms?: number; show?: () => unknown } = {},
): Promise<void> {
  if (look()) return;
  // Made here, so that its stack names the line that waits.
  const vain = new Error('waited in vain');
  const sources = 'subscribe' in source ? [source] : source;
  await new Promise<void>((resolve, reject) => {
    const stops: (() => void)[] = [];
    const end = (): void => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
    const timer = setTimeout(() => {
      end();
      vain.message = `waited ${ms} ms in vain: ${JSON.stringify(show())}`;
      reject(vain);
    }, ms);
    for (const one of sources) {
      stops.push(
        one.subscribe(() => {
          if (!look()) return;
          end();
          resolve();
        }),
      );
    }
  });
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  const result: { promise?: Promise<void>; resolve: () => void } = { resolve: () => undefined };
  const promise = new Promise<void>((resolve) => (result.resolve = resolve));
  return { promise, resolve: () => result.resolve() };
}

/** The search worker's engine in this process; messages are copied and take their time, as between threads. */
function searchWorker({ deps }: Device, exists: (name: string) => boolean): Channel {
  const listeners = new Set<(message: unknown) => void>();
  const search = createSearchEngine({
    openDatabase: async (name) => (exists(name) ? deps.openDatabase(name) : null),
    wall: deps.wall,
    later: (callback, wait) => void deps.timers.set(callback, wait),
    post(message) {
      const copy = structuredClone(message);
      queueMicrotask(() => listeners.forEach((listener) => listener(copy)));
    },
    report: deps.report,
  });
  return {
    post(message) {
      const copy = structuredClone(message) as SearchRequest;
      queueMicrotask(() => search(copy));
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

/** Deletions under way, by name. */
const destroying = new Map<string, Promise<void>>();

/** Tabs share the memory adapter's store, which the first close would take from the others: so the last one closes. */
function openShared(opened: Map<string, number>, name: string): PouchDB.Database<AnyDoc> {
  const db = new PouchDB<AnyDoc>(name, { adapter: 'memory', auto_compaction: true });
  // This adapter is the LevelDB one in memory, with its trap; a browser's is another.
  guardChanges(db);
  const close = db.close.bind(db);
  opened.set(name, (opened.get(name) ?? 0) + 1);
  db.close = async () => {
    const left = (opened.get(name) ?? 1) - 1;
    opened.set(name, left);
    if (left === 0) await close();
  };
  // Two tabs may delete it in the same moment: a browser does that once, the memory adapter would wait for ever.
  const destroy = db.destroy.bind(db);
  db.destroy = () => {
    const under =
      destroying.get(name) ??
      destroy().then(
        () => void destroying.delete(name),
        (error: unknown) => {
          destroying.delete(name);
          throw error;
        },
      );
    destroying.set(name, under);
    return under;
  };
  return db;
}
