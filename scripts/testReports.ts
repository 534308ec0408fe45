import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Totals {
  passed: number;
  skipped: number;
  /** What failed, by name: where a log is cut, its end still says what to look at. */
  failed: string[];
  /** What passed at a second try only. */
  flaky: string[];
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    line: number;
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

const failedFiles = (report: VitestReport) => report.testResults.filter(({ status }) => status === 'failed');

/** A test file that could not even be loaded has no tests to count, so it counts as one failure. */
export function vitestTotals(path: string): Totals {
  const report = readJson(path) as VitestReport;
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failed: failedFiles(report).flatMap(({ name, assertionResults }) => {
      const file = relative('.', name);
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      return tests.length === 0 ? [file] : tests.map(({ fullName }) => `${file} › ${fullName}`);
    }),
    flaky: [],
  };
}

/**
 * The files to try again: tests of a file share what its first ones made, so a file is tried as a whole. None where the
 * runner itself failed.
 */
export function vitestFilesToRetry(path: string): string[] {
  return existsSync(path)
    ? failedFiles(readJson(path) as VitestReport).map(({ name }) => relative('.', name))
    : [];
}

/** The totals after a second run of the failed files alone: what passed there is flaky, the rest stays failed. */
export function afterRetry(first: Totals, second: Totals): Totals {
  const flaky = first.failed.filter((name) => !second.failed.includes(name));
  return { ...first, passed: first.passed + flaky.length, failed: second.failed, flaky };
}

export function playwrightTotals(path: string): Totals {
  const { stats, suites, errors } = readJson(path) as PlaywrightReport;
  const named = (wanted: string) => {
    const inSuite = ({ file, specs, suites: inner = [] }: PlaywrightSuite): string[] => [
      ...specs.flatMap(({ title, line, tests }) =>
        tests.filter(({ status }) => status === wanted).map(() => `${file}:${line} › ${title}`),
      ),
      ...inner.flatMap(inSuite),
    ];
    return suites.flatMap(inSuite);
  };
  const flaky = named('flaky');
  return {
    passed: stats.expected + flaky.length,
    skipped: stats.skipped,
    failed: [...named('unexpected'), ...errors.map(({ message }) => message ?? 'an error without a message')],
    flaky,
  };
}

/** The totals of one runner; if it crashed, or failed and reports no failure, that counts as a failure. */
export function totalsOf(name: string, code: number, count: () => Totals): Totals {
  let totals: Totals;
  try {
    totals = count();
  } catch (error) {
    console.error(`No readable report from ${name} (exit code ${code}):`, error);
    return { passed: 0, skipped: 0, failed: [`${name}: no report`], flaky: [] };
  }
  return code !== 0 && totals.failed.length === 0
    ? { ...totals, failed: [`${name}: exit code ${code}`] }
    : totals;
}

/** The last line of `npm test`, which others read: its form is part of the outside contract. */
export function summaryLine(all: readonly Totals[]): string {
  const sum = (count: (totals: Totals) => number) => all.reduce((total, one) => total + count(one), 0);
  const skipped = sum((one) => one.skipped);
  return [
    `${sum((one) => one.passed)} passed`,
    `${sum((one) => one.failed.length)} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
}
