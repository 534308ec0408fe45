import type { Figures } from './sums.ts';

/** An event's registrations and its day (see days.ts); `until` is the last day of which there is something to tell. */
export interface Compared {
  figures: Figures;
  day: number;
  until: number;
}

export interface Distance {
  /** Days before the event; negative after it. */
  before: number;
  /** Registrations until then; null where that has not come yet. */
  own: number | null;
  other: number | null;
  isToday: boolean;
}

/** How many rows a comparison has at most, beside those of today and of the event. */
const ROWS = 26;

/** Two events at the same distance from their dates, the furthest first; with today's distance and the day itself. */
export function compareEvents(own: Compared, other: Compared): Distance[] {
  const sides = [own, other].map(({ figures, day, until }) => {
    const days = [...(figures.get('days') ?? [])].flatMap(([key, [count = 0]]): [number, number][] =>
      typeof key === 'number' && count > 0 ? [[key, count]] : [],
    );
    return { days: days.sort(([a], [b]) => a - b), day, until };
  });
  const distances = sides.flatMap(({ days, day }) => days.map(([key]) => day - key));
  if (distances.length === 0) return [];
  const furthest = distances.reduce((a, b) => Math.max(a, b));
  const nearest = Math.min(0, ...sides.map(({ days, day }) => day - (days.at(-1)?.[0] ?? day)));
  const step = [1, 7, 14, 30, 90, 365].find((one) => (furthest - nearest) / one <= ROWS) ?? 3650;
  const today = own.day - own.until;
  const wanted = new Set<number>([furthest, nearest, 0]);
  if (today <= furthest && today >= nearest) wanted.add(today);
  for (let at = Math.floor(furthest / step) * step; at >= nearest; at -= step) wanted.add(at);
  const [mine, theirs] = sides.map(({ days, day, until }) => (before: number): number | null => {
    if (day - before > until) return null;
    let sum = 0;
    for (const [key, count] of days) if (key <= day - before) sum += count;
    return sum;
  });
  return [...wanted]
    .sort((a, b) => b - a)
    .map((before) => ({
      before,
      own: mine?.(before) ?? null,
      other: theirs?.(before) ?? null,
      isToday: before === today,
    }));
}
