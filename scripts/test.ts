/* Everything: npm test. The last line is the total of all runners. */
import { mkdirSync, rmSync } from 'node:fs';
import { runChecks } from './check.ts';
import { run } from './run.ts';
import { playwrightTotals, summaryLine, totalsOf, vitestTotals, type Totals } from './testReports.ts';

const reports = 'node_modules/.cache/reports';
const unitReport = `${reports}/vitest.json`;
const e2eReport = `${reports}/playwright.json`;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const one = (passed: boolean): Totals => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
const title = (text: string) => console.log(`\n════ ${text}`);

title('static checks');
const checks = (await runChecks()).map(({ passed }) => one(passed));

title('build');
const client = await run('vite', ['build', '--logLevel', 'warn']);
const server = await run('vite', ['build', '--logLevel', 'warn', '--config', 'vite.server.config.ts']);
const built = client.code === 0 && server.code === 0;
console.log(built ? '✓ client and server' : '✗ build');

title('unit and integration');
const unit = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
const unitTotals = totalsOf(unit.code, () => vitestTotals(unitReport));

title('end to end');
let e2eTotals = one(false);
if (built) {
  const e2e = await run('playwright', ['test', '--pass-with-no-tests']);
  e2eTotals = totalsOf(e2e.code, () => playwrightTotals(e2eReport));
} else {
  console.error('Not run, because there is no build.');
}

const all = [...checks, one(built), unitTotals, e2eTotals];
process.exitCode = all.some(({ failed }) => failed > 0) ? 1 : 0;
console.log(`\n${summaryLine(all)}`);
