import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes a folder, for this user alone, and what is missing above it. Node's own `recursive` never comes to an end where
 * a folder exists in which nothing can be made (`/proc/x`): there ENOENT means the folder itself, not its parent.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await make(path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await make(path);
  }
}

async function make(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Whether what is there is a folder shows when it is used. Some file systems say EROFS or EISDIR of `/` itself.
    if (!['EEXIST', 'EISDIR'].includes(codeOf(error) ?? '')) throw error;
  }
}

/** Resolves when all that is in a folder is on the disk: LevelDB leaves when to the system, and a loss of power takes what is not. */
export async function syncFolder(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    await (entry.isDirectory() ? syncFolder(inside) : sync(inside));
  }
  await syncNames(path);
}

/** Resolves when the names in a folder are on the disk, as after a rename; does nothing where the system syncs no folders. */
export async function syncNames(path: string): Promise<void> {
  await sync(path).catch((error: unknown) => {
    if (!['EISDIR', 'EPERM', 'EINVAL'].includes(codeOf(error) ?? '')) throw error;
  });
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
