import { z } from 'zod';
import { plan as planSchema, type Plan } from '../../documents/session.ts';
import { fromPretix, type ImportOptions } from '../pretix/import.ts';
import type { PretixReport } from '../pretix/report.ts';
import { pretixPlan } from '../pretix/schema.ts';
import { err, ok, type Result } from '../../result.ts';
import { planProblems } from './problems.ts';

const FORMAT = 'foyer-plan';

export interface ExchangeError {
  code: 'not_json' | 'unknown_format' | 'not_a_plan' | 'not_pretix' | 'empty_plan' | 'table_number_exists';
  /** Where in the file, such as `state.tables.3.seats`; at most ten. */
  paths: string[];
}
/** The plan of a file, and what was lost where the file was another program's. */
export interface ImportedPlan {
  plan: Plan;
  report: PretixReport | null;
}

/** The whole plan as a file. Pictures are the session's, and stay with it. */
export const exportPlan = (plan: Plan): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, plan }, null, 2)}\n`;

/**
 * Reads such a file, a bare plan, or a plan of the ticket shop pretix: what it is can be told by its content.
 * Everything is checked before anything is taken over.
 */
export function importPlan(text: string, options: ImportOptions): Result<ImportedPlan, ExchangeError> {
  let content: unknown;
  try {
    // Some programs write a byte order mark first.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return err({ code: 'not_json', paths: [] });
  }
  const keys = z.looseObject({}).safeParse(content).data ?? {};
  if ('zones' in keys) return importPretix(content, options);
  if ('plan' in keys || 'state' in keys) return importOwn('plan' in keys ? keys['plan'] : content);
  return err({ code: 'unknown_format', paths: [] });
}

function importOwn(content: unknown): Result<ImportedPlan, ExchangeError> {
  const parsed = planSchema.safeParse(content);
  if (!parsed.success) return err({ code: 'not_a_plan', paths: pathsOf(parsed.error) });
  const problems = planProblems(parsed.data);
  if (problems.length > 0) {
    const paths = problems.slice(0, 10).map(({ tableId }) => `state.tables.${tableId}.number`);
    return err({ code: 'table_number_exists', paths });
  }
  return ok({ plan: parsed.data, report: null });
}

function importPretix(content: unknown, options: ImportOptions): Result<ImportedPlan, ExchangeError> {
  const parsed = pretixPlan.safeParse(content);
  if (!parsed.success) return err({ code: 'not_pretix', paths: pathsOf(parsed.error) });
  const imported = fromPretix(parsed.data, options);
  return imported.report.tables + imported.report.areas === 0
    ? err({ code: 'empty_plan', paths: [] })
    : ok(imported);
}

const pathsOf = ({ issues }: z.ZodError): string[] => [
  ...new Set(issues.slice(0, 10).map(({ path }) => path.join('.'))),
];
