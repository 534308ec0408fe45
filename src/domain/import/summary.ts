import type { CheckedRow, ImportProblem, PlannedClient } from './check.ts';

/** What an import would do, before it does it. */
export interface ImportSummary {
  ready: readonly PlannedClient[];
  skipped: number;
  /** How many rows each reason holds back, the most frequent first; a row with two problems counts for both. */
  reasons: readonly { problem: ImportProblem; count: number }[];
}

export function summariseImport(rows: readonly CheckedRow[]): ImportSummary {
  const counts = new Map<ImportProblem, number>();
  const ready: PlannedClient[] = [];
  for (const { client, problems } of rows) {
    if (client !== null) ready.push(client);
    for (const problem of new Set(Object.values(problems))) {
      counts.set(problem, (counts.get(problem) ?? 0) + 1);
    }
  }
  return {
    ready,
    skipped: rows.length - ready.length,
    reasons: [...counts].map(([problem, count]) => ({ problem, count })).sort((a, b) => b.count - a.count),
  };
}
