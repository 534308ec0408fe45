import { useEffect, type RefObject } from 'react';

/** Of the app, which stays in sight and in reach. */
const HEAD = '.mantine-AppShell-header';

/** While an element fills the window, nothing that it covers can be reached by keys either. */
export function useAlone(element: RefObject<HTMLElement | null>, isAlone: boolean): void {
  useEffect(() => {
    if (!isAlone) return undefined;
    const covered: HTMLElement[] = [];
    // Dialogs and menus hang on the body itself.
    for (let own = element.current; own?.parentElement && own.parentElement !== document.body;) {
      const parent: HTMLElement = own.parentElement;
      for (const other of parent.children) {
        if (other === own || !(other instanceof HTMLElement) || other.inert || other.matches(HEAD)) continue;
        other.toggleAttribute('inert', true);
        covered.push(other);
      }
      own = parent;
    }
    return () => {
      for (const other of covered) other.toggleAttribute('inert', false);
    };
  }, [element, isAlone]);
}
