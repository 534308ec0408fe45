import type { Readable } from '#data/types.ts';
import { ALL_PARTS } from './laterParts.ts';
import type { UpdateSource } from './updates.ts';

type Event = 'waiting' | 'replaced' | 'offlineReady';

const nothing = (): void => undefined;

/** So long the login page has the network of a new device to itself. */
const ALONE_MS = 10_000;

interface Person {
  /** Somebody is logged in here. */
  isThere: Readable<boolean>;
  /** They may need the parts that come later (decision 40). */
  wantsAll: Readable<boolean>;
}

/**
 * Registers /sw.js after the page has loaded, so that precaching never competes with the first screen; on a device that is new
 * with the login, or a while after the login page, so that it does not compete with that either. Browsers without service
 * workers, and development, go without.
 */
export function registerServiceWorker({ isThere, wantsAll }: Person): UpdateSource {
  const listeners: Record<Event, (() => void)[]> = { waiting: [], replaced: [], offlineReady: [] };
  const past = new Set<Event>();
  let activate = nothing;
  let look = (): Promise<boolean> => Promise.resolve(false);

  function emit(event: Event): void {
    past.add(event);
    for (const listener of listeners[event]) listener();
  }
  function on(event: Event, listener: () => void): void {
    listeners[event].push(listener);
    if (past.has(event)) listener();
  }

  /** The service worker fetches what it lacks: to be asked twice costs it nothing. */
  async function askForAll(): Promise<void> {
    if (!wantsAll.get()) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: ALL_PARTS }, []);
  }

  function whenWanted(): Promise<void> {
    return new Promise((resolve) => {
      if (navigator.serviceWorker.controller !== null || isThere.get()) return resolve();
      setTimeout(resolve, ALONE_MS);
      isThere.subscribe(() => isThere.get() && resolve());
    });
  }

  async function register(): Promise<void> {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox('/sw.js');
    // The very first worker takes control too, perhaps one that the page before began to install, which workbox
    // calls external. Only a tab that was under an older one runs old code.
    let controlled = navigator.serviceWorker.controller !== null;
    activate = () => workbox.messageSkipWaiting();
    look = async () => {
      await workbox.update();
      const { installing = null, waiting = null } = (await navigator.serviceWorker.getRegistration()) ?? {};
      // One that was put off waits already, and is not announced again.
      if (waiting !== null) emit('waiting');
      return installing !== null || waiting !== null;
    };
    workbox.addEventListener('waiting', () => emit('waiting'));
    workbox.addEventListener('controlling', () => {
      if (controlled) emit('replaced');
      controlled = true;
    });
    workbox.addEventListener('activated', () => {
      if (!controlled) emit('offlineReady');
    });
    await workbox.register();
    await askForAll();
    wantsAll.subscribe(() => void askForAll());
    // What was cut goes on.
    window.addEventListener('online', () => void askForAll());
    // A tab that stays open for days hears of new versions too.
    setInterval(() => void workbox.update().catch(() => undefined), 60 * 60_000);
  }

  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    const start = () =>
      void whenWanted()
        .then(register)
        .catch(() => undefined);
    if (document.readyState === 'complete') start();
    else window.addEventListener('load', start, { once: true });
  }
  return {
    onWaiting: (listener) => on('waiting', listener),
    onReplaced: (listener) => on('replaced', listener),
    onOfflineReady: (listener) => on('offlineReady', listener),
    activate: () => activate(),
    look: () => look().catch(() => false),
  };
}
