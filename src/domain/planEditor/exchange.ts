import { z } from 'zod';
import { plan as planSchema, type Plan } from '../documents/session.ts';
import { err, ok, type Result } from '../result.ts';
import { planProblems } from './problems.ts';

const FORMAT = 'foyer-plan';

export interface ExchangeError {
  code: 'not_json' | 'not_a_plan' | 'table_number_exists';
  /** Where in the file, such as `state.tables.3.seats`; at most ten. */
  paths: string[];
}

/** The whole plan as a file. Pictures are the session's, and stay with it. */
export const exportPlan = (plan: Plan): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, plan }, null, 2)}\n`;

/** Reads such a file, or a bare plan. Everything is checked before anything is taken over. */
export function importPlan(text: string): Result<Plan, ExchangeError> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return err({ code: 'not_json', paths: [] });
  }
  const file = z.object({ plan: z.unknown() }).safeParse(content);
  const parsed = planSchema.safeParse(
    file.success && file.data.plan !== undefined ? file.data.plan : content,
  );
  if (!parsed.success) {
    const paths = parsed.error.issues.slice(0, 10).map(({ path }) => path.join('.'));
    return err({ code: 'not_a_plan', paths: [...new Set(paths)] });
  }
  const problems = planProblems(parsed.data);
  if (problems.length > 0) {
    const paths = problems.slice(0, 10).map(({ tableId }) => `state.tables.${tableId}.number`);
    return err({ code: 'table_number_exists', paths });
  }
  return ok(parsed.data);
}
