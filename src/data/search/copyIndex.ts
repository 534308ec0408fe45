import { fold, searchableClient } from '#domain/search/search.ts';
import { SearchIndex } from '#domain/search/searchIndex.ts';
import { idRange } from '#domain/ids.ts';
import type { PouchDatabase } from '../deps.ts';
import { isMissing } from '../failure.ts';
import type { ClientHit } from '../types.ts';

const PAGE = 5000;
const CLIENTS = 'client_';

/** The clients of one event's local copy, in memory, as of when they were read last. */
export interface CopyIndex {
  readonly index: SearchIndex<ClientHit>;
  /** False while the first download of the event is not finished: clients may be missing. */
  readonly complete: boolean;
  /** Reads what has changed since the last time. */
  update(db: PouchDatabase): Promise<void>;
}

export function createCopyIndex(eventId: string): CopyIndex {
  const index = new SearchIndex<ClientHit>();
  /** Position in the local changes, null before the first reading. */
  let since: number | string | null = null;
  let complete = false;

  function put(id: string, doc: object | null | undefined): void {
    const hit = doc == null ? null : hitOf(eventId, id, doc as Record<string, unknown>);
    if (hit === null) index.delete(id);
    // Equals by name, as people look for them in a list.
    else index.set(id, searchableClient(hit, hit), `${fold(`${hit.surname} ${hit.forename}`)} ${id}`);
  }

  async function readAll(db: PouchDatabase): Promise<void> {
    const range = idRange(CLIENTS);
    let startkey = range.startkey;
    for (let skip = 0; ; skip = 1) {
      const { rows } = await db.allDocs({ include_docs: true, limit: PAGE, ...range, startkey, skip });
      for (const row of rows) put(row.id, row.doc);
      const last = rows.at(-1);
      if (rows.length < PAGE || last === undefined) return;
      startkey = last.id;
    }
  }

  async function readChanged(db: PouchDatabase, from: number | string): Promise<void> {
    const { results } = await db.changes({ since: from });
    const keys = [...new Set(results.map(({ id }) => id).filter((id) => id.startsWith(CLIENTS)))];
    for (let start = 0; start < keys.length; start += PAGE) {
      const { rows } = await db.allDocs({ include_docs: true, keys: keys.slice(start, start + PAGE) });
      for (const row of rows) put(row.key, 'doc' in row ? row.doc : null);
    }
  }

  return {
    index,
    get complete() {
      return complete;
    },
    async update(db) {
      // Read first: what is written meanwhile is read again the next time.
      const { update_seq } = await db.info();
      if (update_seq !== since) {
        await (since === null ? readAll(db) : readChanged(db, since));
        index.prepare();
        since = update_seq;
      }
      if (!complete) complete = await isComplete(db);
    },
  };
}

/** The marker that the first pull leaves behind (`positions.ts`). */
async function isComplete(db: PouchDatabase): Promise<boolean> {
  try {
    return (await db.get('_local/foyer-copy'))['complete'] === true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Null for a client that was deleted, softly or for good (readings, no. 3). */
function hitOf(eventId: string, clientId: string, doc: Record<string, unknown>): ClientHit | null {
  if (doc['deletedAt'] != null || doc['_deleted'] === true) return null;
  const text = (name: string): string => {
    const value = doc[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    eventId,
    clientId,
    forename: text('forename'),
    surname: text('surname'),
    company: text('company'),
    number: text('number'),
  };
}
