/*
 * `resendConsumerIds` says who is to get a notification once more. A list that many may write and nobody empties cannot be
 * obeyed as it stands: what counts is who is new in it. Who is there already, the server remembers; whoever
 * is there once more (twice, or again after they were taken out) is new again. While a message is still on its way to them, nothing
 * more follows from it: whoever asked does not see that.
 */

/** By consumer id. */
export type Resends = Readonly<Record<string, Resend>>;
export interface Resend {
  /** How often the list named them when it was last looked at. */
  seen: number;
  /** Up to which attempt they are to get it. */
  attempt: number;
}

/**
 * What is remembered after a look at the list; the very same where nothing is new. `attempts`: how many a person has had; `isOpen`:
 * whether the end of one of these is not known yet.
 */
export function afterLook(
  known: Resends,
  list: readonly string[],
  attempts: (consumerId: string) => number,
  isOpen: (consumerId: string) => boolean = () => false,
): Resends {
  const counts = new Map<string, number>();
  for (const id of list) counts.set(id, (counts.get(id) ?? 0) + 1);
  const changed: Record<string, Resend> = {};
  for (const id of new Set([...counts.keys(), ...Object.keys(known)])) {
    const count = counts.get(id) ?? 0;
    const { seen, attempt } = Object.hasOwn(known, id) ? (known[id] as Resend) : { seen: 0, attempt: 0 };
    if (count === seen) continue;
    // What was asked for before is to be put in first, maybe by another process.
    const isWaiting = attempt > attempts(id) || isOpen(id);
    changed[id] = { seen: count, attempt: count > seen && !isWaiting ? attempts(id) + 1 : attempt };
  }
  return Object.keys(changed).length === 0 ? known : { ...known, ...changed };
}

export const wantedAttempts = (resends: Resends): ReadonlyMap<string, number> =>
  new Map(Object.entries(resends).map(([id, { attempt }]) => [id, attempt]));
