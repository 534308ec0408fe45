import { canonical } from '#domain/canonical.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { EventDocType } from '#domain/ids.ts';
import { ok, type Result } from '#domain/result.ts';
import { readDocument, type StoredDoc } from '../store/read.ts';
import type { Failure } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';
import { update } from './update.ts';

/**
 * Edits many documents in one read and one local transaction; a document that changed meanwhile, or has leaves in
 * conflict, is then decided again by itself. Missing ones are left out, and so are those that `decide` returns as
 * they are. Nothing is written if any of them may not be. Resolves with what was saved.
 */
export async function updateMany<T extends EventDocType>(
  context: RepositoryContext,
  type: T,
  ids: readonly string[],
  decide: (current: DocOf<T>) => DocOf<T>,
): Promise<Result<DocOf<T>[], Failure>> {
  const { db, store } = context;
  if (ids.length === 0) return ok([]);
  const { rows } = await db.use((pouch) =>
    pouch.allDocs({ keys: [...new Set(ids)], include_docs: true, conflicts: true }),
  );
  const docs: DocOf<T>[] = [];
  const alone: string[] = [];
  for (const row of rows) {
    const stored = ('doc' in row ? row.doc : null) as StoredDoc | null | undefined;
    if (stored == null) continue;
    if (stored['_conflicts'] !== undefined) {
      alone.push(stored._id);
      continue;
    }
    const current = readDocument(stored);
    if (current?.type !== type) continue;
    const next = decide(current as DocOf<T>);
    if (next === current || canonical(next) === canonical(current)) continue;
    const verdict = judge(context, next as Record<string, unknown>, stored);
    if (!verdict.ok) return verdict;
    docs.push(next);
  }
  const saved: DocOf<T>[] = [];
  const replies = docs.length === 0 ? [] : await db.use((pouch) => pouch.bulkDocs(docs as NewDoc[]));
  for (const [index, doc] of docs.entries()) {
    const reply = replies[index];
    if (reply !== undefined && 'rev' in reply && reply.rev !== undefined)
      saved.push({ ...doc, _rev: reply.rev });
    else alone.push(doc._id);
  }
  store.apply(saved as unknown as StoredDoc[]);
  for (const id of alone) {
    let changed = false;
    const result = await update(context, type, id, (current) => {
      const next = decide(current);
      changed = next !== current;
      return ok(next);
    });
    if (!result.ok && result.error.code !== 'not_found') return result;
    if (result.ok && changed) saved.push(result.value);
  }
  return ok(saved);
}
