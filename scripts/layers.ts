import { existsSync, readdirSync } from 'node:fs';
import { run } from './run.ts';

const folders = ['src', 'server', 'demo', 'couchdb', 'e2e', 'bench', 'scripts'].filter((folder) =>
  existsSync(folder),
);

/** Fewer files than this means that this check itself is broken. */
const floor = 20;

interface Report {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[] };
}

function typescriptFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}

/**
 * Proves the layers. dependency-cruiser reads nothing, and finds nothing wrong, where it cannot load the TypeScript
 * compiler; so every file on disk must be in its report, and the imports between them too.
 */
export async function checkLayers(): Promise<boolean> {
  const config = '.dependency-cruiser.mjs';
  const { code, stdout } = await run('depcruise', ['--config', config, '-T', 'json', ...folders], {
    capture: 'stdout',
  });
  if (code !== 0) {
    console.error(stdout);
    return false;
  }
  const { modules, summary } = JSON.parse(stdout) as Report;

  const read = new Set(modules.map((module) => module.source));
  const files = typescriptFiles();
  const unread = files.filter((file) => !read.has(file));
  const imports = modules
    .filter((module) => files.includes(module.source))
    .reduce(
      (sum, module) => sum + module.dependencies.filter(({ resolved }) => read.has(resolved)).length,
      0,
    );
  if (files.length < floor || unread.length > 0 || imports < files.length / 2) {
    console.error(
      `The layers were not really checked: ${files.length - unread.length} of ${files.length} files read ` +
        `(at least ${floor} expected), ${imports} imports among them. ${unread.slice(0, 5).join(', ')}`,
    );
    return false;
  }

  for (const { rule, from, to, cycle } of summary.violations) {
    const path = cycle?.length ? cycle.map(({ name }) => name).join(' → ') : to;
    console.error(`${rule.name}: ${from} → ${path}`);
  }
  console.log(`${files.length} files, ${imports} imports, ${summary.violations.length} against the layers`);
  return summary.violations.length === 0;
}
