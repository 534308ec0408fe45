import { canonical, digest } from '../canonical.ts';
import type { Plan, Session } from '../documents/session.ts';

/** What a record says under a name of its own; null for none, and for what every object has. */
export const own = <T>(all: Readonly<Record<string, T>>, key: string): T | null =>
  Object.hasOwn(all, key) ? (all[key] ?? null) : null;

/** All of a plan but its tables, and but the count of the ids that were given. */
export function restOfPlan(plan: Plan): object {
  const { tables: _tables, nextTableIndex: _next, ...state } = plan.state;
  return { ...plan, state };
}

/**
 * Says which plan it is by what it holds. Its time does not: putting two versions together keeps the later one's, so that on the device
 * that saved last the plan becomes another one at the same time.
 */
export const planVersion = (plan: Session['plan']): string => digest(canonical(plan ?? null));
