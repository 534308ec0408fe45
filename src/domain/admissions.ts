import type { Checkin } from './documents/checkin.ts';
import { checkinTimeOf } from './ids.ts';

/*
 * What the check-in documents of one client in one session say together: the times that the client was let in, and what
 * ended each. A pure function of the set, so that any device that holds the same documents shows the same.
 *
 * - 'In' means: an admission that nobody cancelled.
 * - A document that names another one takes that one back: a cancellation its admission, and the undo of a cancellation
 *   its cancellation, so that the admission stands again as it was.
 * - A cancellation that names none takes back every admission of an earlier time, whenever it arrives.
 */
export type CheckinFact = Pick<Checkin, '_id' | 'sessionId' | 'clientId' | 'action' | 'time' | 'cancels'>;

/** One time that a client was let in. */
export interface Admission<T extends CheckinFact = CheckinFact> {
  id: string;
  time: number;
  /** Null where only its cancellation is known here: it has not arrived yet, or it was the entry's own. */
  fact: T | null;
  /** The earliest cancellation that stands; null for an admission that holds. */
  endedBy: T | null;
  /** What its cancellation names: itself, or the undo that brought it back. */
  handle: string;
}

/** Total order by time, then id: the same everywhere. Negative when `a` comes first. */
export function compareFacts(
  a: Pick<CheckinFact, '_id' | 'time'>,
  b: Pick<CheckinFact, '_id' | 'time'>,
): number {
  if (a.time !== b.time) return a.time - b.time;
  return a._id < b._id ? -1 : a._id > b._id ? 1 : 0;
}

const isOpenCancellation = ({ action, cancels }: CheckinFact): boolean =>
  action === 'out' && cancels === undefined;

/** All admissions among the facts of one client in one session, in the order of time. */
export function admissionsOf<T extends CheckinFact>(facts: readonly T[]): Admission<T>[] {
  const [only] = facts;
  // By far the most frequent case: let in once.
  if (facts.length === 1 && only?.action === 'in' && only.cancels === undefined) {
    return [{ id: only._id, time: only.time, fact: only, endedBy: null, handle: only._id }];
  }
  const namers = new Map<string, T[]>();
  for (const fact of facts) {
    if (fact.action !== 'seen' && fact.cancels !== undefined) {
      namers.set(fact.cancels, [...(namers.get(fact.cancels) ?? []), fact]);
    }
  }
  const namersOf = (id: string, action: CheckinFact['action']): T[] =>
    (namers.get(id) ?? []).filter((fact) => fact.action === action);
  const opposite = ({ action }: T) => (action === 'in' ? 'out' : 'in');
  /** `path` ends the walk where documents name each other in a circle, which only mischief does. */
  function stands(fact: T, path: ReadonlySet<string> = new Set()): boolean {
    const here = new Set(path).add(fact._id);
    return !namersOf(fact._id, opposite(fact)).some((namer) => !here.has(namer._id) && stands(namer, here));
  }

  /** Who really ended it: where a cancellation was undone and that undo cancelled, the last one. */
  function decider(out: T, path: ReadonlySet<string> = new Set()): T {
    const here = new Set(path).add(out._id);
    const later = namersOf(out._id, 'in')
      .flatMap((back) => namersOf(back._id, 'out'))
      .filter((next) => !here.has(next._id) && stands(next));
    return [out, ...later.map((next) => decider(next, here))].sort(compareFacts).at(-1) ?? out;
  }

  const sweeping = facts.filter((fact) => isOpenCancellation(fact) && stands(fact));
  const admission = (id: string, time: number, fact: T | null): Admission<T> => {
    const named = namersOf(id, 'out');
    const endings = named
      .filter((out) => stands(out))
      .map((out) => decider(out))
      .concat(sweeping.filter((out) => compareFacts(out, { _id: id, time }) > 0));
    const restorations = named.flatMap((out) => namersOf(out._id, 'in').filter((back) => stands(back)));
    return {
      ...{ id, time, fact },
      endedBy: endings.sort(compareFacts)[0] ?? null,
      handle: restorations.sort(compareFacts).at(-1)?._id ?? id,
    };
  };

  const known = new Set(facts.map(({ _id }) => _id));
  const found = facts
    .filter(({ action, cancels }) => action === 'in' && cancels === undefined)
    .map((fact) => admission(fact._id, fact.time, fact));
  for (const [id, by] of namers) {
    const time = checkinTimeOf(id);
    // The id tells the time, so that even what has not arrived can be cancelled and brought back.
    if (!known.has(id) && time !== null && by.some(({ action }) => action === 'out'))
      found.push(admission(id, time, null));
  }
  return found.sort((a, b) => compareFacts({ _id: a.id, time: a.time }, { _id: b.id, time: b.time }));
}

/** The admission that a screen shows: of those that hold, the latest. */
export function holding<T extends CheckinFact>(admissions: readonly Admission<T>[]): Admission<T> | null {
  return admissions.findLast(({ endedBy }) => endedBy === null) ?? null;
}

/**
 * When the client was let in, or null. `own` is the time that the session's entry says by itself: a projection written
 * by a fold, or a time without a document (another program's).
 */
export function projectCheckIn(own: number | null, facts: readonly CheckinFact[]): number | null {
  if (facts.length === 0 || (own !== null && facts.every((fact) => isBefore(own, fact)))) return own;
  return holding(admissionsOf(facts))?.time ?? null;
}

/**
 * The own time counts while nothing as new is known. Whether a cancellation stands is not asked: the fold that obeyed it
 * has forgotten the time.
 */
function isBefore(own: number, fact: CheckinFact): boolean {
  if (fact.action === 'seen') return true;
  if (fact.action === 'out' && fact.cancels !== undefined) return (checkinTimeOf(fact.cancels) ?? 0) < own;
  return fact.time < own;
}
