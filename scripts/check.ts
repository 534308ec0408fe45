/* Everything that can be proved without running the product: npm run check */
import { pathToFileURL } from 'node:url';
import { checkDependencyList } from './dependencyList.ts';
import { checkLayers } from './layers.ts';
import { checkLockfile } from './lockfile.ts';
import { run } from './run.ts';

const succeeds = async (command: string, ...args: string[]) => (await run(command, args)).code === 0;

const parts: Record<string, () => boolean | Promise<boolean>> = {
  format: () => succeeds('prettier', '--check', '--log-level', 'warn', '.'),
  lint: () => succeeds('oxlint', '--max-warnings', '0'),
  types: () => succeeds('tsc', '--noEmit'),
  layers: checkLayers,
  'dead code': () => succeeds('knip', '--no-progress', '--no-config-hints'),
  'dependency list': checkDependencyList,
  lockfile: checkLockfile,
};

export interface CheckResult {
  name: string;
  passed: boolean;
}

/** Runs every part, also after one has failed, and says how each of them went. */
export async function runChecks(): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [name, part] of Object.entries(parts)) {
    console.log(`── ${name}`);
    let passed = false;
    try {
      passed = await part();
    } catch (error) {
      console.error(error);
    }
    results.push({ name, passed });
  }
  console.log('');
  for (const { name, passed } of results) console.log(`${passed ? '✓' : '✗'} ${name}`);
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await runChecks();
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}
