import type { IncomingDoc } from '#domain/judging/verdict.ts';
import { historiesOf } from '../../storage/histories.ts';
import { generationOf, leavesOf, lineage } from '../../storage/revisions.ts';
import type { Database } from '../../storage/types.ts';
import { invalid, type Refused } from '../shape.ts';

/** Versions of one document that wait for their merge, beside the first; more are no work of people. */
const MOST_OTHERS = 100;
/**
 * What a merge has to look at: names and values of all versions, times how many these are. Twenty sessions of twenty thousand guests each
 * kept everybody waiting for minutes. Two of any size that a document has in earnest are taken.
 */
const MOST_WORK = 5_000_000;

/**
 * Revisions that are walked through to store the versions of one document, or to merge them: how many these are, times the length of
 * their histories. A hundred with a thousand revisions each kept everybody waiting for minutes, and again at each start.
 */
const MOST_WALKED = 100_000;
/** The same of documents that are written together. */
const MOST_WALKED_TOGETHER = 500_000;
/** Of ended versions, which stay for good: how many, times the length of all histories. */
const MOST_KEPT = 500_000;
/** What is older a database forgets. */
const LONGEST_HISTORY = 1000;
const BEING_MERGED: Refused = { error: 'unavailable', reason: 'being_merged' };

type Leaves = Map<string, object>;
/** Versions that came ended, and ended none that is stored: how many, and the length of all histories. */
interface Ended {
  count: number;
  leaves: number;
  length: number;
}

/** The versions of the documents of one write that wait for their merge: those that are stored, and what the write adds. */
export class Versions {
  private readonly db: Database;
  private readonly stored: ReadonlyMap<string, { _rev: string; _deleted?: unknown; _conflicts?: unknown }>;
  private readonly leaves = new Map<string, Leaves>();
  private readonly sizes = new WeakMap<object, number>();
  private readonly ended = new Map<string, Ended>();
  private readonly walked = new Map<string, number>();

  constructor(db: Database, stored: Versions['stored']) {
    this.db = db;
    this.stored = stored;
  }

  /** Why there are too many of them to take one more, or one as large; null where there are not. */
  async tooMuch(doc: IncomingDoc & { _id: string }, newEdits: boolean): Promise<Refused | null> {
    const leaves = await this.leavesOf(doc._id);
    const others = without(leaves, doc);
    const follows = others.size < leaves.size;
    if (doc._deleted === true) return newEdits || follows ? null : this.tooLong(doc);
    // What follows none is no edit of what is there, and a conflict.
    if (others.size === 0 || (newEdits && !follows)) return null;
    if (others.size > MOST_OTHERS && !follows)
      return invalid('_revisions', 'the document has too many versions');
    const size = [doc, ...others.values()].reduce((sum, one) => sum + this.sizeOf(one), 0);
    // Once they are merged it is taken: a device sends it again.
    if (size * (others.size + 1) > MOST_WORK) return BEING_MERGED;
    const history = [doc, ...others.values()].reduce((sum, one) => sum + lengthOf(one), 0);
    return this.walks(doc._id, history * (others.size + 1)) || others.size === 1 ? null : BEING_MERGED;
  }

  /** Of a version that is nothing any more and was nothing here, a leaf is kept all the same. */
  private async tooLong(doc: IncomingDoc & { _id: string }): Promise<Refused | null> {
    const before = this.ended.get(doc._id) ?? { count: 0, ...(await historiesOf(this.db, doc._id)) };
    const count = before.count + 1;
    const leaves = before.leaves + 1;
    const length = before.length + lengthOf(doc);
    if (leaves * length > MOST_KEPT) return invalid('_revisions', 'the document has too many versions');
    // With the next request there is room for more of them.
    if (!this.walks(doc._id, length * count) && count > 1) return BEING_MERGED;
    this.ended.set(doc._id, { count, leaves, length });
    return null;
  }

  /** Notes what a document costs; false where that is too much. */
  private walks(id: string, walked: number): boolean {
    const others = [...this.walked].reduce((sum, [other, one]) => (other === id ? sum : sum + one), 0);
    if (walked > MOST_WALKED || others + walked > MOST_WALKED_TOGETHER) return false;
    this.walked.set(id, walked);
    return true;
  }

  /** What was let pass is stored for those after it. */
  async note(doc: IncomingDoc & { _id: string }): Promise<void> {
    const left = without(await this.leavesOf(doc._id), doc);
    if (doc._deleted !== true) left.set(String(doc['_rev']), doc);
    this.leaves.set(doc._id, left);
  }

  private async leavesOf(id: string): Promise<Leaves> {
    const known = this.leaves.get(id);
    if (known !== undefined) return known;
    const stored = this.stored.get(id);
    const leaves: object[] =
      stored === undefined || stored._deleted === true
        ? []
        : stored._conflicts === undefined
          ? [stored]
          : (await leavesOf(this.db, id)).filter(({ _deleted }) => _deleted !== true);
    const result = new Map(leaves.map((leaf) => [(leaf as { _rev: string })._rev, leaf]));
    this.leaves.set(id, result);
    return result;
  }

  private sizeOf(doc: object): number {
    const size = this.sizes.get(doc) ?? piecesOf(doc);
    this.sizes.set(doc, size);
    return size;
  }
}

/** Those that the document does not stand on. */
function without(leaves: Leaves, { _rev, _revisions }: IncomingDoc): Leaves {
  const own =
    _revisions === undefined ? [String(_rev)] : lineage({ _revisions } as Parameters<typeof lineage>[0]);
  const left = new Map(leaves);
  for (const rev of own) left.delete(rev);
  return left;
}

const lengthOf = (doc: object): number => {
  const { _rev, _revisions } = doc as { _rev: string; _revisions?: { ids: readonly string[] } };
  return Math.min(LONGEST_HISTORY, _revisions?.ids.length ?? generationOf(_rev));
};

/** Names and values, but for those of revisions and attachments. */
function piecesOf(doc: object): number {
  const { _attachments, _revisions, ...content } = doc as Record<string, unknown>;
  let pieces = 0;
  const open: unknown[] = [content];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    pieces++;
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    if (!Array.isArray(value)) pieces += inner.length;
    for (const one of inner) open.push(one ?? null);
  }
  return pieces;
}
