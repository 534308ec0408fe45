import { useEffect, useState, type RefObject } from 'react';

/** Whether a pointer is down that came down within: whatever would move what is under it waits meanwhile. */
export function usePressed(place: RefObject<HTMLElement | null>): boolean {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const element = place.current;
    const down = new Set<number>();
    const onDown = (event: PointerEvent): void => {
      down.add(event.pointerId);
      setPressed(true);
    };
    const onEnd = (event: PointerEvent): void => {
      if (down.delete(event.pointerId)) setPressed(down.size > 0);
    };
    element?.addEventListener('pointerdown', onDown, true);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
    return () => {
      element?.removeEventListener('pointerdown', onDown, true);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
    };
  }, [place]);
  return isPressed;
}
