import { asksBeforeLeaving } from '../asksBeforeLeaving.ts';
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
    held: () => isHeld || asksBeforeLeaving(target),
    forget() {
      isHeld = false;
    },
  };
}

/** A choice of a list that opens is no field of the browser, and tells only that it was clicked. */
const isOption = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="option"]') !== null;
