import { err, ok, type Result } from '#domain/result.ts';
import type { StoredDoc } from '../store/read.ts';
import type { Failure } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';

/** Saves new documents together, after each was judged: all of them or, when one is refused, none. */
export async function insert(
  context: RepositoryContext,
  docs: readonly { _id: string }[],
): Promise<Result<null, Failure>> {
  for (const doc of docs) {
    const verdict = judge(context, doc as NewDoc, null);
    if (!verdict.ok) return verdict;
  }
  if (docs.length === 0) return ok(null);
  const saved = await context.db.use((pouch) => pouch.bulkDocs(docs as NewDoc[]));
  const revs = new Map(
    saved.flatMap((row) => ('rev' in row && row.id !== undefined ? [[row.id, row.rev]] : [])),
  );
  if (revs.size < docs.length) return err({ code: 'unknown', message: 'some documents could not be saved' });
  context.store.apply(docs.map((doc) => ({ ...doc, _rev: revs.get(doc._id) }) as unknown as StoredDoc));
  return ok(null);
}
