import type { Author } from '#domain/documents/common.ts';
import { isConflict } from '../base/errors.ts';
import type { AnyDoc, Database } from '../storage/types.ts';

/*
 * Who brought which revision, where a document says otherwise (decision 15). Kept in the
 * event's history database, which no token reaches. Written before the document itself, so that no crash can leave the
 * document without it; what is signed by who brings it, nearly everything, leaves no trail at all.
 */

export interface TrailEntry {
  /** The revision that was brought, or the one that it stands on while the database has not named it yet. */
  rev?: string;
  parent?: string | null;
  /** Whose token it was. */
  by: Author;
  /** What the document says of its author; null when it says nothing. */
  claimed: Author | null;
  /** The author that it names as this server knows that id, else as the document says; null for one's own. */
  signed: Author | null;
}

/** Most entries of one document: an older one was told long ago. */
const KEPT = 20;
const ATTEMPTS = 20;

const trailId = (docId: string): string => `trail_${docId}`;

type TrailDoc = AnyDoc & { _id: string; _rev?: string; entries: TrailEntry[] };

/** The entries of many documents, oldest first. */
export async function readTrails(
  historyDb: Database,
  docIds: readonly string[],
): Promise<Map<string, TrailEntry[]>> {
  const found = await readDocs(historyDb, docIds);
  return new Map([...found].map(([docId, { entries }]) => [docId, entries]));
}

/** Changes the entries of many documents; decides again after a conflict. */
export async function changeTrails(
  historyDb: Database,
  docIds: readonly string[],
  change: (docId: string, entries: readonly TrailEntry[]) => TrailEntry[],
): Promise<void> {
  let open = [...new Set(docIds)];
  for (let attempt = 0; open.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new Error('the trail keeps changing');
    const stored = await readDocs(historyDb, open);
    const docs = open.map((docId): TrailDoc => {
      const before = stored.get(docId);
      const entries = change(docId, before?.entries ?? []).slice(-KEPT);
      return { ...before, _id: trailId(docId), type: 'trail', entries };
    });
    const replies = await historyDb.bulkDocs(docs as PouchDB.Core.PutDocument<AnyDoc>[]);
    const lost = (reply: unknown): boolean =>
      isConflict(reply) || (reply as { name?: unknown } | undefined)?.name === 'conflict';
    const again = open.filter((_docId, index) => lost(replies[index]));
    const failed = replies.find((reply) => 'error' in reply && !lost(reply));
    if (failed !== undefined) throw Object.assign(new Error('the trail was not written'), failed);
    open = again;
  }
}

async function readDocs(historyDb: Database, docIds: readonly string[]): Promise<Map<string, TrailDoc>> {
  const result = new Map<string, TrailDoc>();
  if (docIds.length === 0) return result;
  const { rows } = await historyDb.allDocs({ keys: docIds.map(trailId), include_docs: true });
  rows.forEach((row, index) => {
    const doc = 'doc' in row ? (row.doc as unknown as TrailDoc | null | undefined) : null;
    if (doc != null && Array.isArray(doc.entries)) result.set(docIds[index] ?? '', doc);
  });
  return result;
}

export interface Writers {
  /** Who wrote, as the server knows it. */
  author: Author;
  /** Whose name the work bears, where that is somebody else. */
  signed: Author | null;
}

/**
 * The trail's word on a change: the newest entry among the revisions from the document's own back to the one that was
 * told before (`told`), if it still bears the author that was claimed then; null where the document's own word counts.
 * `lineage`: revisions, newest first.
 */
export function trailOf(
  entries: readonly TrailEntry[],
  lineage: readonly string[],
  told: string | null,
  claimed: Author,
): Writers | null {
  const end = told === null ? -1 : lineage.indexOf(told);
  const fresh = end < 0 ? lineage : lineage.slice(0, end);
  const found = entries.findLast((entry) => {
    const says = entry.claimed ?? { id: '', name: '' };
    if (says.id !== claimed.id || says.name !== claimed.name) return false;
    if (entry.rev !== undefined) return fresh.includes(entry.rev);
    return fresh.some((_rev, index) => (lineage[index + 1] ?? null) === (entry.parent ?? null));
  });
  return found === undefined ? null : { author: found.by, signed: found.signed };
}
