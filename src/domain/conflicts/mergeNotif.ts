import { canonical } from '../canonical.ts';

type Stored = Record<string, unknown>;

/**
 * Merges two versions of one notification: the newest, with everybody whom either names for once more. That is asked for by
 * adding a name alone, each as often as they are to get it (notifications/resends.ts), so nobody's asking is lost. The
 * maximum of a total order and a union: it does not matter who merges what in which order.
 */
export function mergeNotifs(a: Stored, b: Stored): Stored {
  const [named, others] = [a, b].map(namedIn) as [string[], string[]];
  if (canonical(named) === canonical(others)) return newest(a, b);
  const times = new Map<string, number>();
  for (const list of [named, others])
    for (const [id, count] of countsOf(list)) times.set(id, Math.max(times.get(id) ?? 0, count));
  const ids = [...times].sort(([x], [y]) => (x < y ? -1 : 1));
  const resendConsumerIds = ids.flatMap(([id, count]) => Array.from({ length: count }, () => id));
  return { ...newest(a, b), resendConsumerIds };
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
  return restOf(a) >= restOf(b) ? a : b;
}

function updatedAt({ metadata }: Stored): number {
  const { updatedAt: time } = (metadata ?? {}) as { updatedAt?: unknown };
  return typeof time === 'number' ? time : 0;
}

const restOf = ({ resendConsumerIds: _list, ...rest }: Stored): string => canonical(rest);
