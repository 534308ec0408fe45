import type * as browserDatabase from './browserDatabase.ts';
import { whenLeft } from './browserLeaving.ts';
import type { AcquireLock, Channel, Deps, KeyValue, Page, StorageEstimate } from './deps.ts';
import { newId } from './newId.ts';

/** PouchDB is loaded with the first database, not with the page. */
const databases = (): Promise<typeof browserDatabase> => import('./browserDatabase.ts');

/**
 * What a browser tab hands to the data layer. `report` gets failures that no one waits for. Nothing starts here.
 */
export function browserDeps(report: (error: unknown) => void): Deps {
  return {
    baseUrl: '',
    fetch: (...args) => fetch(...args),
    storage: storage(report),
    onStorage(listener) {
      const heard = (event: StorageEvent): void => listener(event.key);
      addEventListener('storage', heard);
      return () => removeEventListener('storage', heard);
    },
    openDatabase: async (name) => (await databases()).openDatabase(name),
    removeDatabase: async (name) => (await databases()).removeDatabase(name),
    wall: () => Date.now(),
    timers: {
      set: (callback, ms) => setTimeout(callback, ms),
      clear: (handle) => clearTimeout(handle as number | undefined),
    },
    random: () => Math.random(),
    newId,
    page,
    acquireLock,
    openChannel,
    openSearchWorker: (onFailure) => openSearchWorker(onFailure, report),
    standalone:
      matchMedia('(display-mode: standalone)').matches ||
      (navigator as Navigator & { standalone?: boolean }).standalone === true,
    userAgent: navigator.userAgent,
    reload: () => location.reload(),
    estimateStorage: estimate,
    report,
  };
}

/** localStorage; where the browser forbids it, memory, so that the app works until the tab is closed. */
function storage(report: (error: unknown) => void): KeyValue {
  try {
    localStorage.getItem('');
    return {
      getItem: (key) => localStorage.getItem(key),
      setItem(key, value) {
        try {
          localStorage.setItem(key, value);
        } catch (error) {
          // Full: the clock and the list of copies can live without it.
          report(error);
        }
      },
      removeItem: (key) => localStorage.removeItem(key),
    };
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    };
  }
}

const page: Page = {
  visible: () => document.visibilityState !== 'hidden',
  online: () => navigator.onLine,
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener);
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  },
};

/** Without Web Locks (an insecure origin) each tab syncs for itself: more requests, nothing lost. */
const acquireLock: AcquireLock = (name, signal) => {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    locks.request(name, { signal }, () => new Promise<void>((release) => resolve(release))).catch(reject);
  });
};

function openChannel(name: string): Channel {
  const channel = new BroadcastChannel(name);
  return {
    // A BroadcastChannel reaches its own origin only: it takes no target.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const heard = (event: MessageEvent): void => listener(event.data);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
    close: () => channel.close(),
  };
}

function openSearchWorker(onFailure: () => void, report: (error: unknown) => void): Channel {
  const worker = new Worker(new URL('search/worker.ts', import.meta.url), { type: 'module' });
  // It reads the database, and would be kept with the page.
  const stay = whenLeft(() => worker.terminate());
  worker.addEventListener('error', (event) => {
    report(new Error(`search worker: ${event.message}`));
    onFailure();
  });
  return {
    // A worker takes no target either.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => worker.postMessage(message),
    listen(listener) {
      const heard = (event: MessageEvent): void => listener(event.data);
      worker.addEventListener('message', heard);
      return () => worker.removeEventListener('message', heard);
    },
    close() {
      stay();
      worker.terminate();
    },
  };
}

let asked = false;

/** Asks once to keep the data for good; browsers that show a prompt for it do so when they see fit. */
async function estimate(): Promise<StorageEstimate | null> {
  const manager = navigator.storage as StorageManager | undefined;
  if (manager === undefined) return null;
  let persisted = await manager.persisted();
  if (!persisted && !asked) {
    asked = true;
    persisted = await manager.persist();
  }
  const { usage = 0, quota = 0 } = await manager.estimate();
  return { usage, quota, persisted };
}
