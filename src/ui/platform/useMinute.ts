import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;

/** The minute that it is, ms, also for whoever comes back to a page that was left open. */
export const useMinute = (): number => useSyncExternalStore(subscribe, minute);

const minute = (): number => Math.floor(Date.now() / MINUTE) * MINUTE;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE / 4);
  // A hidden page's timers rest.
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
