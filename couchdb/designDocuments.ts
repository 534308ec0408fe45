import { HEAVY_TYPES } from '#domain/devices/light.ts';

/** Which design document a database has. */
export type DesignKind = 'event' | 'users';

interface DesignDocument {
  _id: '_design/main';
  language: 'javascript';
  views: Record<string, { map: string }>;
  filters?: Record<string, string>;
}

/** All documents of one type, by document id. */
const byType = (type: string): { map: string } => ({
  map: `function (doc) {\n  if (doc.type === '${type}') emit(doc._id, null);\n}`,
});

/**
 * The filter `main/light`: by id alone, so that it also holds for deletions. The product itself replicates with the
 * equal selector (src/domain/devices/light.ts); this is for other replicators.
 */
const light = `function (doc) {\n  return !/^(${HEAVY_TYPES.join('|')})_/.test(doc._id);\n}`;

/** `_design/main` of each kind of database (specification 1 §7, 2 §7). */
export const designDocuments: Record<DesignKind, DesignDocument> = {
  event: {
    _id: '_design/main',
    language: 'javascript',
    views: { clients: byType('client'), sessions: byType('session') },
    filters: { light },
  },
  users: { _id: '_design/main', language: 'javascript', views: { users: byType('user') } },
};
