import { useWindowEvent } from '@mantine/hooks';
import { useRef, type RefObject } from 'react';
import { useKeptFocus } from '#ui/platform/useKeptFocus.ts';

/** Of buttons that were pressed, so many are remembered: some have gone since. */
const REMEMBERED = 8;

/**
 * Many a button of the plan goes once it has done its work: whoever works by keys goes on at the table or the card that it
 * belonged to, or where they came from, and not before hundreds of seats again.
 */
export function useKeysOnPlan(
  card: RefObject<HTMLElement | null>,
  main: RefObject<HTMLElement | null>,
): void {
  const pressed = useRef<readonly HTMLElement[]>([]);
  useWindowEvent('keydown', ({ key, target }) => {
    if ((key !== 'Enter' && key !== ' ') || !(target instanceof HTMLButtonElement)) return;
    if (card.current?.contains(target) !== true)
      pressed.current = [...pressed.current, target].slice(-REMEMBERED);
  });
  useKeptFocus((row) => {
    const atTable = row?.isConnected === true ? row.querySelector('button') : null;
    const heading = card.current?.querySelector('h2') ?? null;
    const before = pressed.current.findLast((button) => button.isConnected) ?? null;
    (atTable ?? heading ?? before ?? main.current)?.focus();
  });
}
