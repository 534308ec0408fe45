import { useEffect, type RefObject } from 'react';

/** Puts the focus where a screen begins: for screens made around one field, such as the login. */
export function useInitialFocus(field: RefObject<HTMLElement | null>, wanted = true): void {
  useEffect(() => {
    if (wanted) field.current?.focus();
    // Only when the screen appears.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, []);
}
