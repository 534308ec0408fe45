import { useEffect } from 'react';

/** A second tap on the same guest within this time is the same tap. */
export const DOUBLE_TAP_MS = 600;
/** A second tap on the same spot, whoever is there by then. */
const SPOT_MS = 400;
/** How far a finger that taps twice strays, CSS pixels. */
const SPOT = 24;

/**
 * At a door a nervous finger taps twice, and the first tap changes what is under it: the second would let the guest out
 * again, or let in whoever moved up. While the caller is there it does nothing. Who typed in between means another
 * guest; keys and assistive technology, which have no spot, are left alone.
 */
export function useSingleTaps(): void {
  useEffect(() => {
    let last = { x: 0, y: 0, at: -Infinity };
    const click = (event: MouseEvent): void => {
      if (event.detail === 0) return;
      const { clientX: x, clientY: y, timeStamp: at } = event;
      const isSecond = at - last.at < SPOT_MS && Math.hypot(x - last.x, y - last.y) < SPOT;
      last = { x, y, at };
      if (!isSecond) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const typed = (): void => void (last = { ...last, at: -Infinity });
    window.addEventListener('click', click, true);
    window.addEventListener('input', typed, true);
    return () => {
      window.removeEventListener('click', click, true);
      window.removeEventListener('input', typed, true);
    };
  }, []);
}
