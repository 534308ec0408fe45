import { LeafGroups, leafGroup, typeOfGroup } from '#domain/conflicts/leaves.ts';
import { HEAVY_TYPES, isLight, type CopyMode } from '#domain/devices/light.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Seq } from '../local/positions.ts';
import type { Remote, RemoteChange } from '../net/remote.ts';

/** Rows read from the local database at a time. */
const PAGE = 2000;
/** Groups asked about at a time: some 80 documents each at a large event. */
const GROUPS_PAGE = 100;

/** A document's leaves, and its place in the changes of the local database. */
export interface LocalLeaves {
  id: string;
  revs: string[];
  seq: number;
}

export interface Comparison {
  db: LocalDatabase;
  remote: Remote;
  mode: CopyMode;
  /** Brings what the server has and this device lacks. */
  fetch(rows: readonly RemoteChange[], signal: AbortSignal): Promise<void>;
  /** Takes down what this device has and the server lacks. */
  lacking(documents: readonly LocalLeaves[]): void;
}

/**
 * Compares everything here with everything there, because the database that answers is not the one that this device
 * knew (decision 14). Resolves with the life and the position that the comparison stands for.
 */
export async function compareWithServer(
  { db, remote, mode, fetch, lacking }: Comparison,
  signal: AbortSignal,
): Promise<{ epoch: string; since: Seq }> {
  const there = await remote.fingerprints(signal);
  const here = await readLeaves(db, signal);
  const own = new LeafGroups();
  const byGroup = new Map<string, LocalLeaves[]>();
  for (const leaves of here) {
    own.add(leaves.id, leaves.revs);
    const group = leafGroup(leaves.id);
    byGroup.set(group, [...(byGroup.get(group) ?? []), leaves]);
  }
  const mine = own.fingerprints();
  const heavy: ReadonlySet<string> = new Set(HEAVY_TYPES);
  const kept = (group: string): boolean => mode === 'full' || !heavy.has(typeOfGroup(group));
  const differing = [...new Set([...Object.keys(there.groups), ...Object.keys(mine)])].filter(
    // What a light copy leaves out differs always; only what was made here is looked at.
    (group) => there.groups[group] !== mine[group] && (kept(group) || mine[group] !== undefined),
  );
  for (let start = 0; start < differing.length; start += GROUPS_PAGE) {
    const groups = differing.slice(start, start + GROUPS_PAGE);
    const rows = await remote.leaves(groups, signal);
    const known = new Map(rows.map(({ id, revs }) => [id, new Set(revs)]));
    lacking(
      groups
        .flatMap((group) => byGroup.get(group) ?? [])
        .map((leaves) => ({
          ...leaves,
          revs: leaves.revs.filter((rev) => known.get(leaves.id)?.has(rev) !== true),
        }))
        .filter(({ revs }) => revs.length > 0),
    );
    await fetch(
      rows.filter(({ id }) => mode === 'full' || isLight(id)),
      signal,
    );
  }
  return { epoch: there.epoch, since: there.since };
}

/** Every document's leaves, deleted ones too. */
async function readLeaves(db: LocalDatabase, signal: AbortSignal): Promise<LocalLeaves[]> {
  const all: LocalLeaves[] = [];
  let since = 0;
  for (;;) {
    signal.throwIfAborted();
    const from = since;
    const page = await db.use((pouch) => pouch.changes({ since: from, limit: PAGE, style: 'all_docs' }));
    for (const { id, seq, changes } of page.results) {
      if (!id.startsWith('_')) all.push({ id, revs: changes.map(({ rev }) => rev), seq: Number(seq) });
    }
    since = Number(page.last_seq);
    if (page.results.length < PAGE) return all;
  }
}
