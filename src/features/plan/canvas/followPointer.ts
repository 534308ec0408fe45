import type { PointerEvent as ReactPointerEvent } from 'react';

interface Following {
  move: (event: PointerEvent) => void;
  /** Null when it came to nothing: a second finger, Escape, or the browser took over. */
  end: (event: PointerEvent | null) => void;
}

/** Follows a pointer that came down, wherever in the window it goes, until it is let go. What it gives ends that silently. */
export function followPointer(down: ReactPointerEvent, { move, end }: Following): () => void {
  const listening = new AbortController();
  const finish = (event: PointerEvent | null): void => {
    listening.abort();
    end(event);
  };
  const listen = <Kind extends keyof WindowEventMap>(
    kind: Kind,
    heard: (event: WindowEventMap[Kind]) => void,
    capture = false,
  ): void => window.addEventListener(kind, heard, { signal: listening.signal, capture });

  listen('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return;
    // Let go where nobody heard of it, such as in a menu of the browser.
    if (event.pointerType === 'mouse' && event.buttons === 0) finish(null);
    else move(event);
  });
  listen('pointerup', (event) => {
    if (event.pointerId === down.pointerId) finish(event);
  });
  listen('pointercancel', (event) => {
    if (event.pointerId === down.pointerId) finish(null);
  });
  const second = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) finish(null);
  };
  listen('pointerdown', second, true);
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Nothing else is closed by the same key.
    event.preventDefault();
    event.stopImmediatePropagation();
    finish(null);
  };
  listen('keydown', key, true);
  listen('contextmenu', (event) => {
    // A finger that rested before it moves is no wish for a menu.
    if (down.pointerType === 'touch') event.preventDefault();
    else finish(null);
  });
  return () => listening.abort();
}
