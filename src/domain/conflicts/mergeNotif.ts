import { canonical } from '../canonical.ts';

type Stored = Record<string, unknown>;

/**
 * Merges two versions of one notification: the newest, with everybody whom either names for once more. That is asked for by
 * adding a name alone, each as often as they are to get it (notifications/resends.ts), so nobody's asking is lost. That it was
 * run stays told, and a device that did not know does not have it run again by another change. Maxima of total orders and a
 * union: it does not matter who merges what in which order.
 */
export function mergeNotifs(a: Stored, b: Stored): Stored {
  const merged = withRun(newest(a, b), isLater(a, b) ? a : b);
  const [named, others] = [a, b].map(namedIn) as [string[], string[]];
  if (canonical(named) === canonical(others)) return merged;
  const times = new Map<string, number>();
  for (const list of [named, others])
    for (const [id, count] of countsOf(list)) times.set(id, Math.max(times.get(id) ?? 0, count));
  const ids = [...times].sort(([x], [y]) => (x < y ? -1 : 1));
  const resendConsumerIds = ids.flatMap(([id, count]) => Array.from({ length: count }, () => id));
  return { ...merged, resendConsumerIds };
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Whether it was run later than the other, or then for more people. */
const isLater = (a: Stored, b: Stored): boolean =>
  (numberOf(a['date']) - numberOf(b['date']) || numberOf(a['count']) - numberOf(b['count'])) >= 0;

/** With the last run of the two; a one-time one whose time came before that is done. */
function withRun(newest: Stored, { date, count }: Stored): Stored {
  if (numberOf(date) === 0)
    return numberOf(count) === numberOf(newest['count']) ? newest : { ...newest, count: numberOf(count) };
  const isDone = newest['notifType'] === 'one-time' && numberOf(newest['sendAt']) <= numberOf(date);
  return { ...newest, date, count: numberOf(count), ...(isDone ? { notifType: 'inactive' } : {}) };
}

const namedIn = ({ resendConsumerIds: list }: Stored): string[] =>
  Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [];

function countsOf(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of list) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function newest(a: Stored, b: Stored): Stored {
  const [at, bt] = [updatedAt(a), updatedAt(b)];
  if (at !== bt) return at > bt ? a : b;
  const [one, other] = [restOf(a), restOf(b)];
  if (one !== other) return one > other ? a : b;
  // They differ in what is merged by itself: of a one-time one and one that is done, it is done.
  return a['notifType'] === 'one-time' ? b : a;
}

function updatedAt({ metadata }: Stored): number {
  return numberOf((metadata as { updatedAt?: unknown } | undefined)?.updatedAt);
}

const restOf = ({ resendConsumerIds: _list, date: _date, count: _count, ...rest }: Stored): string =>
  canonical({ ...rest, notifType: rest['notifType'] === 'one-time' ? 'inactive' : rest['notifType'] });
