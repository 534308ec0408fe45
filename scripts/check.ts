/* Everything that can be proved without running the product: npm run check */
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { checkDependencyList } from './dependencyList.ts';
import { checkLayers } from './layers.ts';
import { checkLockfile } from './lockfile.ts';
import { checkMentions } from './mentions.ts';
import { run } from './run.ts';
import { checkUnusedTexts } from './unusedTexts.ts';

/** What it says comes in one piece: others run beside it. */
async function succeeds(command: string, ...args: string[]): Promise<boolean> {
  const { code, stdout } = await run(command, args, { capture: 'all' });
  if (code !== 0) console.error(stdout);
  return code === 0;
}

/** The longest first. */
const parts: Record<string, () => boolean | Promise<boolean>> = {
  types: () => succeeds('tsc', '--noEmit'),
  format: () => succeeds('prettier', '--check', '--log-level', 'warn', '.'),
  lint: () => succeeds('oxlint', '--max-warnings', '0'),
  layers: checkLayers,
  'dead code': () => succeeds('knip', '--no-progress', '--no-config-hints'),
  'dependency list': checkDependencyList,
  lockfile: checkLockfile,
  mentions: checkMentions,
  'unused texts': checkUnusedTexts,
};

export interface CheckResult {
  name: string;
  passed: boolean;
}

/** Runs every part, as many at once as there are cores, also after one has failed, and says how each of them went. */
export async function runChecks(): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const waiting = Object.entries(parts);
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, part] = next;
      let passed = false;
      try {
        passed = await part();
      } catch (error) {
        console.error(error);
      }
      console.log(`${passed ? '✓' : '✗'} ${name}`);
      results.push({ name, passed });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await runChecks();
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}
