import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_ROOT } from './foyer.ts';

/** A build of its own, which a test may change; near the packages that the server needs. */
export async function ownBuild(): Promise<string> {
  const cache = join(BUILD_ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const root = await mkdtemp(join(cache, 'e2e-'));
  await cp(join(BUILD_ROOT, 'package.json'), join(root, 'package.json'));
  await cp(join(BUILD_ROOT, 'dist'), join(root, 'dist'), { recursive: true });
  return root;
}

/** Another version of the app, as its service worker alone tells. */
export async function changeWorker(root: string, changed: (text: string) => string): Promise<void> {
  const worker = join(root, 'dist/client/sw.js');
  await writeFile(worker, changed(await readFile(worker, 'utf8')));
  // The server prefers the compressed ones, which are the version before.
  for (const encoding of ['br', 'gz']) await rm(`${worker}.${encoding}`);
}
