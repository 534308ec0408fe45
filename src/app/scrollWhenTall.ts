import type { RouterProviderProps } from 'react-router-dom';

type Router = RouterProviderProps['router'];

/** A page that has not grown to where it was by then will not. */
const PATIENCE_MS = 15_000;
const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The router puts a page back to where it was in the moment it is drawn, and a page that still waits for its data is
 * too short for that: after a reload every list would begin at its top (SHELL-09). This tries again while the page
 * grows, until it is there or somebody moves it. Returns the stop.
 */
export function scrollWhenTall(router: Router): () => void {
  let done: string | null = null;
  let stopTrying = (): void => undefined;

  function look({ location, restoreScrollPosition: wanted, navigation }: Router['state']): void {
    if (navigation.state !== 'idle' || done === location.key) return;
    if (typeof wanted !== 'number') return;
    done = location.key;
    stopTrying();
    stopTrying = follow(wanted);
  }

  const unsubscribe = router.subscribe(look);
  look(router.state);
  // A page that is left by its links is not to be scrolled any more.
  const unfollow = router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') stopTrying();
  });
  return () => {
    unsubscribe();
    unfollow();
    stopTrying();
  };
}

function follow(wanted: number): () => void {
  const room = (): number => document.documentElement.scrollHeight - window.innerHeight;
  if (wanted <= 0 || room() >= wanted) return () => undefined;
  const growth = new ResizeObserver(() => {
    if (room() < wanted) return;
    stop();
    window.scrollTo(0, wanted);
  });
  growth.observe(document.body);
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const touch of TOUCHES) window.addEventListener(touch, stop, { passive: true });
  function stop(): void {
    growth.disconnect();
    clearTimeout(timer);
    for (const touch of TOUCHES) window.removeEventListener(touch, stop);
  }
  return stop;
}
