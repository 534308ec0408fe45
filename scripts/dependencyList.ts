import { readFileSync } from 'node:fs';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** docs/dependencies.md must have a row for each package of package.json, in the version that is installed. */
export function checkDependencyList(): boolean {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const wanted = new Map(Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }));
  const rows = readFileSync('docs/dependencies.md', 'utf8')
    .split('\n')
    .map((line) => /^\| `([^`]+)` +\| ([^ |]+)/.exec(line))
    .filter((match) => match !== null);
  const listed = new Map(rows.map(([, name = '', version = '']) => [name, version]));

  const problems = [
    ...[...wanted]
      .filter(([name, version]) => listed.get(name) !== version)
      .map(([name, version]) => `has no row for ${name} ${version}`),
    ...[...listed.keys()].filter((name) => !wanted.has(name)).map((name) => `still lists ${name}`),
  ];
  for (const problem of problems) console.error(`docs/dependencies.md ${problem}`);
  console.log(`${wanted.size} packages, ${problems.length} listed wrongly or not at all`);
  return problems.length === 0;
}
