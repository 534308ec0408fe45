import type { Plan, PlanTable } from '../documents/session.ts';

/** Numbers that differ in nothing but case or outer spaces are the same. */
export const planKey = (number: PlanTable['number']): string =>
  String(number ?? '')
    .trim()
    .toLowerCase();

/** Numbers that several tables have, as two people without network may give them: each once. */
export function sharedTableNumbers(plan: Plan | null | undefined): string[] {
  const byKey = new Map<string, string[]>();
  for (const { number } of Object.values(plan?.state.tables ?? {})) {
    const key = planKey(number);
    if (key !== '') byKey.set(key, [...(byKey.get(key) ?? []), String(number).trim()]);
  }
  return [...byKey.values()].flatMap(([first = '', ...others]) => (others.length > 0 ? [first] : []));
}
