import type { PastedRow, PastedRowError } from '#domain/import/pastedRows.ts';

export interface PasteSummary {
  ready: PastedRow[];
  skipped: number;
  /** How many rows each reason holds back, the most frequent first. */
  reasons: { error: PastedRowError; count: number }[];
}

export function summarise(rows: readonly PastedRow[]): PasteSummary {
  const counts = new Map<PastedRowError, number>();
  for (const { error } of rows) if (error !== null) counts.set(error, (counts.get(error) ?? 0) + 1);
  const ready = rows.filter(({ error }) => error === null);
  return {
    ready,
    skipped: rows.length - ready.length,
    reasons: [...counts].map(([error, count]) => ({ error, count })).sort((a, b) => b.count - a.count),
  };
}
