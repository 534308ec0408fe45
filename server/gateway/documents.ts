import { isInScope } from '#domain/rights/reach.ts';
import type { IncomingDoc } from '#domain/judging/verdict.ts';
import { badRequest, HttpError, invalidField, notFound } from '../base/errors.ts';
import { latestOf, openRevisions } from '../storage/revisions.ts';
import type { AnyDoc } from '../storage/types.ts';
import { UNKNOWN_EVENT } from './write/judge.ts';
import { missingRevisions } from './write/missing.ts';
import { isObject, jsonObject, untamedObject, type DbRequest } from './request.ts';
import { isRev } from './shape.ts';
import { assertSeen, type Target } from './target.ts';
import type { Verdict } from './write/storing.ts';
import type { GatewayWriter } from './write/write.ts';

/** Most documents that one request writes, and revisions that it asks about. */
const MAX_WRITTEN = 20_000;
const MAX_REVISIONS = 50_000;
/** Revisions of one document that a request may ask about or for. */
const MAX_PER_DOCUMENT = 1000;

/** GET of a document, by rev or open_revs too; open_revs answers JSON, never multipart. */
export function getDocument(request: DbRequest, target: Target, id: string): Promise<unknown> {
  assertSeen(target, id);
  const read = (): Promise<unknown> => readDocument(request, target, id);
  return request.query.flag('attachments') ? request.fileTurn(read) : read();
}

async function readDocument({ query }: DbRequest, target: Target, id: string): Promise<unknown> {
  const options = { revs: query.flag('revs'), attachments: query.flag('attachments') };
  const latest = query.flag('latest');
  const more = { revs_info: query.flag('revs_info'), conflicts: query.flag('conflicts') };
  const open = query.text('open_revs');
  const revs: unknown = open === undefined || open === 'all' ? open : query.json('open_revs');
  // An empty list asks for nothing in particular: CouchDB answers with the document.
  if (open !== undefined && !(Array.isArray(revs) && revs.length === 0)) {
    if (revs !== 'all' && !(Array.isArray(revs) && revs.every(isRev))) {
      throw invalidField('open_revs', 'must be all or a list of revisions');
    }
    if (revs.length > MAX_PER_DOCUMENT) throw new HttpError(413, 'too_large', 'too many revisions at once');
    const leaves = await openRevisions(target.db, id, revs, { ...options, latest });
    return leaves.map((leaf) => ('ok' in leaf ? { ok: target.show(leaf.ok) } : leaf));
  }
  const asked = query.text('rev');
  if (asked !== undefined && !isRev(asked)) throw invalidField('rev', 'must be a revision');
  const rev = asked !== undefined && latest ? await latestOf(target.db, id, asked) : asked;
  const whole = { ...options, ...more, ...(rev === undefined ? {} : { rev }) };
  return target.show((await target.db.get(id, whole)) as AnyDoc);
}

/** PUT of a document, or POST without an id in the address. */
export async function putDocument(
  request: DbRequest,
  target: Target,
  writer: GatewayWriter,
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
  writer: GatewayWriter,
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

const WORDS_LATER = 'the document is of a version that its writer or this server does not know yet';

/** The answer of a single write: a refusal becomes its status (docs/contract.md, "HTTP"). */
export function single([verdict]: readonly Verdict[]): Verdict & { ok: true } {
  if (verdict === undefined) throw badRequest('nothing to write');
  if ('ok' in verdict) return verdict;
  const { error, reason, field, detail } = verdict;
  if (error === 'conflict') throw new HttpError(409, 'conflict', 'document update conflict');
  if (reason === 'being_merged')
    throw new HttpError(
      503,
      'unavailable',
      'versions of the document are being merged: try again',
      undefined,
      5,
    );
  if (error === 'unavailable')
    throw new HttpError(reason === 'update_first' ? 426 : 503, reason, WORDS_LATER);
  if (reason === 'invalid_document') {
    throw new HttpError(400, 'invalid_document', detail ?? 'the document is not valid', field);
  }
  if (reason === UNKNOWN_EVENT) throw notFound('no such event');
  throw new HttpError(403, 'forbidden', reason);
}

/** POST _bulk_docs: an answer for each document, in the order sent. */
export async function bulkDocs(
  request: DbRequest,
  target: Target,
  writer: GatewayWriter,
): Promise<Verdict[]> {
  const { docs, new_edits, brought } = untamedObject(request.body);
  if (!Array.isArray(docs) || !docs.every(isObject))
    throw invalidField('docs', 'must be a list of documents');
  if (docs.length > MAX_WRITTEN)
    throw new HttpError(413, 'too_large', `at most ${MAX_WRITTEN} documents at once`);
  if (new_edits !== undefined && typeof new_edits !== 'boolean') {
    throw invalidField('new_edits', 'must be true or false');
  }
  if (target.person.user.hub == null) return writer.write(target, docs, new_edits !== false);
  return writer.write(await writer.ofHub(target, brought), docs, new_edits !== false);
}

/**
 * POST _revs_diff and _missing_revs: which revisions the database lacks. With `all=true` every document that was asked
 * about is in the answer, so that silence never counts as a yes.
 */
export async function revsDiff(
  request: DbRequest,
  target: Target,
  writer: GatewayWriter,
): Promise<Record<string, { missing: string[] }>> {
  const wanted = untamedObject(request.body);
  let total = 0;
  for (const [id, revs] of Object.entries(wanted)) {
    if (!Array.isArray(revs) || !revs.every(isRev)) throw invalidField(id, 'must be a list of revisions');
    total += revs.length;
    if (revs.length > MAX_PER_DOCUMENT || total > MAX_REVISIONS) {
      throw new HttpError(413, 'too_large', 'too many revisions at once');
    }
  }
  await writer.settle(target, Object.keys(wanted));
  const asked = Object.entries(wanted as Record<string, string[]>);
  const seen = asked.filter(([id]) => isInScope(target.scope, id));
  const missing = await missingRevisions(target.db, new Map(seen));
  for (const [id, revs] of asked) if (!isInScope(target.scope, id)) missing.set(id, revs);
  const told = request.query.flag('all') ? Object.keys(wanted) : [...missing.keys()];
  return Object.fromEntries(told.map((id) => [id, { missing: missing.get(id) ?? [] }]));
}

/** Throws 404 for an id that the path may not reach as a document. */
export function assertDocumentId(id: string): void {
  if (id.startsWith('_') || id.length > 300) throw notFound();
}
