import type { DocOf } from '#domain/documents/index.ts';
import { ok, type Result } from '#domain/result.ts';
import type { StoredDoc } from '../store/read.ts';
import { failureOf } from '../failure.ts';
import type { BulkOptions } from '../bulkTypes.ts';
import type { Failure } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';
import { update } from './update.ts';

/** Small enough that the page answers between two of them, large enough that IndexedDB is not asked 5,000 times. */
const BATCH = 200;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Counts up over all parts of one act. */
export interface Meter {
  advance(by: number): void;
}
export function meterOf(total: number, options: BulkOptions | undefined): Meter {
  let done = 0;
  options?.onProgress?.(0, total);
  return {
    advance(by) {
      done = Math.min(total, done + by);
      options?.onProgress?.(done, total);
    },
  };
}

export interface Insertion {
  /** Id → revision of what is durable now. */
  revs: ReadonlyMap<string, string>;
  /** Why the rest was not written; null when all was, or when it was told to stop. */
  failure: Failure | null;
}

/** Writes new documents in batches, each judged first; stops between two batches when told to, or at a failure. */
export async function insertMany(
  context: RepositoryContext,
  docs: readonly (NewDoc & { _id: string })[],
  meter: Meter,
  signal?: AbortSignal,
): Promise<Insertion> {
  const revs = new Map<string, string>();
  for (let start = 0; start < docs.length; start += BATCH) {
    if (signal?.aborted === true) break;
    const batch = docs.slice(start, start + BATCH);
    for (const doc of batch) {
      const verdict = judge(context, doc, null);
      if (!verdict.ok) return { revs, failure: verdict.error };
    }
    try {
      const rows = await context.db.use((pouch) => pouch.bulkDocs(batch));
      for (const row of rows) if ('rev' in row && row.id !== undefined) revs.set(row.id, row.rev ?? '');
    } catch (error) {
      return { revs, failure: failureOf(error) };
    }
    const saved = batch.filter((doc) => revs.has(doc._id));
    context.store.apply(saved.map((doc) => ({ ...doc, _rev: revs.get(doc._id) }) as unknown as StoredDoc));
    if (saved.length < batch.length) return { revs, failure: { code: 'unknown' } };
    meter.advance(batch.length);
    await pause();
  }
  return { revs, failure: null };
}

type Edited = 'client' | 'consumer';

/**
 * Edits many documents in batches. `edit` gives the next version, or null to leave the document alone; it decides
 * again on the fresh document where another writer was faster.
 */
export async function editMany<T extends Edited>(
  context: RepositoryContext,
  type: T,
  ids: readonly string[],
  edit: (doc: DocOf<T>) => DocOf<T> | null,
  meter: Meter,
): Promise<Result<null, Failure>> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const known = context.store.documents(type);
    const docs = batch.flatMap((id) => {
      const doc = known.get(id);
      const next = doc === undefined ? null : edit(doc);
      return next === null ? [] : [next];
    });
    for (const doc of docs) {
      const verdict = judge(context, doc as NewDoc, known.get(doc._id) as NewDoc);
      if (!verdict.ok) return verdict;
    }
    const written = await writeBatch(context, type, docs, edit);
    if (!written.ok) return written;
    meter.advance(batch.length);
    await pause();
  }
  return ok(null);
}

async function writeBatch<T extends Edited>(
  context: RepositoryContext,
  type: T,
  docs: readonly DocOf<T>[],
  edit: (doc: DocOf<T>) => DocOf<T> | null,
): Promise<Result<null, Failure>> {
  if (docs.length === 0) return ok(null);
  const rows = await context.db.use((pouch) => pouch.bulkDocs(docs as unknown as NewDoc[]));
  const saved: StoredDoc[] = [];
  const late: string[] = [];
  for (const [index, row] of rows.entries()) {
    const doc = docs[index];
    if (doc === undefined) continue;
    if ('rev' in row && row.rev !== undefined) saved.push({ ...doc, _rev: row.rev } as unknown as StoredDoc);
    else late.push(doc._id);
  }
  context.store.apply(saved);
  for (const id of late) {
    const again = await update(context, type, id, (current) => ok(edit(current) ?? current));
    if (!again.ok) return again;
  }
  return ok(null);
}
