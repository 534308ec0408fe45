import { useEffect, useEffectEvent } from 'react';

/** What takes the key for itself: whatever opens over the plan, and fields. */
export const OVER_PLAN =
  'input:not([type="search"]), textarea, select, [role="dialog"], [role="menu"], [role="listbox"]';

/** Escape closes one thing at a time, the innermost: this one is asked when nothing over the plan took the key. */
export function useEscape(close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(OVER_PLAN) !== null) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
