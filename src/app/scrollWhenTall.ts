import type { RouterProviderProps } from 'react-router-dom';

type Router = RouterProviderProps['router'];

/** A page that has not grown to where it was by then will not. */
const PATIENCE_MS = 15_000;
const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The router puts a page back to where it was in the moment it is drawn, and a page that still waits for its data is
 * too short for that: after a reload every list would begin at its top (SHELL-09). This tries again while the page
 * grows, until it is there, and keeps it there until somebody moves it. Returns the stop.
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
  if (wanted <= 0) return () => undefined;
  const room = (): number => document.documentElement.scrollHeight - window.innerHeight;
  const growth = new ResizeObserver(() => {
    if (room() < wanted) return;
    growth.disconnect();
    window.scrollTo(0, wanted);
  });
  if (room() < wanted) growth.observe(document.body);
  const { style } = document.body;
  // What comes above later was there when the page was left: the browser would hold what is seen, further up on the page, in its place.
  style.setProperty('overflow-anchor', 'none');
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const touch of TOUCHES) window.addEventListener(touch, stop, { passive: true });
  function stop(): void {
    growth.disconnect();
    style.removeProperty('overflow-anchor');
    clearTimeout(timer);
    for (const touch of TOUCHES) window.removeEventListener(touch, stop);
  }
  return stop;
}
