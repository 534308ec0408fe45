import type { RunView } from '#domain/commands/documents.ts';
import { checkinsByClient, laidEntries, shownSession } from '#domain/commands/shown.ts';
import { Unread } from '#domain/commands/view.ts';
import { resolveConflict, type Leaf } from '#domain/conflicts/conflict.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Client } from '#domain/documents/client.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import {
  isNewer,
  parseDocument,
  readStored,
  type DocOf,
  type EventDocument,
} from '#domain/documents/index.ts';
import { checkinPrefix, entryChangePrefix, idRange, type EventDocType } from '#domain/ids.ts';
import type { Stored } from '../storage/documents.ts';
import { leavesOf } from '../storage/revisions.ts';
import type { AnyDoc, Database } from '../storage/types.ts';

/** An event's documents on the server, read from its database as they are asked for and kept for one run. */
export function databaseView(db: Database): RunView {
  const read = new Map<string, EventDocument | null>();
  /** Ids that were read together: all of a type, all check-ins of a session. */
  const ranges = new Map<string, readonly string[]>();

  async function readAll(ids: readonly string[]): Promise<void> {
    const { rows } = await db.allDocs({ keys: [...ids], include_docs: true, conflicts: true });
    for (const [index, id] of ids.entries()) {
      const row = rows[index];
      const doc = (row !== undefined && 'doc' in row ? row.doc : null) as Stored | null | undefined;
      read.set(id, doc == null ? null : readStored(await merged(db, doc)));
    }
  }
  async function readRange(prefix: string): Promise<void> {
    const { rows } = await db.allDocs({ ...idRange(prefix), include_docs: true, conflicts: true });
    for (const { id, doc } of rows) {
      // What was answered before stays so.
      if (!read.has(id)) read.set(id, readStored(await merged(db, doc as unknown as Stored)));
    }
    ranges.set(
      prefix,
      rows.map(({ id }) => id),
    );
  }

  function stored<T extends EventDocType>(type: T, id: string): DocOf<T> | null {
    const doc = read.get(id);
    if (doc === undefined) throw new Unread(() => readAll([id]));
    return doc?.type === type ? (doc as DocOf<T>) : null;
  }
  function rangeOf<T extends EventDocType>(type: T, prefix: string): ReadonlyMap<string, DocOf<T>> {
    const ids = ranges.get(prefix);
    if (ids === undefined) throw new Unread(() => readRange(prefix));
    return found(type, ids);
  }
  const found = <T extends EventDocType>(type: T, ids: readonly string[]): Map<string, DocOf<T>> =>
    new Map(
      ids.flatMap((id) => {
        const doc = stored(type, id);
        return doc === null ? [] : [[id, doc] as const];
      }),
    );
  const documents = <T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>> =>
    type === 'event' ? found(type, [type]) : rangeOf(type, `${type}_`);

  function checkinsIn(sessionId: string): ReadonlyMap<string, readonly Checkin[]> {
    const all = rangeOf('checkin', checkinPrefix(sessionId));
    // Another session's local id may begin with this one's and an underscore. One of the wrong shape, as the database's
    // operator might write it, admits nobody.
    return checkinsByClient(
      [...all.values()].filter((one) => one.sessionId === sessionId && parseDocument({ ...one }).ok),
    );
  }

  /** The same of entry changes: one of the wrong shape registers nobody. */
  const changesOf = (sessionId: string): EntryChange[] =>
    [...rangeOf('entrychange', entryChangePrefix(sessionId)).values()].filter(
      (one) => one.sessionId === sessionId && parseDocument({ ...one }).ok,
    );

  return {
    stored,
    storedOf(type, ids) {
      const missing = [...new Set(ids)].filter((id) => !read.has(id));
      if (missing.length > 0) throw new Unread(() => readAll(missing));
      return found(type, ids);
    },
    document: stored,
    documents,
    clients: () =>
      new Map<string, Client>([...documents('client')].filter(([, client]) => client.deletedAt == null)),
    session(id) {
      const session = stored('session', id);
      if (session === null) return null;
      const clients = documents('client');
      const { session: known } = laidEntries(session, changesOf(id));
      return shownSession(known, checkinsIn(id), (clientId) => clients.get(clientId)?.deletedAt != null);
    },
    entriesOf(id) {
      const session = stored('session', id);
      return session === null ? null : laidEntries(session, changesOf(id));
    },
    checkinsOf: (sessionId, clientId) => checkinsIn(sessionId).get(clientId) ?? [],
    checkinsIn,
    forget(ids) {
      for (const id of ids) {
        read.delete(id);
        // The range itself is not read again: it would tell what this run has written itself.
        for (const [prefix, known] of ranges) {
          if (id.startsWith(prefix)) ranges.set(prefix, [...new Set([...known, id])]);
        }
      }
    },
  };
}

/**
 * The document as its conflict reads when merged. The conflict itself is left to the worker, who tells the history what was
 * overruled: whatever is written upon the winner is merged with the others then.
 */
async function merged(db: Database, doc: Stored): Promise<AnyDoc> {
  const { _conflicts, ...winner } = doc;
  if (_conflicts === undefined) return winner;
  const all = (await leavesOf(db, doc._id)) as unknown as Leaf[];
  const leaves = all.filter((leaf) => leaf['_deleted'] !== true);
  if (leaves.length < 2 || leaves.some(isNewer)) return winner;
  const { _revisions, ...content } = resolveConflict(leaves).merged;
  // A stub means "as in the parent revision": the others' attachments come with the worker's merge.
  const { _attachments, ...rest } = content;
  return {
    ...rest,
    _rev: winner._rev,
    ...(winner['_attachments'] === undefined ? {} : { _attachments: winner['_attachments'] }),
  };
}
