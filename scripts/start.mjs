/* Starts the built server (`main`) or the demo (`demo`), and builds first where dist is missing or old; starts it
   again when it ends by itself (supervise.mjs).
   Plain JavaScript, so that it runs with nothing but Node. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entry = process.argv[2] ?? 'main';
const vite = join(root, 'node_modules/vite/bin/vite.js');
const built = join(root, `dist/server/${entry}.js`);
const products = ['dist/client/index.html', 'dist/desk/page.js']
  .map((path) => join(root, path))
  .concat(built);
const sources = [
  'src',
  'server',
  'demo',
  'couchdb',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.desk.config.ts',
];

/** The time of the newest file under a path; tests are no part of a build. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function mustBuild() {
  if (!products.every((path) => existsSync(path))) return true;
  // An installation without the build tools runs what it was given.
  if (!existsSync(vite)) return false;
  const oldest = Math.min(...products.map((path) => statSync(path).mtimeMs));
  return sources.some((path) => newest(join(root, path)) > oldest);
}

if (mustBuild()) {
  if (!existsSync(vite)) {
    console.error('Nothing is built and the build tools are not installed: run npm ci, then try again.');
    process.exit(1);
  }
  console.log('Building Foyer (once; a minute at most) …');
  for (const options of [[], ...['server', 'desk'].map((part) => ['--config', `vite.${part}.config.ts`])]) {
    const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}

// A command ends when it is done, whatever came of it; only servers are started again.
if (entry !== 'main' && entry !== 'demo') {
  const run = spawnSync(process.execPath, ['--enable-source-maps', built, ...process.argv.slice(3)], {
    stdio: 'inherit',
  });
  process.exit(run.status ?? 1);
}

// The demo's data are made once, for all the starts of this run, and go with it.
const demoDir = entry === 'demo' ? mkdtempSync(join(tmpdir(), 'foyer-demo-')) : null;
const code = await supervise(['--enable-source-maps', built, ...(demoDir === null ? [] : [demoDir])]);
if (demoDir !== null) rmSync(demoDir, { recursive: true, force: true });
process.exit(code);
