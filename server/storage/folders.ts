import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

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

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
