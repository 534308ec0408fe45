import type { DatabaseSync } from '#data/types.ts';

/**
 * How far a device may be trusted without network. `safe`: all that it should have is here, and nothing newer is known
 * of. `kept`: complete once, but whether there is more nobody knows. `partial`: something that it should have is
 * missing. Guests without their documents are counted beside this, where the event can be looked into.
 */
export type Safety = 'safe' | 'kept' | 'partial';

export function safetyOf(database: DatabaseSync): Safety {
  const { complete, progress, mode, wanted, localDocs, remoteDocs, current, error } = database;
  if (!complete || progress !== null) return 'partial';
  // A light copy that is to become full is not what the device needs without network (SYNC-08).
  if (wanted === 'full' && mode === 'light') return 'partial';
  // What a light copy leaves out, the server counts too.
  if (mode === 'full' && remoteDocs !== null && localDocs < remoteDocs) return 'partial';
  return current && error === null ? 'safe' : 'kept';
}
