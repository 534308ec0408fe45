import { resolveConflict, type Leaf, type Resolution } from '#domain/conflicts/conflict.ts';
import { isNewer } from '#domain/documents/index.ts';
import { leavesOfMany } from '../storage/revisions.ts';
import type { AnyDoc, Database } from '../storage/types.ts';

type Attachments = Record<string, { digest?: string; data?: unknown }>;

/** The undeleted leaves of many documents, with their histories; attachments as stubs. */
export async function readLeaves(db: Database, ids: readonly string[]): Promise<Map<string, Leaf[]>> {
  const all = [...(await leavesOfMany(db, ids))] as unknown as [string, Leaf[]][];
  return new Map(all.map(([id, leaves]) => [id, leaves.filter((leaf) => leaf['_deleted'] !== true)]));
}

/** Characters of what is written at once, where one document alone is not more: CouchDB bounds a request. */
const AT_ONCE = 8 * 1024 * 1024;

/**
 * Writes the resolutions of conflicts (specification 2 §4; SYNC-10, SYNC-11): merged content on the winning leaf, the
 * losing leaves closed. The revisions follow from the leaves alone, so a second resolver writes the very same.
 * Returns them in the order of the conflicts.
 */
export async function writeResolutions(
  db: Database,
  conflicts: readonly (readonly Leaf[])[],
): Promise<Resolution[]> {
  const newer = conflicts.flat().find(isNewer);
  if (newer !== undefined) throw new Error(`${newer._id} is of a later version: its conflict waits for it`);
  const resolutions: Resolution[] = [];
  let open: Leaf[] = [];
  let length = 0;
  for (const leaves of conflicts) {
    const resolution = resolveConflict(await withAttachments(db, leaves));
    const { merged, removed } = resolution;
    resolutions.push(resolution);
    // The losers go with what became of them, or a crash in between would make a conflict of its own.
    const more = JSON.stringify([merged, ...removed]).length;
    if (length + more > AT_ONCE) {
      await writeRevisions(db, open);
      [open, length] = [[], 0];
    }
    open.push(merged, ...removed);
    length += more;
  }
  await writeRevisions(db, open);
  return resolutions;
}

export async function writeRevisions(db: Database, docs: readonly Leaf[]): Promise<void> {
  if (docs.length === 0) return;
  // With new_edits: false a database answers only about documents that failed.
  const replies = await db.bulkDocs(docs as unknown as PouchDB.Core.PutDocument<AnyDoc>[], {
    new_edits: false,
  });
  const failure = replies.find((reply) => 'error' in reply);
  if (failure !== undefined)
    throw Object.assign(new Error(`conflict of ${String(failure.id)} not resolved`), failure);
}

/**
 * A stub means "as in the parent revision", so an attachment that comes from a leaf other than the winner must travel
 * inline. The winner is not known here, and attachments are rare: every leaf that has one which not all have is read
 * with its data.
 */
async function withAttachments(db: Database, leaves: readonly Leaf[]): Promise<Leaf[]> {
  const digests = leaves.map((leaf) => attachmentsOf(leaf));
  const common = (name: string, digest: string | undefined) =>
    digests.every((attachments) => attachments[name]?.digest === digest);
  return Promise.all(
    leaves.map(async (leaf, index) => {
      const own = Object.entries(digests[index] ?? {});
      if (own.every(([name, { digest }]) => common(name, digest))) return leaf;
      const full = (await db.get(leaf._id, {
        rev: leaf._rev,
        revs: true,
        attachments: true,
      })) as unknown as Leaf;
      return { ...full, _attachments: Object.fromEntries(Object.entries(attachmentsOf(full)).map(inline)) };
    }),
  );
}

const attachmentsOf = (leaf: Leaf): Attachments => (leaf['_attachments'] ?? {}) as Attachments;

/** `revpos` of another branch means nothing here. */
function inline([name, attachment]: [string, Attachments[string]]): [string, object] {
  const { revpos: _revpos, ...rest } = attachment as Attachments[string] & { revpos?: number };
  return [name, rest];
}
