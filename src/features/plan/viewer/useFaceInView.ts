import { useEffect, type RefObject } from 'react';

/** On a phone the list is below the plan: whoever was picked there is put down at the face, which comes into view. */
export function useFaceInView(
  face: RefObject<HTMLElement | null>,
  isCarrying: boolean,
  isList: boolean,
): void {
  useEffect(() => {
    if (!isCarrying || window.innerWidth >= 700 || face.current === null) return;
    // Whoever was picked up in the midst of a long list of tables is put down from there.
    const { top, bottom } = face.current.getBoundingClientRect();
    if (isList && top < window.innerHeight / 2 && bottom > window.innerHeight / 2) return;
    face.current.scrollIntoView({ block: 'start' });
  }, [face, isCarrying, isList]);
}
