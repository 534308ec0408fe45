/** One figure of a benchmark: ours against a named baseline of the same run. */
export interface Figure {
  bench: string;
  /** What was measured, where a bench has several figures: "p95", "with 50 ms latency". */
  measure?: string;
  ours: number;
  /** NaN where the baseline was left out or has nothing of the kind. */
  baseline: number;
  unit: 'ms' | 'bytes' | 's' | 'lost' | 'found' | 'fps' | 'kB' | 'MB';
  /** baseline / ours: how many times better we are; null where a division says nothing. */
  ratio: number | null;
  baselineName: string;
  /** What is to be reached, in words, and whether it was. */
  target?: string;
  reached?: boolean;
}

export function figure(parts: Omit<Figure, 'ratio'> & { ratio?: number | null }): Figure {
  const compares = parts.ours > 0 && Number.isFinite(parts.baseline);
  const ratio = compares ? round(parts.baseline / parts.ours) : null;
  return { ...parts, ours: round(parts.ours), baseline: round(parts.baseline), ratio: parts.ratio ?? ratio };
}

/** The p-th percentile (0 to 100) of some samples; the nearest rank. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((p / 100) * sorted.length) - 1))] ?? NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 50);

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}

export function printTable(figures: readonly Figure[]): void {
  const rows = [
    ['bench', 'measure', 'ours', 'baseline', 'ratio', 'to reach', ''],
    ...figures.map((f) => [
      f.bench,
      f.measure ?? '',
      `${f.ours} ${f.unit}`,
      Number.isFinite(f.baseline) ? `${f.baseline} ${f.unit} (${f.baselineName})` : '–',
      f.ratio === null ? '–' : `${f.ratio}×`,
      f.target ?? '',
      f.reached === undefined ? '' : f.reached ? 'reached' : 'NOT reached',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
