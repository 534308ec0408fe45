import { idRange } from '#domain/ids.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Remote, RemoteChange } from '../net/remote.ts';

const PREFIXES = ['invitationtemplate_', 'invoicetemplate_'];

interface Templates {
  db: LocalDatabase;
  remote: Remote;
  /** Brings those of the revisions that are not here. */
  fetch(rows: readonly RemoteChange[], signal: AbortSignal): Promise<void>;
}

/**
 * Brings an event's templates to a light copy. Its feed leaves them out, as replicators expect of it, but members list, use
 * and edit them in a browser tab as well, and go on without network.
 */
export async function bringTemplates({ db, remote, fetch }: Templates, signal: AbortSignal): Promise<void> {
  for (const prefix of PREFIXES) {
    const there = await remote.heads(prefix, signal);
    const listed = new Set(there.map(({ id }) => id));
    const { rows } = await db.use((pouch) => pouch.allDocs(idRange(prefix)));
    const ended = rows.map(({ id }) => id).filter((id) => !listed.has(id));
    const deleted = ended.length === 0 ? [] : await remote.headsOf(ended, signal);
    // One by one: each may be of 20 MB.
    for (const row of [...there, ...deleted]) await fetch([row], signal);
  }
}
