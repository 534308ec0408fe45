import { useEffect, useEffectEvent } from 'react';
import { createWedge, type ScannedCode } from '#domain/checkins/wedge.ts';

/** Where people type. A switch that somebody tapped keeps the focus, and nobody writes into it. */
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select';
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches(FIELDS) || target.isContentEditable);

/**
 * Hears the codes of a hardware scanner that types, wherever the focus is. Its Enter is taken away, so that it neither
 * presses the button that has the focus nor sends the search; its characters reach a field like any others.
 */
export function useWedgeScanner(onCode: (code: ScannedCode) => void): void {
  const heard = useEffectEvent(onCode);
  useEffect(() => {
    const wedge = createWedge();
    const key = (event: KeyboardEvent): void => {
      if (event.isComposing || event.ctrlKey || event.metaKey) return;
      // The time of the event itself: a busy page hears the keys late, and all at once.
      const code = wedge.key(event, event.timeStamp, isField(event.target));
      if (code === null) return;
      event.preventDefault();
      event.stopPropagation();
      heard(code);
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, []);
}
