import { useCallback, useSyncExternalStore } from 'react';
import { useAppData } from './appData.tsx';

const MINUTE = 60_000;

/** The time (ms) by the server's clock, once an exchange has told it: what a device says of today holds on one whose date is wrong, too. */
export function useNow(): () => number {
  const { clock } = useAppData();
  return useCallback(() => Date.now() + clock.offset, [clock]);
}

/** A time (ms) that this device's clock gave, by the server's. */
export function useOnServer(): (time: number) => number {
  const { clock } = useAppData();
  return useCallback((time) => time + clock.offset, [clock]);
}

/** The minute that it is, ms, also for whoever comes back to a page that was left open. */
export function useMinute(): number {
  const now = useNow();
  return useSyncExternalStore(subscribe, () => Math.floor(now() / MINUTE) * MINUTE);
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE / 4);
  // A hidden page's timers rest.
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
