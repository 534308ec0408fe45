import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A row of a long list; on paper it is at no height, but below the one before. */
export interface DrawnRow {
  index: number;
  key: number | string | bigint;
  size?: number;
  start?: number;
}
/** All rows of a list, whatever is near the window. */
export const rowsOnPaper = (count: number): DrawnRow[] =>
  Array.from({ length: count }, (_, index) => ({ index, key: index }));

/** True while the page is being printed: lists that draw only what is near the window draw all of it then. */
export function usePrinting(): boolean {
  // What a narrow window has no room for may come with the sheet.
  const [printing, setPrinting] = useState(() => window.matchMedia('print').matches);
  useEffect(() => {
    const paper = window.matchMedia('print');
    // The browser takes the page as it stands when this returns.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    const follow = (): void => (paper.matches ? begin() : end());
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    paper.addEventListener('change', follow);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      paper.removeEventListener('change', follow);
    };
  }, []);
  return printing;
}
