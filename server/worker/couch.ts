import { isConflict } from '../base/errors.ts';
import type { Stored } from '../storage/documents.ts';
import type { AnyDoc, Database } from '../storage/types.ts';

/** What a database holds under an id now. */
export interface Current {
  /** null when missing or deleted. */
  doc: Stored | null;
  /** The winning revision, also of a deleted document; null when there never was one. */
  rev: string | null;
}

/** The documents of many ids, deleted and missing ones included, in one read. */
export async function getMany(db: Database, ids: readonly string[]): Promise<Map<string, Current>> {
  const result = new Map<string, Current>();
  if (ids.length === 0) return result;
  const reply = await db.allDocs({ keys: [...ids], include_docs: true, conflicts: true });
  for (const [index, row] of reply.rows.entries()) {
    const id = ids[index] ?? '';
    if ('error' in row) result.set(id, { doc: null, rev: null });
    else result.set(id, { doc: (row.doc ?? null) as unknown as Stored | null, rev: row.value.rev });
  }
  return result;
}

/** All documents whose id begins so. */
export async function getRange(db: Database, prefix: string): Promise<Stored[]> {
  const reply = await db.allDocs({ startkey: prefix, endkey: `${prefix}\ufff0`, include_docs: true });
  return reply.rows.flatMap((row) => (row.doc === undefined ? [] : [row.doc as unknown as Stored]));
}

/**
 * Writes documents of the server's own; returns the ids that met a conflict. Any other failure throws: a write that
 * was only half done is done again, every one of them can be repeated. `written` hears of the others' revisions.
 */
export async function putMany(
  db: Database,
  docs: readonly AnyDoc[],
  written?: (id: string, rev: string) => void,
): Promise<Set<string>> {
  const conflicts = new Set<string>();
  if (docs.length === 0) return conflicts;
  const replies = await db.bulkDocs([...docs] as PouchDB.Core.PutDocument<AnyDoc>[]);
  for (const reply of replies) {
    if (!('error' in reply) || reply.error === undefined) {
      if ('rev' in reply) written?.(reply.id ?? '', reply.rev ?? '');
      continue;
    }
    if (isConflict(reply) || (reply as { name?: string }).name === 'conflict') conflicts.add(reply.id ?? '');
    else throw Object.assign(new Error(reply.message ?? 'write failed'), { status: reply.status });
  }
  return conflicts;
}
