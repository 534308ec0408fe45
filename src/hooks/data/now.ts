import { useCallback, useEffect, useReducer } from 'react';
import { useAppData } from './appData.tsx';

const QUARTER_MINUTE = 15_000;

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

/** The time (ms) at which a page is drawn, which is drawn anew as time passes, and when somebody comes back to it. */
export function useTime(): number {
  const now = useNow();
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => subscribe(drawAgain), []);
  return now();
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, QUARTER_MINUTE);
  // A hidden page's timers rest.
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
