import type { Typing } from './updates.ts';

/** What a field, a list of choices or a file that was dropped tells when somebody uses it. */
const TOLD = ['input', 'change', 'drop'] as const;

/**
 * Listens for what somebody types, chooses or drops in this window, and asks those who would have the browser ask before it is
 * left: a plan that was dragged, or an import that runs, is no less than what was typed.
 */
export function watchTyping(target: Window): Typing {
  let isHeld = false;
  const hold = (): void => {
    isHeld = true;
  };
  for (const type of TOLD) target.addEventListener(type, hold, true);
  target.addEventListener('click', (event) => isOption(event.target) && hold(), true);
  return {
    held: () => isHeld || isAskedBefore(target),
    forget() {
      isHeld = false;
    },
  };
}

/** The browser would ask whoever leaves this page now. Dispatched by a script, the event asks nobody. */
const isAskedBefore = (target: Window): boolean =>
  !target.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** A choice of a list that opens is no field of the browser, and tells only that it was clicked. */
const isOption = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="option"]') !== null;
