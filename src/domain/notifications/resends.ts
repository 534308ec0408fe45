/*
 * `resendConsumerIds` says who is to get a notification once more. A list that many may write and nobody empties cannot be
 * obeyed as it stands: what counts is who is new in it. Who is there already, the server remembers; whoever
 * is there once more (twice, or again after they were taken out) is new again.
 */

/** By consumer id. */
export type Resends = Readonly<Record<string, Resend>>;
export interface Resend {
  /** How often the list named them when it was last looked at. */
  seen: number;
  /** Up to which attempt they are to get it. */
  attempt: number;
}

/** What is remembered after a look at the list; the very same where nothing is new. `attempts`: how many a person has had. */
export function afterLook(
  known: Resends,
  list: readonly string[],
  attempts: (consumerId: string) => number,
): Resends {
  const counts = new Map<string, number>();
  for (const id of list) counts.set(id, (counts.get(id) ?? 0) + 1);
  const changed: Record<string, Resend> = {};
  for (const id of new Set([...counts.keys(), ...Object.keys(known)])) {
    const count = counts.get(id) ?? 0;
    const { seen, attempt } = Object.hasOwn(known, id) ? (known[id] as Resend) : { seen: 0, attempt: 0 };
    if (count === seen) continue;
    const raised = count > seen ? Math.max(attempt, attempts(id)) + 1 : attempt;
    changed[id] = { seen: count, attempt: raised };
  }
  return Object.keys(changed).length === 0 ? known : { ...known, ...changed };
}

export const wantedAttempts = (resends: Resends): ReadonlyMap<string, number> =>
  new Map(Object.entries(resends).map(([id, { attempt }]) => [id, attempt]));
