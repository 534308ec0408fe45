import { canonical } from '../canonical.ts';
import type { Plan, PlanTable, Session } from '../documents/session.ts';
import { own } from '../plan/parts.ts';
import { restOf, tablesOf, type PlanTimes, type Timed } from '../sessions/planTimes.ts';

/** Without a plan there is nothing that the time would be of. */
const planAt = ({ plan, metadata }: Timed): number => (plan == null ? 0 : (metadata.planAt ?? 0));
/** When a part was last changed by somebody who had the plan before them; never later than the plan itself. */
const timeOf = (session: Timed, at: number | null | undefined): number => Math.min(at ?? 0, planAt(session));
const tableTime = (session: Timed, id: string): number =>
  timeOf(session, own(session.metadata.tableTimes ?? {}, id));

/**
 * A part of a plan: the newest counts, one that is gone as much as one that was moved. A part that nobody has changed since the plan
 * was made has no time of its own; of two plans that were made apart the newer one's counts.
 */
interface Part {
  time: number;
  planAt: number;
  value: object | null;
}

function newest(a: Part, b: Part): Part {
  if (a.time !== b.time) return a.time > b.time ? a : b;
  if (a.time === 0 && a.planAt !== b.planAt) return a.planAt > b.planAt ? a : b;
  return canonical(a.value) >= canonical(b.value) ? a : b;
}

/**
 * Merges the plans of two versions table by table, so that two people who move tables apart both keep what they did. Every part is
 * the maximum of a total order, as in `mergeSessions`.
 */
export function mergePlans(a: Timed, b: Timed): Pick<Session, 'plan'> & { times: PlanTimes } {
  const ids = new Set(
    [a, b].flatMap((session) => [
      ...Object.keys(tablesOf(session)),
      ...Object.keys(session.metadata.tableTimes ?? {}),
    ]),
  );
  const tables: [string, PlanTable][] = [];
  const times: [string, number][] = [];
  for (const id of [...ids].sort()) {
    const part = (session: Timed): Part => ({
      ...{ time: tableTime(session, id), planAt: planAt(session), value: own(tablesOf(session), id) },
    });
    const { time, value } = newest(part(a), part(b));
    if (value !== null) tables.push([id, value as PlanTable]);
    if (time > 0) times.push([id, time]);
  }
  const rest = (session: Timed): Part => ({
    ...{ time: timeOf(session, session.metadata.planRestAt), planAt: planAt(session) },
    value: restOf(session),
  });
  // A version without a plan has not taken it away: it did not know it.
  const [one, other] = [rest(a), rest(b)];
  const isKnown = [one, other].map(({ value: said }) => said !== null);
  const { time, value } = isKnown[0] === isKnown[1] ? newest(one, other) : isKnown[0] ? one : other;
  const changes = [a, b].filter(({ plan }) => plan != null || value === null);
  const changedAt = changes.flatMap(({ metadata }) => metadata.planAt ?? []);
  const kept: PlanTimes = {
    ...(changedAt.length === 0 ? {} : { planAt: Math.max(...changedAt) }),
    ...(times.length === 0 ? {} : { tableTimes: Object.fromEntries(times) }),
    ...(time === 0 ? {} : { planRestAt: time }),
  };
  if (value === null) {
    const isSaid = a.plan !== undefined || b.plan !== undefined;
    return { ...(isSaid ? { plan: null } : {}), times: kept };
  }
  const nextTableIndex = Math.max(...[a, b].map(({ plan }) => plan?.state.nextTableIndex ?? 0));
  const { state, ...others } = value as Plan;
  const plan = { ...others, state: { ...state, nextTableIndex, tables: Object.fromEntries(tables) } };
  return { plan, times: kept };
}
