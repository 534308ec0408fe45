import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json: above `server/` when run from the sources, above `dist/server/` when built. */
export const projectRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

export const clientDir = join(projectRoot, 'dist', 'client');

export const version: string = (
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
).version;

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error('package.json not found above the server');
  }
}
