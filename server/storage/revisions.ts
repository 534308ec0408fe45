import { isMissing } from '../base/errors.ts';
import type { AnyDoc, Database } from './types.ts';

/** A revision as CouchDB's `open_revs` tells it. */
export type Revision = { ok: RevisedDoc } | { missing: string };
export type RevisedDoc = AnyDoc & {
  _id: string;
  _rev: string;
  _revisions?: { start: number; ids: string[] };
};

export interface RevisionOptions {
  revs: boolean;
  attachments: boolean;
  /** Newest descendants in place of a revision that was followed by others. */
  latest: boolean;
}

/** True for a database in CouchDB; false for one that PouchDB keeps itself. */
export const isRemote = (db: Database): boolean => (db as unknown as { adapter?: string }).adapter === 'http';

/**
 * These revisions of a document, or all its leaves, tombstones too. Throws 404 when all are asked for and there is
 * none. PouchDB's LevelDB adapter is never asked for `latest` itself: for a revision that it lacks it throws where
 * nobody can catch it, and the process ends.
 */
export async function openRevisions(
  db: Database,
  id: string,
  wanted: readonly string[] | 'all',
  options: RevisionOptions,
): Promise<Revision[]> {
  const { latest, ...plain } = options;
  const ask = async (revs: readonly string[] | 'all', more: object): Promise<Revision[]> => {
    const leaves = await db.get(id, { ...plain, ...more, open_revs: revs as string[] });
    // PouchDB's HTTP adapter makes of a missing one an error with its stack, which is nobody's business.
    return (leaves as unknown as Revision[]).map((leaf) => ('ok' in leaf ? leaf : { missing: leaf.missing }));
  };
  if (wanted !== 'all' && wanted.length === 0) return [];
  if (!latest) return ask(wanted, {});
  if (isRemote(db)) return ask(wanted, { latest });
  if (wanted === 'all') return ask(wanted, {});
  const { found, missing } = descendants(await leavesOf(db, id), wanted);
  return [...(found.length === 0 ? [] : await ask(found, {})), ...missing.map((rev) => ({ missing: rev }))];
}

/** The winner among the leaves that follow a revision; the document's own where nobody knows that revision. */
export async function latestOf(db: Database, id: string, rev: string): Promise<string | undefined> {
  const { found } = descendants(await leavesOf(db, id), [rev]);
  return found.sort(compareRevisions).at(-1);
}

/** Whoever reads a document that is written without end takes what there is. */
const ATTEMPTS = 10;

/**
 * Every leaf with its history, all as they stood at one moment; none for a document that does not exist. PouchDB reads the
 * tree first and the leaves one by one: one that was closed and compacted in between is missing, and what is left was
 * never the document. So it is read again.
 */
export async function leavesOf(
  db: Database,
  id: string,
  options: Partial<Pick<RevisionOptions, 'attachments'>> = {},
): Promise<RevisedDoc[]> {
  try {
    const asked = { ...options, open_revs: 'all' as const, revs: true };
    for (let attempt = 1; ; attempt++) {
      const leaves = (await db.get(id, asked)) as unknown as Revision[];
      const found = leaves.flatMap((leaf) => ('ok' in leaf ? [leaf.ok] : []));
      if (found.length === leaves.length || attempt === ATTEMPTS) return found;
    }
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Documents whose leaves are asked for at once: a session may be a megabyte. */
const AT_ONCE = 50;

/**
 * The leaves of many documents, each as it stood at one moment. A CouchDB is asked for all of them at once: after a node was
 * away there may be hundreds, and one question after the other took two minutes for 500.
 */
export async function leavesOfMany(db: Database, ids: readonly string[]): Promise<Map<string, RevisedDoc[]>> {
  const result = new Map<string, RevisedDoc[]>();
  const doubtful = new Set<string>();
  for (let start = 0; start < ids.length && isRemote(db); start += AT_ONCE) {
    const docs = ids.slice(start, start + AT_ONCE).map((id) => ({ id }));
    const { results } = await db.bulkGet({ docs, revs: true });
    for (const { id, docs: leaves } of results as { id: string; docs: ({ ok: RevisedDoc } | object)[] }[]) {
      const found = leaves.flatMap((leaf) => ('ok' in leaf ? [leaf.ok] : []));
      if (found.length < leaves.length) doubtful.add(id);
      result.set(id, [...(result.get(id) ?? []), ...found]);
    }
  }
  // What is missing is asked for alone: whether that is so, or a node is away, is told there (remote.ts). So is what has one
  // leaf: where the first question for many fails, PouchDB asks for winners alone from then on, of every database.
  for (const id of ids)
    if ((result.get(id)?.length ?? 0) < 2 || doubtful.has(id)) result.set(id, await leavesOf(db, id));
  return result;
}

/** All revisions of a leaf, its own first. */
export function lineage({ _revisions }: RevisedDoc): string[] {
  const { start, ids } = _revisions ?? { start: 0, ids: [] };
  return ids.map((hash, index) => `${start - index}-${hash}`);
}

function descendants(
  leaves: readonly RevisedDoc[],
  wanted: readonly string[],
): { found: string[]; missing: string[] } {
  const found = new Set<string>();
  const missing = new Set(wanted);
  for (const leaf of leaves) {
    for (const rev of lineage(leaf)) {
      if (!wanted.includes(rev)) continue;
      missing.delete(rev);
      found.add(leaf._rev);
    }
  }
  return { found: [...found], missing: [...missing] };
}

/** By generation, then by hash, as CouchDB chooses winners. */
function compareRevisions(a: string, b: string): number {
  const byGeneration = generationOf(a) - generationOf(b);
  return byGeneration !== 0 ? byGeneration : a < b ? -1 : a > b ? 1 : 0;
}

/** The number before the hash of a revision. */
export const generationOf = (rev: string): number => Number.parseInt(rev, 10);
