import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** The page's own script as it was built; its address changes with it, so that browsers keep it for good. */
export interface PageScript {
  path: string;
  bytes: Buffer;
}

/** Null where it is not built: the page does without. */
export function readPageScript(file: string): PageScript | null {
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  const hash = createHash('sha256').update(new Uint8Array(bytes)).digest('hex').slice(0, 12);
  return { path: `/desk/page-${hash}.js`, bytes };
}
