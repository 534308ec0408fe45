import { LeafGroups, leafGroup, typeOfGroup } from '#domain/conflicts/leaves.ts';
import { typeOfId } from '#domain/ids.ts';
import type { Database } from '../storage/types.ts';
import type { Pace } from './pace.ts';
import type { RemoteEvent, Row, WireDoc } from './upstream.ts';

/** Documents per request, at most; a session may be 800 kB. */
export const FETCH_PAGE = 250;
/** Rows read from the hub's own database at a time. */
const PAGE = 2000;
const GROUPS_PAGE = 100;

/** Who is in comes before who may come, and that before everything else. */
const urgencyOf = (id: string): number => {
  const type = typeOfId(id);
  return type === 'checkin' ? 0 : type === 'entrychange' ? 1 : 2;
};
export const byUrgency = <T extends { id: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => urgencyOf(a.id) - urgencyOf(b.id));

interface PullContext {
  db: Database;
  remote: RemoteEvent;
  pace: Pace;
}

/** Brings what the central server has and this hub lacks of these; resolves with the revisions that were written here. */
export async function fetchMissing(
  { db, remote, pace }: PullContext,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const told: Record<string, string[]> = {};
  for (const { id, revs } of rows) told[id] = [...new Set([...(told[id] ?? []), ...revs])];
  const diff = await db.revsDiff(told);
  const carried = new Map(rows.flatMap(({ doc }) => (doc === null ? [] : [[`${doc._id} ${doc._rev}`, doc]])));
  const here: WireDoc[] = [];
  const missing: { id: string; rev: string }[] = [];
  for (const [id, { missing: lacking }] of Object.entries(diff)) {
    for (const rev of lacking ?? []) {
      const doc = carried.get(`${id} ${rev}`);
      if (doc === undefined) missing.push({ id, rev });
      else here.push(doc);
    }
  }
  const written = await write(db, here);
  const sorted = byUrgency(missing);
  for (let start = 0; start < sorted.length;) {
    signal.throwIfAborted();
    const asked = sorted.slice(start, start + pace.size());
    written.push(...(await write(db, await pace.run(() => remote.bulkGet(asked, signal), signal))));
    start += asked.length;
  }
  return written;
}

async function write(db: Database, docs: readonly WireDoc[]): Promise<string[]> {
  if (docs.length === 0) return [];
  const names = docs.map(({ _id, _rev }) => `${_id} ${_rev}`);
  const failed = (await db.bulkDocs(docs as never, { new_edits: false })).find((reply) => 'error' in reply);
  // Only failures are answered for replicated revisions.
  if (failed !== undefined) throw Object.assign(new Error('a document was not written'), failed);
  return names;
}

export interface Compared {
  epoch: string;
  since: number | string;
  /** What this hub has and the central server lacks. */
  lacking: Row[];
}

/** Compares everything here with everything there, and brings what is missing here (decision 14). */
export async function compareAll(context: PullContext, signal: AbortSignal): Promise<Compared> {
  const { db, remote } = context;
  const there = await remote.fingerprints(signal);
  const own = new LeafGroups();
  const byGroup = new Map<string, Row[]>();
  for (const row of await readLeaves(db, signal)) {
    own.add(row.id, row.revs);
    const group = leafGroup(row.id);
    byGroup.set(group, [...(byGroup.get(group) ?? []), row]);
  }
  const mine = own.fingerprints();
  const urgency = (group: string): number => urgencyOf(`${typeOfGroup(group)}_`);
  const differing = [...new Set([...Object.keys(there.groups), ...Object.keys(mine)])]
    .filter((group) => there.groups[group] !== mine[group])
    .sort((a, b) => urgency(a) - urgency(b));
  const lacking: Row[] = [];
  for (let start = 0; start < differing.length; start += GROUPS_PAGE) {
    const groups = differing.slice(start, start + GROUPS_PAGE);
    const rows = await remote.leaves(groups, signal);
    const known = new Map(rows.map(({ id, revs }) => [id, new Set(revs)]));
    lacking.push(
      ...groups
        .flatMap((group) => byGroup.get(group) ?? [])
        .map(({ id, revs, doc }) => ({
          id,
          doc,
          revs: revs.filter((rev) => known.get(id)?.has(rev) !== true),
        }))
        .filter(({ revs }) => revs.length > 0),
    );
    await fetchMissing(context, rows, signal);
  }
  return { epoch: there.epoch, since: there.since, lacking };
}

/** Every document's leaves, deleted ones too. */
async function readLeaves(db: Database, signal: AbortSignal): Promise<Row[]> {
  const all: Row[] = [];
  for (let since: number | string = 0; ;) {
    signal.throwIfAborted();
    const page: PouchDB.Core.ChangesResponse<object> = await db.changes({
      since,
      limit: PAGE,
      style: 'all_docs',
    });
    for (const { id, changes } of page.results) {
      if (!id.startsWith('_')) all.push({ id, revs: changes.map(({ rev }) => rev), doc: null });
    }
    since = page.last_seq;
    if (page.results.length < PAGE) return all;
  }
}
