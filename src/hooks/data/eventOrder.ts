import type { CentralEvent } from '#domain/documents/event.ts';

const date = (event: CentralEvent): number => event.date ?? Number.MAX_SAFE_INTEGER;
const RANKS = { ongoing: 0, upcoming: 1, archived: 2 } as const;
const rank = ({ status }: CentralEvent): number => RANKS[status ?? 'upcoming'];

/** The order of events wherever they are listed: ongoing ones, then upcoming ones, the nearest first; then archived ones, the latest first. */
export const byNearness = (a: CentralEvent, b: CentralEvent): number =>
  rank(a) - rank(b) || (a.status === 'archived' ? date(b) - date(a) : date(a) - date(b));

const arranged = new WeakMap<readonly CentralEvent[], readonly CentralEvent[]>();

/** The same list for the same events: screens are drawn anew for another one. */
export function inOrder(events: readonly CentralEvent[]): readonly CentralEvent[] {
  const known = arranged.get(events) ?? events.toSorted(byNearness);
  arranged.set(events, known);
  return known;
}
