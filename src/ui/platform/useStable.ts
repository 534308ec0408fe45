import { useState } from 'react';

/** The value before, as long as the new one says the same: what follows from it need not be made again. */
export function useStable<T>(next: T, isSame: (a: T, b: T) => boolean): T {
  const [stable, setStable] = useState(next);
  if (stable === next || isSame(stable, next)) return stable;
  setStable(next);
  return next;
}

export const isSameList = <T>(
  a: readonly T[],
  b: readonly T[],
  isSame: (a: T, b: T) => boolean = Object.is,
): boolean => a.length === b.length && a.every((item, index) => isSame(item, b[index] as T));
