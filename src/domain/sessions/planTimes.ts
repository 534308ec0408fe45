import { canonical } from '../canonical.ts';
import type { Plan, PlanTable, Session } from '../documents/session.ts';
import { own, restOfPlan } from '../plan/parts.ts';

/** What the parts of a plan and their times are read from. */
export type Timed = Pick<Session, 'plan' | 'metadata'>;
type Tables = Readonly<Record<string, PlanTable>>;

export const tablesOf = ({ plan }: Timed): Tables => plan?.state.tables ?? {};

/** All of its plan but the tables; null without one. */
export const restOf = ({ plan }: Timed): object | null => (plan == null ? null : restOfPlan(plan));

/** Of a session's metadata. */
export type PlanTimes = Pick<Session['metadata'], 'planAt' | 'tableTimes' | 'planRestAt'>;

/** The times of a plan's parts once another plan stands in its place: of those that it changes, `time`. */
export function planTimes(before: Timed, plan: Plan | null | undefined, time: number): PlanTimes {
  // Nobody has changed anything yet of the first one.
  if (before.plan == null) return {};
  const after: Timed = { plan, metadata: {} };
  const [was, is] = [tablesOf(before), tablesOf(after)];
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (id) => canonical(own(was, id)) !== canonical(own(is, id)),
  );
  const isSame = canonical(restOf(before)) === canonical(restOf(after));
  return {
    ...(changed.length === 0
      ? {}
      : {
          tableTimes: {
            ...before.metadata.tableTimes,
            ...Object.fromEntries(changed.map((id) => [id, time])),
          },
        }),
    ...(isSame ? {} : { planRestAt: time }),
  };
}
