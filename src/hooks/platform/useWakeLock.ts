import { useEffect } from 'react';

/** Keeps the screen on while the caller is there; quietly nothing where the platform cannot. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>;
    if (wakeLock === undefined) return undefined;
    let held: WakeLockSentinel | null = null;
    let gone = false;
    // A hidden page loses the lock, and has to ask again when it is back.
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const sentinel = await wakeLock.request('screen').catch(() => null);
      if (gone) void sentinel?.release();
      else held = sentinel;
    };
    const again = (): void => void ask();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', again);
      void held?.release();
    };
  }, []);
}
