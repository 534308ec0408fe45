import type { Database } from '../storage/types.ts';

/**
 * The revisions that a database has never seen, by document. PouchDB also names those whose content was compacted
 * away; sending them again would be judged as a new write, and a host refused for someone else's work. CouchDB does
 * not, and is not asked twice: there a document's history answers in the same words.
 */
export async function missingRevisions(
  db: Database,
  wanted: Record<string, string[]>,
): Promise<Record<string, { missing: string[] }>> {
  const diff = (await db.revsDiff(wanted)) as Record<string, { missing: string[] }>;
  const ids = Object.keys(diff);
  if (ids.length === 0) return diff;
  const { rows } = await db.allDocs({ keys: ids });
  const known = rows.flatMap((row) => ('value' in row ? [row.id] : []));
  await Promise.all(
    known.map(async (id) => {
      const seen = new Set(await lineages(db, id));
      const missing = (diff[id]?.missing ?? []).filter((rev) => !seen.has(rev));
      if (missing.length > 0) diff[id] = { missing };
      else delete diff[id];
    }),
  );
  return diff;
}

interface RevisedDoc {
  _revisions?: { start: number; ids: string[] };
}

/** All revisions in the histories of a document's leaves, deleted ones too. */
async function lineages(db: Database, id: string): Promise<string[]> {
  const leaves = await db.get(id, { open_revs: 'all', revs: true });
  return leaves.flatMap((leaf) => {
    const { start = 0, ids = [] } = 'ok' in leaf ? ((leaf.ok as RevisedDoc)._revisions ?? {}) : {};
    return ids.map((hash, index) => `${start - index}-${hash}`);
  });
}
