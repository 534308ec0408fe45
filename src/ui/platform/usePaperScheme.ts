import { useComputedColorScheme } from '@mantine/core';
import { usePrinting } from './usePrinting.ts';

/** The scheme of what is drawn, not styled: on paper, which is white, always the light one. */
export function usePaperScheme(): 'light' | 'dark' {
  const scheme = useComputedColorScheme('light');
  return usePrinting() ? 'light' : scheme;
}
