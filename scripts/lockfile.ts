/*
 * package-lock.json must name every optional package of the packages in it: the native parts of the build tools, for all
 * platforms. npm leaves out those that it could not look up when it wrote the file, and `npm ci` then refuses the file.
 * `npm run lockfile` adds them, without a checksum; `npm run check` proves that none is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

interface LockedPackage {
  version?: string;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

interface Lockfile {
  packages: Record<string, LockedPackage>;
}

interface Missing {
  name: string;
  version: string;
  dev: boolean;
}

const file = 'package-lock.json';
const read = () => JSON.parse(readFileSync(file, 'utf8')) as Lockfile;

/** The folders in which Node looks for a package, from the importing one outwards. */
function lookups(importer: string, name: string): string[] {
  const parts = importer.split('/node_modules/');
  const nested = parts.map(
    (_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/node_modules/${name}`,
  );
  return [...(importer ? nested : []), `node_modules/${name}`];
}

function findMissing({ packages }: Lockfile): Missing[] {
  return Object.entries(packages).flatMap(([importer, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !lookups(importer, name).some((path) => packages[path]))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/** The platform, as such packages have it in their names: `@oxlint/binding-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'cpu' | 'os' | 'libc'> {
  const words = name.split(/[-/]/);
  const one = (choices: string[]) => choices.filter((choice) => words.includes(choice)).slice(0, 1);
  const cpu = one([
    'arm64',
    'arm',
    'ia32',
    'x64',
    'ppc64',
    'ppc64le',
    'riscv64',
    's390x',
    'loong64',
    'wasm32',
  ]);
  const os = one(['android', 'darwin', 'freebsd', 'openbsd', 'linux', 'win32', 'openharmony']);
  const musl = words.some((word) => word.startsWith('musl'));
  const gnu = words.some((word) => word.startsWith('gnu'));
  const libc = os[0] !== 'linux' ? [] : musl ? ['musl'] : gnu ? ['glibc'] : [];
  return {
    ...(cpu.length > 0 && { cpu: cpu[0] === 'ppc64le' ? ['ppc64'] : cpu }),
    ...(os.length > 0 && { os }),
    ...(libc.length > 0 && { libc }),
  };
}

function complete(lockfile: Lockfile): number {
  const missing = findMissing(lockfile);
  for (const { name, version, dev } of missing) {
    if (!/^\d/.test(version))
      throw new Error(`${name}: the version ${version} is not exact; run npm install again`);
    lockfile.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(dev && { dev }),
      optional: true,
    };
  }
  const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  return missing.length;
}

export function checkLockfile(): boolean {
  const lockfile = read();
  const missing = findMissing(lockfile);
  const resolved = readFileSync(file, 'utf8').match(/"resolved": "http/g)?.length ?? 0;
  if (missing.length > 0) {
    console.error(
      `${file} lacks ${missing.length} optional packages (${missing[0]?.name}, …): npm run lockfile adds them`,
    );
  }
  if (resolved > 0)
    console.error(`${file} names download addresses ${resolved} times: npm leaves them out with our .npmrc`);
  console.log(`${Object.keys(lockfile.packages).length} packages locked, ${missing.length} missing`);
  return missing.length === 0 && resolved === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(`${complete(read())} packages added to ${file}`);
}
