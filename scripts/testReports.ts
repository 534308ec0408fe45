import { readFileSync } from 'node:fs';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** A test file that could not even be loaded has no tests to count, so it counts as one failure. */
export function vitestTotals(path: string): Totals {
  const report = readJson(path) as VitestReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function playwrightTotals(path: string): Totals {
  const { stats, errors } = readJson(path) as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** The totals of one runner; if it crashed, or failed and reports no failure, that counts as a failure. */
export function totalsOf(code: number, count: () => Totals): Totals {
  let totals: Totals;
  try {
    totals = count();
  } catch (error) {
    console.error(`No readable report from the runner (exit code ${code}):`, error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
}

export function summaryLine(all: readonly Totals[]): string {
  const sum = (key: keyof Totals) => all.reduce((total, one) => total + one[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
