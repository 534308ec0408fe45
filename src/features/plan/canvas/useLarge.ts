import { useEffect, useState, type RefObject } from 'react';
import { useAlone } from './useAlone.ts';

/** The plan alone on the window, and on the whole screen where the browser lets a page have it. */
export function useLarge(layout: RefObject<HTMLElement | null>) {
  const [isLarge, setLarge] = useState(false);
  useAlone(layout, isLarge);
  useEffect(() => {
    if (!isLarge || !document.fullscreenEnabled) return undefined;
    // A browser that refuses shows the plan as large as the window.
    const asked = document.documentElement.requestFullscreen().catch(() => undefined);
    // Where it can be had, Escape first closes what is open on the plan: held down, it still leaves the full screen.
    asked.then(() => keyboardOf(navigator)?.lock(['Escape'])).catch(() => undefined);
    const onChange = (): void => {
      if (document.fullscreenElement === null) setLarge(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      void asked.then(() => (document.fullscreenElement === null ? undefined : document.exitFullscreen()));
    };
  }, [isLarge]);
  return { isLarge, set: setLarge };
}

/** Not every browser has it, nor TypeScript. */
const keyboardOf = (from: object): { lock: (keys: string[]) => Promise<void> } | undefined =>
  (from as { keyboard?: { lock: (keys: string[]) => Promise<void> } }).keyboard;
