import type { IncomingDoc } from '#domain/validateWrite.ts';
import { badRequest, HttpError, invalidField, notFound } from '../errors.ts';
import type { AnyDoc } from '../storage/types.ts';
import { missingRevisions } from './missing.ts';
import { isObject, jsonObject, type DbRequest } from './request.ts';
import { isRev } from './shape.ts';
import type { Target } from './target.ts';
import type { Verdict, Writer } from './write.ts';

/** Most documents of one request. */
const MAX_DOCS = 20_000;

/** GET of a document, by rev or open_revs too; open_revs answers JSON, never multipart. */
export async function getDocument({ query }: DbRequest, target: Target, id: string): Promise<unknown> {
  const options = {
    revs: query.flag('revs'),
    revs_info: query.flag('revs_info'),
    conflicts: query.flag('conflicts'),
    attachments: query.flag('attachments'),
    latest: query.flag('latest'),
  };
  const open = query.text('open_revs');
  if (open !== undefined) {
    const revs: unknown = open === 'all' ? 'all' : query.json('open_revs');
    if (revs !== 'all' && !(Array.isArray(revs) && revs.every(isRev))) {
      throw invalidField('open_revs', 'must be all or a list of revisions');
    }
    const leaves = await target.db.get(id, { ...options, open_revs: revs as string[] });
    return (leaves as unknown as { ok?: AnyDoc }[]).map((leaf) =>
      leaf.ok === undefined ? leaf : { ok: target.show(leaf.ok) },
    );
  }
  const rev = query.text('rev');
  if (rev !== undefined && !isRev(rev)) throw invalidField('rev', 'must be a revision');
  return target.show(
    (await target.db.get(id, { ...options, ...(rev === undefined ? {} : { rev }) })) as AnyDoc,
  );
}

/** PUT of a document, or POST without an id in the address. */
export async function putDocument(
  request: DbRequest,
  target: Target,
  writer: Writer,
  id: string | null,
): Promise<Verdict & { ok: true }> {
  const doc: IncomingDoc = jsonObject(request.body);
  if (id !== null && doc._id !== undefined && doc._id !== id)
    throw invalidField('_id', 'differs from the address');
  const rev = doc['_rev'] ?? revOf(request);
  const newEdits = request.query.text('new_edits') !== 'false';
  const named = {
    ...doc,
    _id: id ?? doc._id,
    ...(rev === undefined ? {} : { _rev: rev }),
  };
  return single(await writer.write(target, [named], newEdits));
}

export async function deleteDocument(
  request: DbRequest,
  target: Target,
  writer: Writer,
  id: string,
): Promise<Verdict & { ok: true }> {
  const rev = revOf(request);
  if (rev === undefined) throw new HttpError(409, 'conflict', 'the revision is missing');
  return single(await writer.write(target, [{ _id: id, _rev: rev, _deleted: true }], true));
}

export function revOf({ query, http }: DbRequest): string | undefined {
  const match = http.headers['if-match'];
  return query.text('rev') ?? (typeof match === 'string' ? match.replaceAll('"', '') : undefined);
}

/** The answer of a single write: a refusal becomes its status (contract, "HTTP"). */
export function single([verdict]: readonly Verdict[]): Verdict & { ok: true } {
  if (verdict === undefined) throw badRequest('nothing to write');
  if ('ok' in verdict) return verdict;
  const { error, reason, field, detail } = verdict;
  if (error === 'conflict') throw new HttpError(409, 'conflict', 'document update conflict');
  if (reason === 'invalid_document') {
    throw new HttpError(400, 'invalid_document', detail ?? 'the document is not valid', field);
  }
  throw new HttpError(403, 'forbidden', reason);
}

/** POST _bulk_docs: an answer for each document, in the order sent. */
export async function bulkDocs(request: DbRequest, target: Target, writer: Writer): Promise<Verdict[]> {
  const { docs, new_edits } = jsonObject(request.body);
  if (!Array.isArray(docs) || !docs.every(isObject))
    throw invalidField('docs', 'must be a list of documents');
  if (docs.length > MAX_DOCS) throw new HttpError(413, 'too_large', `at most ${MAX_DOCS} documents at once`);
  if (new_edits !== undefined && typeof new_edits !== 'boolean') {
    throw invalidField('new_edits', 'must be true or false');
  }
  return writer.write(target, docs, new_edits !== false);
}

/** POST _bulk_get */
export async function bulkGet(request: DbRequest, target: Target): Promise<unknown> {
  const { docs } = jsonObject(request.body);
  if (!Array.isArray(docs) || docs.length > MAX_DOCS || !docs.every(isWanted)) {
    throw invalidField('docs', 'must be a list of { id, rev }');
  }
  if (docs.length === 0) return { results: [] };
  const { query } = request;
  const { results } = await target.db.bulkGet({
    docs,
    revs: query.flag('revs'),
    attachments: query.flag('attachments'),
    ...{ latest: query.flag('latest') },
  });
  return {
    results: results.map(({ id, docs: entries }) => ({
      id,
      docs: entries.map((entry) => {
        if ('ok' in entry) return { ok: target.show(entry.ok as AnyDoc) };
        return { error: whyNot(id, entry) };
      }),
    })),
  };
}

/** CouchDB's words, whatever the storage: PouchDB's own errors hold stacks. */
function whyNot(id: string, entry: object): object {
  const { missing, error } = entry as { missing?: unknown; error?: unknown };
  const told = isObject(error) ? error : {};
  return {
    id,
    rev: [missing, told['rev']].find((rev) => typeof rev === 'string') ?? 'undefined',
    error: typeof told['error'] === 'string' ? told['error'] : 'not_found',
    reason: typeof told['reason'] === 'string' ? told['reason'] : 'missing',
  };
}

const isWanted = (entry: unknown): entry is { id: string; rev?: string } =>
  isObject(entry) &&
  typeof entry['id'] === 'string' &&
  !entry['id'].startsWith('_local/') &&
  (entry['rev'] === undefined || isRev(entry['rev']));

/**
 * POST _revs_diff and _missing_revs: which revisions the database lacks. With `all=true` every document that was asked
 * about is in the answer, so that silence never counts as a yes.
 */
export async function revsDiff(
  request: DbRequest,
  target: Target,
): Promise<Record<string, { missing: string[] }>> {
  const wanted = jsonObject(request.body);
  for (const [id, revs] of Object.entries(wanted)) {
    if (!Array.isArray(revs) || !revs.every((rev) => typeof rev === 'string')) {
      throw invalidField(id, 'must be a list of revisions');
    }
  }
  const diff = await missingRevisions(target.db, wanted as Record<string, string[]>);
  if (!request.query.flag('all')) return diff;
  return Object.fromEntries(Object.keys(wanted).map((id) => [id, diff[id] ?? { missing: [] }]));
}

/** GET and POST _all_docs */
export async function allDocs({ query, method, body }: DbRequest, target: Target): Promise<unknown> {
  const keys =
    (method === 'POST' && body.length > 0 ? jsonObject(body)['keys'] : undefined) ?? query.json('keys');
  if (keys !== undefined && !(Array.isArray(keys) && keys.every((key) => typeof key === 'string'))) {
    throw invalidField('keys', 'must be a list of texts');
  }
  const startkey = query.key('startkey', 'start_key');
  const endkey = query.key('endkey', 'end_key');
  const key = query.key('key');
  const limit = query.count('limit', Number.MAX_SAFE_INTEGER);
  const skip = query.count('skip', Number.MAX_SAFE_INTEGER);
  const options = {
    include_docs: query.flag('include_docs'),
    conflicts: query.flag('conflicts'),
    attachments: query.flag('attachments'),
    descending: query.flag('descending'),
    inclusive_end: query.text('inclusive_end') === undefined || query.flag('inclusive_end'),
    ...(limit === undefined ? {} : { limit }),
    ...(skip === undefined ? {} : { skip }),
  };
  const range = {
    ...(startkey === undefined ? {} : { startkey }),
    ...(endkey === undefined ? {} : { endkey }),
    ...(key === undefined ? {} : { key }),
  };
  const asked = keys === undefined ? { ...options, ...range } : { ...options, keys };
  const result = await target.db.allDocs(asked as PouchDB.Core.AllDocsOptions);
  return {
    ...result,
    rows: result.rows.map((row) =>
      'doc' in row && row.doc != null ? { ...row, doc: target.show(row.doc as AnyDoc) } : row,
    ),
  };
}

/** Throws 404 for an id that the path may not reach as a document. */
export function assertDocumentId(id: string): void {
  if (id.startsWith('_') || id.length > 300) throw notFound();
}
