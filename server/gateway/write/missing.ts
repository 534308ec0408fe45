import { leavesOf, lineage } from '../../storage/revisions.ts';
import type { Database } from '../../storage/types.ts';

/** Documents that are asked for at a time. */
const AT_ONCE = 100;

/**
 * The revisions that a database has never seen, by document. PouchDB also names those whose content was compacted
 * away; sending them again would be judged as a new write, and a host refused for someone else's work. CouchDB does
 * not, and is not asked twice: there a document's history answers in the same words.
 */
export async function missingRevisions(
  db: Database,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string[]>> {
  const result = new Map<string, string[]>();
  const asked = [...wanted].filter(([id, revs]) => {
    if (revs.length === 0) return false;
    // No database of ours holds such a document, and PouchDB would take its id for an instruction to JavaScript.
    if (id !== '__proto__') return true;
    result.set(id, [...revs]);
    return false;
  });
  for (let start = 0; start < asked.length; start += AT_ONCE) {
    const some = asked.slice(start, start + AT_ONCE);
    const diff = await difference(db, some);
    const known = await existing(db, [...diff.keys()]);
    await Promise.all(
      [...diff].map(async ([id, revs]) => {
        const seen = new Set(known.has(id) ? (await leavesOf(db, id)).flatMap(lineage) : []);
        const missing = revs.filter((rev) => !seen.has(rev));
        if (missing.length > 0) result.set(id, missing);
      }),
    );
  }
  return result;
}

async function difference(
  db: Database,
  asked: readonly (readonly [string, readonly string[]])[],
): Promise<Map<string, string[]>> {
  const diff = (await db.revsDiff(
    Object.fromEntries(asked.map(([id, revs]) => [id, [...new Set(revs)]])),
  )) as unknown as Record<string, { missing: string[] }>;
  return new Map(Object.entries(diff).map(([id, { missing }]) => [id, missing]));
}

/** Those of the ids that were ever used. Where each question is a round trip, one for all of them. */
async function existing(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.allDocs({ keys: [...ids] });
  return new Set(rows.flatMap((row) => ('value' in row ? [row.id] : [])));
}
