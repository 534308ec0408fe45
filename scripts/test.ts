/*
 * Everything: npm test. The last line is the total of all runners, and above it stands what failed, by name.
 * `npm test -- couchdb`: what touches the databases, on the CouchDB of COUCHDB_URL; needs a build.
 * `npm test -- couchdb-first`: of that, what a CouchDB answers in its own way, in a third of the time.
 * `npm test -- cluster`: what takes nodes of a cluster away (server/testing/cluster.ts).
 */
import { mkdirSync, rmSync } from 'node:fs';
import { runChecks } from './check.ts';
import { run } from './run.ts';
import {
  afterRetry,
  playwrightTotals,
  summaryLine,
  totalsOf,
  vitestFilesToRetry,
  vitestTotals,
  type Totals,
} from './testReports.ts';

const reports = 'node_modules/.cache/reports';
const e2eReport = `${reports}/playwright.json`;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const one = (name: string, passed: boolean): Totals => ({
  passed: passed ? 1 : 0,
  skipped: 0,
  failed: passed ? [] : [name],
  flaky: [],
});
const title = (text: string) => console.log(`\n════ ${text}`);

interface Part {
  /** For vitest: which of its projects, and which files. */
  projects: readonly string[];
  files: readonly string[];
  /** Variables of the environment. */
  needs: readonly string[];
  /** What Playwright runs; null for nothing. */
  browser: readonly string[] | null;
}

/**
 * End to end on a CouchDB: tests whose outcome hangs on what the server stores, whom it lets see it and when others hear
 * of it. How screens look, move and speak is the same whatever lies behind the server, and so is the other language.
 */
const STORED = [
  'accounts/access-taken',
  'desk/desk-crash',
  'door/main-job',
  'sync/restored-server',
  'sync/server-killed',
  'door/shared-numbers',
].map((name) => `e2e/${name}.spec.ts`);

/** Storage, replication, what the worker derives, and devices that meet: there a CouchDB differs from what is embedded. */
const DIFFERENT = [
  ...[
    'server/storage',
    'server/worker',
    'server/backup',
    'server/commands',
    'server/outbox',
    'server/invoices',
    'server/inFlight',
  ],
  ...['conformance', 'replication', 'read/bundle', 'changes/'].map((name) => `server/gateway/${name}`),
  ...['model', 'twoDevices', 'rights', 'hosts', 'lostAnswers', 'sync/restored'].map(
    (name) => `src/data/${name}`,
  ),
];

const PARTS: Record<string, Part> = {
  all: { projects: [], files: [], needs: [], browser: [] },
  couchdb: {
    ...{ projects: ['--project', 'node*'], files: ['server', 'src/data'], needs: ['COUCHDB_URL'] },
    browser: [...STORED, '--grep-invert', 'fr-CH'],
  },
  'couchdb-first': {
    ...{ projects: ['--project', 'node*'], files: DIFFERENT, needs: ['COUCHDB_URL'] },
    browser: ['desk/desk-crash', 'door/main-job', 'sync/restored-server'].map(
      (name) => `e2e/${name}.spec.ts`,
    ),
  },
  cluster: {
    ...{ projects: ['--project', 'cluster'], files: [], needs: ['COUCHDB_CLUSTER', 'COUCHDB_NODES'] },
    browser: null,
  },
};
const partName = process.argv[2] ?? 'all';
const part = PARTS[partName] ?? {
  projects: [],
  files: [],
  needs: [`a part by the name of one of ${Object.keys(PARTS).join(', ')}`],
  browser: null,
};

async function runVitest(report: string, files: readonly string[] = part.files): Promise<Totals> {
  const { code } = await run('vitest', [
    'run',
    ...part.projects,
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return totalsOf('vitest', code, () => vitestTotals(report));
}

async function runUnit(): Promise<Totals> {
  const first = await runVitest(`${reports}/vitest.json`);
  // A second try only where nobody watches, as of the end-to-end tests; a project that is broken fails at once.
  if (!process.env.CI || first.failed.length === 0 || first.failed.length > 5) return first;
  const files = vitestFilesToRetry(`${reports}/vitest.json`);
  title(`once more: ${files.join(', ') || 'everything'}`);
  const second = await runVitest(`${reports}/vitest-again.json`, files);
  // No test failed, but the runner did.
  return files.length === 0 ? { ...second, flaky: first.failed } : afterRetry(first, second);
}

async function runEndToEnd(): Promise<Totals> {
  title('end to end');
  const { code } = await run('playwright', ['test', '--pass-with-no-tests', ...(part.browser ?? [])]);
  return totalsOf('playwright', code, () => playwrightTotals(e2eReport));
}

async function build(): Promise<boolean> {
  const client = await run('vite', ['build', '--logLevel', 'warn']);
  const server = await run('vite', ['build', '--logLevel', 'warn', '--config', 'vite.server.config.ts']);
  const desk = await run('vite', ['build', '--logLevel', 'warn', '--config', 'vite.desk.config.ts']);
  const built = client.code === 0 && server.code === 0 && desk.code === 0;
  console.log(built ? '✓ build' : '✗ build');
  return built;
}

async function runAll(): Promise<Totals[]> {
  title('static checks and build');
  const [results, built] = await Promise.all([runChecks(), build()]);
  const checks = results.map(({ name, passed }) => one(name, passed));

  title('unit and integration');
  const unit = await runUnit();
  const e2e = built ? await runEndToEnd() : one('end to end: not run, because there is no build', false);
  return [...checks, one('build', built), unit, e2e];
}

async function runPart(): Promise<Totals[]> {
  const missing = part.needs.filter((name) => !process.env[name]);
  if (missing.length > 0) {
    console.error(`missing: ${missing.join(', ')}`);
    return [one(partName, false)];
  }
  title(partName === 'cluster' ? 'a cluster that loses nodes' : 'integration on CouchDB');
  const unit = await runUnit();
  return part.browser === null ? [unit] : [unit, await runEndToEnd()];
}

const all = partName === 'all' ? await runAll() : await runPart();
for (const name of all.flatMap(({ flaky }) => flaky)) console.log(`At the second try: ${name}`);
for (const name of all.flatMap(({ failed }) => failed)) console.log(`FAILED: ${name}`);
process.exitCode = all.some(({ failed }) => failed.length > 0) ? 1 : 0;
console.log(`\n${summaryLine(all)}`);
