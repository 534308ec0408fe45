const prevent = (event: Event): void => {
  if (event.cancelable) event.preventDefault();
};

/**
 * A ref for what has `touch-action: none` and is moved by fingers. Chromium takes a swift move there for a fling all the
 * same, and the next tap, wherever it is, for what stops that fling: its click never comes. Moves that are prevented are
 * none.
 */
export function ownTouches(element: Element | null): (() => void) | undefined {
  if (element === null) return undefined;
  element.addEventListener('touchmove', prevent, { passive: false });
  return () => element.removeEventListener('touchmove', prevent);
}
