import { closed, isClosing, type Leaf } from '#domain/conflicts/conflict.ts';
import { FOYER } from '#domain/documents/common.ts';
import { isErased } from '#domain/documents/erasure.ts';
import { isNewer } from '#domain/documents/index.ts';
import { bearsMoney } from '#domain/money/bearsMoney.ts';
import { typeOfId } from '#domain/ids.ts';
import { changeTrails, readTrails, type TrailEntry } from '../events/trail.ts';
import { leavesOfMany, lineage } from '../storage/revisions.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { writeRevisions } from './conflicts.ts';
import { getMany } from './couch.ts';

/**
 * Ends registrations that somebody has deleted while the server noted what became of a message to them: a database shows
 * whatever is not deleted, and nobody decided that. An edit by somebody goes on counting more than a deletion that did
 * not know of it. Returns which ended.
 */
export async function endNotedDeletions(
  db: Database,
  historyDb: Database,
  ids: readonly string[],
): Promise<string[]> {
  const consumers = ids.filter((id) => typeOfId(id) === 'consumer');
  const doubtful = [...(await getMany(db, consumers))].flatMap(([id, { doc }]) =>
    doc !== null && mayBeNoted(doc) ? [id] : [],
  );
  if (doubtful.length === 0) return [];
  const trails = await readTrails(historyDb, doubtful);
  const ends: { end: Leaf; deletion: TrailEntry | null }[] = [];
  for (const [id, all] of await leavesOfMany(db, doubtful)) {
    const trail = trails.get(id) ?? [];
    const leaves = all as unknown as Leaf[];
    const [leaf, ...others] = leaves.filter((one) => one['_deleted'] !== true);
    if (leaf === undefined || others.length > 0 || !mayBeNoted(leaf)) continue;
    const deletion = leaves.find((one) => one['_deleted'] === true && isOver(one, leaf, trail));
    if (deletion === undefined) continue;
    const entry = trail.findLast(({ rev }) => rev === deletion._rev);
    ends.push({ end: closed(leaf), deletion: entry ?? null });
  }
  if (ends.length === 0) return [];
  // The history asks who brought the revision that it finds.
  const brought = new Map(
    ends.flatMap(({ end, deletion }) =>
      deletion === null ? [] : [[end._id, { ...deletion, rev: end._rev }]],
    ),
  );
  await changeTrails(historyDb, [...brought.keys()], (id, entries) => {
    const entry = brought.get(id);
    return entry === undefined || entries.some(({ rev }) => rev === entry.rev)
      ? [...entries]
      : [...entries, entry];
  });
  await writeRevisions(
    db,
    ends.map(({ end }) => end),
  );
  return ends.map(({ end }) => end._id);
}

/** Notes are unsigned, so nobody has touched it since it was made; a status that came with a message is signed by the server. */
function mayBeNoted(doc: AnyDoc): boolean {
  if (doc['_conflicts'] !== undefined || isNewer(doc) || isErased(doc) || bearsMoney(doc)) return false;
  const told = Object.keys((doc['notifs'] ?? {}) as object);
  return told.length > 0 && (isAsMade(doc) || isOwn(doc));
}

interface Signed {
  author?: { id?: unknown };
  createdAt?: unknown;
  updatedAt?: unknown;
}
const signedOf = (doc: AnyDoc): Signed => (doc['metadata'] ?? {}) as Signed;
const isOwn = (doc: AnyDoc): boolean => signedOf(doc).author?.id === FOYER.id;
function isAsMade(doc: AnyDoc): boolean {
  const { createdAt, updatedAt } = signedOf(doc);
  return typeof updatedAt === 'number' && updatedAt === createdAt;
}

/**
 * Whether somebody deleted what the leaf was made of, and only the server has written since. What it signed itself hides what
 * others signed before, so that must be the one write in between; old contents are compacted away.
 */
function isOver(deletion: Leaf, leaf: Leaf, trail: readonly TrailEntry[]): boolean {
  if (isClosing(deletion)) return false;
  const [, deleted] = lineage(deletion);
  const revs = lineage(leaf);
  const at = deleted === undefined ? -1 : revs.indexOf(deleted);
  if (at < 1 || !(isAsMade(leaf) || at === 1)) return false;
  const since = new Set(revs.slice(0, at));
  // A script of somebody's may change without signing.
  return !trail.some(({ rev }) => rev !== undefined && since.has(rev));
}
