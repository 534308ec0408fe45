import { canonical } from '#domain/canonical.ts';
import { designDocuments, type DesignKind } from '../../couchdb/designDocuments.ts';
import { update } from './documents.ts';
import type { Database } from './types.ts';

/** Puts `_design/main` into a database, or brings it up to date; writes nothing when it is right already. */
export async function installDesign(db: Database, kind: DesignKind): Promise<void> {
  const wanted = designDocuments[kind];
  await update(db, wanted._id, (stored) => {
    const { _rev, ...content } = stored ?? {};
    return canonical(content) === canonical(wanted) ? null : { ...wanted };
  });
}
