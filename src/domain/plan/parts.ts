import type { Plan } from '../documents/session.ts';

/** What a record says under a name of its own; null for none, and for what every object has. */
export const own = <T>(all: Readonly<Record<string, T>>, key: string): T | null =>
  Object.hasOwn(all, key) ? (all[key] ?? null) : null;

/** All of a plan but its tables, and but the count of the ids that were given. */
export function restOfPlan(plan: Plan): object {
  const { tables: _tables, nextTableIndex: _next, ...state } = plan.state;
  return { ...plan, state };
}
