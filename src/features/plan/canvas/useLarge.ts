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
