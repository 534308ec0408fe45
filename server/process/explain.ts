import { ConfigError } from '../base/config.ts';
import { OutOfReach } from '../base/outOfReach.ts';
import { DatabaseUnusable, FolderIncomplete, FolderInUse, FolderUnfinished } from '../storage/embedded.ts';

/** What the file system says of a folder that cannot be used. */
const FOLDER_PROBLEMS: readonly unknown[] = [
  ...['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST'],
  ...['ENAMETOOLONG', 'ELOOP', 'ENOSPC', 'EDQUOT', 'EIO'],
];

/**
 * Why the server cannot start, as one line that names the variable to look at (docs/contract.md, "Environment").
 * What nobody has foreseen keeps its stack.
 */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof FolderInUse) return error.message;
  if (error instanceof DatabaseUnusable || error instanceof FolderIncomplete) return error.message;
  if (error instanceof FolderUnfinished) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OutOfReach) return `COUCHDB_URL cannot be used: ${error.reason}`;
  const { code, message, name, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `PORT is in use by another program (${message})`;
  if (code === 'EACCES' && /listen/.test(message)) return `PORT may not be used by this user (${message})`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST is no address of this machine (${message})`;
  if (code === 'EMFILE' || code === 'ENFILE')
    return `too many files are open: raise the limit (ulimit -n); nothing is lost (${message})`;
  if (FOLDER_PROBLEMS.includes(code)) return `DATA_DIR cannot be written (${message})`;
  if (name === 'TimeoutError') return 'COUCHDB_URL cannot be used: no answer';
  if (name === 'CouchError') return `COUCHDB_URL cannot be used: ${message}`;
  return stack ?? message;
}
