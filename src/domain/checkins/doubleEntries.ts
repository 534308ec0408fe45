import { admissionsOf, compareFacts, type CheckinFact } from './admissions.ts';
import { factsByClient } from './checkin.ts';
import type { Checkin } from '../documents/checkin.ts';
import { seenOf } from './seen.ts';

/** Two admissions of one client to one session from two devices, the second while the first held. */
export interface DoubleEntry<T extends DoorFact = Checkin> {
  sessionId: string;
  clientId: string;
  first: T;
  second: T;
  /** The cancellation that took one of the two back; null while both hold. */
  settledBy: T | null;
  /** Who marked it as seen, first. */
  seenBy: T | null;
}

export type DoorFact = CheckinFact & Pick<Checkin, 'device' | 'double'>;

/** Somebody still has to look at it. */
export const isOpen = ({ settledBy, seenBy }: DoubleEntry<DoorFact>): boolean =>
  settledBy === null && seenBy === null;

/**
 * All double entries among the check-in documents of one session, in the order of their second admission. The same
 * device pressing twice is none: it is one guest at one door.
 */
export function doubleEntries<T extends DoorFact>(facts: Iterable<T>): DoubleEntry<T>[] {
  return [...factsByClient(facts).values()]
    .flatMap((own) => doublesOf(own))
    .sort((a, b) => compareFacts(a.second, b.second));
}

function doublesOf<T extends DoorFact>(facts: readonly T[]): DoubleEntry<T>[] {
  const admissions = admissionsOf(facts).flatMap(({ fact, endedBy }) => (fact ? [{ fact, endedBy }] : []));
  return admissions.flatMap(({ fact: second, endedBy }, index) => {
    const held = admissions
      .slice(0, index)
      .find((before) => before.endedBy === null || compareFacts(before.endedBy, second) > 0);
    if (held === undefined || held.fact.device.id === second.device.id) return [];
    const { sessionId, clientId, _id } = second;
    const endings = [held.endedBy, endedBy].filter((ending) => ending !== null);
    return [
      {
        ...{ sessionId, clientId, first: held.fact, second },
        settledBy: endings.sort(compareFacts)[0] ?? null,
        seenBy: seenOf(facts, _id),
      },
    ];
  });
}
