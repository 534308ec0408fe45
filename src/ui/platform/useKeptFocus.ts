import { useEffect, useEffectEvent } from 'react';

/**
 * What had the focus is taken away by what was done with it: a row that the filter hides now, a button that has done its
 * work. Who goes on by keys would begin anew at the top of the page, so `onLost` gives the focus to what comes next; `row`
 * is the one in which it was. A finger is left alone: the keyboard of a phone would open.
 */
export function useKeptFocus(onLost: (row: HTMLElement | null) => void): void {
  const lost = useEffectEvent(onLost);
  useEffect(() => {
    let held: Element | null = null;
    let row: HTMLElement | null = null;
    let byKeys = false;
    const hold = ({ target }: FocusEvent): void => {
      held = target instanceof Element ? target : null;
      row = held?.closest('li') ?? null;
    };
    const used = ({ type }: Event): void => void (byKeys = type === 'keydown');
    const watch = new MutationObserver(() => {
      if (held === null || held.isConnected) return;
      held = null;
      if (byKeys && document.activeElement === document.body) lost(row);
    });
    document.addEventListener('focusin', hold);
    document.addEventListener('keydown', used, true);
    document.addEventListener('pointerdown', used, true);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', hold);
      document.removeEventListener('keydown', used, true);
      document.removeEventListener('pointerdown', used, true);
      watch.disconnect();
    };
  }, []);
}
