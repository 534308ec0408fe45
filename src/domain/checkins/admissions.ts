import type { Checkin } from '../documents/checkin.ts';
import { checkinTimeOf } from '../ids.ts';

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

/** How far a check-in's time may lie ahead of the server's clock. Past ones are always taken, however late they come. */
export const MAX_AHEAD_MS = 24 * 3_600_000;

/** One time that a client was let in. */
export interface Admission<T extends CheckinFact = CheckinFact> {
  id: string;
  time: number;
  /** Null where only its cancellation is known: the check-in has not arrived here, or the time stood in the entry alone, without one. */
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
  const namers = namersAmong(facts);
  const standing = standingOf(facts, namers);
  const namersOf = (id: string, action: CheckinFact['action']): T[] =>
    (namers.get(id) ?? []).filter((fact) => fact.action === action && standing.has(fact._id));

  /** Who really ended it: where a cancellation was undone and that undo cancelled, the last one. */
  function decider(out: T): T {
    let last = out;
    const seen = new Set([out]);
    for (const one of seen) {
      if (compareFacts(one, last) > 0) last = one;
      const undone = (namers.get(one._id) ?? []).filter(({ action }) => action === 'in');
      for (const next of undone.flatMap((back) => namersOf(back._id, 'out'))) seen.add(next);
    }
    return last;
  }

  const sweeping = facts
    .filter((fact) => isOpenCancellation(fact) && standing.has(fact._id))
    .sort(compareFacts);
  const admission = (id: string, time: number, fact: T | null): Admission<T> => {
    const endings = namersOf(id, 'out').map(decider);
    const sweep = firstAfter(sweeping, { _id: id, time });
    if (sweep !== undefined) endings.push(sweep);
    const restorations = (namers.get(id) ?? [])
      .filter(({ action }) => action === 'out')
      .flatMap((out) => namersOf(out._id, 'in'));
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
    // A check-in's id tells its time, so one that has not arrived here counts as soon as a cancellation names it: whoever
    // cancelled it had seen it. An id that only claims a time far ahead was seen by nobody, and lets nobody in.
    const wasSeen = by.some((fact) => fact.action === 'out' && (time ?? 0) <= fact.time + MAX_AHEAD_MS);
    if (!known.has(id) && time !== null && wasSeen) found.push(admission(id, time, null));
  }
  return found.sort((a, b) => compareFacts({ _id: a.id, time: a.time }, { _id: b.id, time: b.time }));
}

/** The cancellations and undos that name a document, by its id. */
function namersAmong<T extends CheckinFact>(facts: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const namers = new Map<string, T[]>();
  for (const fact of facts) {
    if (fact.action === 'seen' || fact.cancels === undefined) continue;
    const known = namers.get(fact.cancels);
    if (known === undefined) namers.set(fact.cancels, [fact]);
    else known.push(fact);
  }
  return namers;
}

/**
 * The documents that stand: no document that stands itself takes them back. It begins with those that nobody takes back and goes
 * on to what these name, each document once, since one device may have written thousands that name each other. In a
 * circle, which only mischief makes, none stands.
 */
function standingOf<T extends CheckinFact>(
  facts: readonly T[],
  namers: ReadonlyMap<string, readonly T[]>,
): ReadonlySet<string> {
  const byId = new Map(facts.map((fact) => [fact._id, fact]));
  const opposes = ({ action }: T, named: T): boolean => action === (named.action === 'in' ? 'out' : 'in');
  const opponents = (fact: T): number =>
    (namers.get(fact._id) ?? []).filter((namer) => opposes(namer, fact)).length;
  /** How many who would take it back have not fallen yet. */
  const left = new Map(facts.map((fact) => [fact._id, opponents(fact)]));
  const judged = facts.filter(({ _id }) => left.get(_id) === 0);
  const standing = new Set(judged.map(({ _id }) => _id));
  const fallen = new Set<string>();
  for (const fact of judged) {
    const { _id, cancels = '' } = fact;
    const named = byId.get(cancels);
    if (named === undefined || fallen.has(cancels) || !opposes(fact, named)) continue;
    const others = (left.get(cancels) ?? 0) - 1;
    left.set(cancels, others);
    if (standing.has(_id)) fallen.add(cancels);
    else if (others === 0) standing.add(cancels);
    else continue;
    judged.push(named);
  }
  return standing;
}

/** Of a sorted list the first that comes later. */
function firstAfter<T extends CheckinFact>(
  sorted: readonly T[],
  than: Pick<T, '_id' | 'time'>,
): T | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle];
    if (one !== undefined && compareFacts(one, than) > 0) high = middle;
    else low = middle + 1;
  }
  return sorted[low];
}

/** The admission that a screen shows: of those that hold, the latest. */
export function holding<T extends CheckinFact>(admissions: readonly Admission<T>[]): Admission<T> | null {
  return admissions.findLast(({ endedBy }) => endedBy === null) ?? null;
}

/** The document of the admission that a screen shows, of one client's in one session; null where no document tells. */
export function holdingFact<T extends CheckinFact>(facts: readonly T[]): T | null {
  const [only] = facts;
  // By far the most frequent case; statistics ask it of everybody who is in.
  if (facts.length === 1 && only?.action === 'in' && only.cancels === undefined) return only;
  return holding(admissionsOf(facts))?.fact ?? null;
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
