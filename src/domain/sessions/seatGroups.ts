/** A colour of the plan: whom it stands for. `letter` says it too: nobody needs to tell eight colours apart. */
export interface SeatGroup {
  /** Null for all that have no group of their own. */
  key: string | null;
  letter: string;
  color: string;
  count: number;
}

/** Apart from one another for most eyes, and each legible under black or white (after Okabe and Ito). */
const COLOURS = [
  ...['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#6a4c93'],
] as const;
const OTHERS = '#8a9490';

/**
 * The largest groups with a colour and a letter each, in order of size, then of their names; the rest is one group,
 * and who has none is in none. The same answer for the same people.
 */
export function seatGroups(keys: Iterable<string | null>): SeatGroup[] {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== null && key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  const sorted = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const groups = COLOURS.flatMap((color, index): SeatGroup[] => {
    const [key, count] = sorted[index] ?? [];
    return key === undefined || count === undefined
      ? []
      : [{ key, count, color, letter: String.fromCharCode(65 + index) }];
  });
  const rest = sorted.slice(groups.length).reduce((sum, [, count]) => sum + count, 0);
  return rest === 0 ? groups : [...groups, { key: null, count: rest, color: OTHERS, letter: '+' }];
}
