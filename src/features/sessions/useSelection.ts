import { useMemo, useRef, useState } from 'react';
import type { RosterGuest } from '#hooks/data/roster.ts';

/** Which clients of the list are selected. Filters change what is shown, not what is selected. */
export interface Selection {
  ids: ReadonlySet<string>;
  has: (clientId: string) => boolean;
  /** With `range`, everybody from the last one toggled to this one, in the order shown, gets this one's new state. */
  toggle: (clientId: string, range: boolean) => void;
  /** How many of those selected the filters keep out of sight. */
  hidden: number;
  /** How many of the clients shown can be selected, and whether they are. */
  shown: number;
  state: 'none' | 'some' | 'all';
  /** Selects all clients shown, or none of them when all are. */
  toggleAll: () => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** `guests` are all of the list, `shown` those that the filters let through, in order. */
export function useSelection(guests: readonly RosterGuest[], shown: readonly RosterGuest[]): Selection {
  const [chosen, setChosen] = useState(NONE);
  const anchor = useRef<string | null>(null);
  const shownIds = useMemo(() => selectable(shown), [shown]);
  // Somebody who was removed meanwhile is selected no more.
  const ids = useMemo(
    () => (chosen.size === 0 ? NONE : new Set(selectable(guests).filter((id) => chosen.has(id)))),
    [chosen, guests],
  );
  const here = shownIds.filter((id) => ids.has(id)).length;

  function set(wanted: readonly string[], on: boolean): void {
    const next = new Set(ids);
    for (const id of wanted) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  }
  return {
    ids,
    has: (clientId) => ids.has(clientId),
    toggle(clientId, range) {
      const from = range && anchor.current !== null ? shownIds.indexOf(anchor.current) : -1;
      const to = shownIds.indexOf(clientId);
      const wanted =
        from < 0 || to < 0 ? [clientId] : shownIds.slice(Math.min(from, to), Math.max(from, to) + 1);
      set(wanted, !ids.has(clientId));
      anchor.current = clientId;
    },
    hidden: ids.size - here,
    shown: shownIds.length,
    state: here === 0 ? 'none' : here === shownIds.length ? 'all' : 'some',
    toggleAll: () => set(shownIds, here < shownIds.length),
    clear: () => setChosen(NONE),
  };
}

/** Guests whose document is not here yet cannot be changed. */
const selectable = (guests: readonly RosterGuest[]): string[] =>
  guests.flatMap(({ client, clientId }) => (client === null ? [] : [clientId]));
