import type { KeyboardEvent } from 'react';
import { pressKey } from '#domain/plan/editor/keys.ts';
import { OVER_PLAN } from '../canvas/useEscape.ts';
import type { useLarge } from '../canvas/useLarge.ts';
import type { usePlanSaving } from './usePlanSaving.ts';

/** The shortcuts of the editor, for its buttons and its canvas: saving, the window, and whatever a plan does at a key. */
export function useEditorKeys(
  saving: ReturnType<typeof usePlanSaving>,
  large: ReturnType<typeof useLarge>,
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const ctrl = event.ctrlKey || event.metaKey;
    // Within a field too, where the browser would save the page.
    if (ctrl && event.key.toLowerCase() === 's') {
      event.preventDefault();
      if (saving.dirty) void saving.save();
      return;
    }
    if (isTyping(event.target)) return;
    const next = pressKey(saving.read(), { key: event.key, ctrl, shift: event.shiftKey });
    if (next === null) {
      if (event.key === 'Escape' && large.isLarge) large.set(false);
      return;
    }
    event.preventDefault();
    saving.apply(() => next);
  };
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest(`input, ${OVER_PLAN}`) !== null;
