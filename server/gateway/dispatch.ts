import { methodNotAllowed, notFound } from '../base/errors.ts';
import type { Storage } from '../storage/types.ts';
import { deleteAttachment, getAttachment, putAttachment } from './attachments.ts';
import { allDocs } from './read/allDocs.ts';
import { bulkGet } from './read/bulkGet.ts';
import {
  assertDocumentId,
  bulkDocs,
  deleteDocument,
  getDocument,
  putDocument,
  revsDiff,
} from './documents.ts';
import type { LeavesService } from './read/leaves.ts';
import { deleteLocal, getLocal, putLocal } from './localDocuments.ts';
import type { ChangesService } from './changes/longPoll.ts';
import type { DbRequest } from './request.ts';
import { countUnseen, type Target } from './target.ts';
import { queryView } from './read/views.ts';
import type { GatewayWriter } from './write/write.ts';
import { sendBundle, sendChanges, sendJson, type Answer } from './answers.ts';

export interface Sources {
  storage: Storage;
  writer: GatewayWriter;
  changes: ChangesService;
  leaves: LeavesService;
}

/** What is asked of a database, and by which method: everything that is not here is 404 or 405. */
export async function dispatch(parts: Sources, request: DbRequest, target: Target): Promise<Answer> {
  const [, first, ...rest] = request.segments;
  if (first === undefined) return database(parts, request, target);
  if (first === '_local') return localDocument(request, target, rest);
  if (first === '_design') return design(request, target, rest);
  if (first.startsWith('_local/')) return localDocument(request, target, [first.slice('_local/'.length)]);
  if (first.startsWith('_design/')) return design(request, target, [first.slice('_design/'.length), ...rest]);
  if (first.startsWith('_') && rest.length === 0) return special(parts, request, target, first);
  assertDocumentId(first);
  return rest.length === 0
    ? document(parts, request, target, first)
    : attachment(parts, request, target, first, rest.join('/'));
}

async function database({ changes, writer }: Sources, request: DbRequest, target: Target): Promise<Answer> {
  if (request.method === 'GET') {
    const [{ docCount, seq }, unseen] = await Promise.all([changes.position(target), countUnseen(target)]);
    return {
      json: { db_name: target.name, doc_count: docCount - unseen, update_seq: seq, instance_start_time: '0' },
    };
  }
  if (request.method === 'POST') {
    return { status: 201, json: await putDocument(request, target, writer, null) };
  }
  throw methodNotAllowed();
}

async function localDocument(request: DbRequest, target: Target, names: string[]): Promise<Answer> {
  const [name] = names;
  if (name === undefined || names.length > 1) throw notFound();
  if (request.method === 'GET') return { json: await getLocal(target, name) };
  if (request.method === 'PUT') return putLocal(request, target, name);
  if (request.method === 'DELETE') return { json: await deleteLocal(target, name) };
  throw methodNotAllowed();
}

async function design(
  request: DbRequest,
  target: Target,
  [name, kind, view, ...more]: string[],
): Promise<Answer> {
  if (name !== 'main' || more.length > 0) throw notFound();
  if (kind === undefined) {
    if (request.method !== 'GET') throw methodNotAllowed();
    return { json: await getDocument(request, target, '_design/main') };
  }
  if (kind !== '_view' || view === undefined) throw notFound();
  if (request.method !== 'GET' && request.method !== 'POST') throw methodNotAllowed();
  return sendJson(request, await queryView(request, target, view));
}

/** Endpoints whose name begins with `_`, and the methods they take. */
const SPECIAL = new Map<string, readonly string[]>(
  Object.entries({
    _all_docs: ['GET', 'POST'],
    _bulk_docs: ['POST'],
    _bulk_get: ['POST'],
    _bundle: ['GET'],
    _changes: ['GET', 'POST'],
    _ensure_full_commit: ['POST'],
    _leaves: ['GET', 'POST'],
    _missing_revs: ['POST'],
    _revs_diff: ['POST'],
  }),
);

async function special(parts: Sources, request: DbRequest, target: Target, name: string): Promise<Answer> {
  const methods = SPECIAL.get(name);
  if (methods === undefined) throw notFound();
  if (!methods.includes(request.method)) throw methodNotAllowed();
  switch (name) {
    case '_all_docs':
      return sendJson(request, allDocs(request, target));
    case '_bulk_docs':
      return { status: 201, json: await bulkDocs(request, target, parts.writer) };
    case '_bulk_get':
      return sendJson(request, bulkGet(request, target));
    case '_revs_diff':
      return { json: await revsDiff(request, target, parts.writer) };
    case '_missing_revs': {
      const missing = Object.entries(await revsDiff(request, target, parts.writer)).map(([id, revs]) => [
        id,
        revs.missing,
      ]);
      return { json: { missing_revs: Object.fromEntries(missing) as unknown } };
    }
    case '_ensure_full_commit':
      return { status: 201, json: { ok: true, instance_start_time: '0' } };
    case '_leaves':
      return {
        json:
          request.method === 'GET'
            ? await parts.leaves.fingerprints(target, request, await parts.changes.standing(target))
            : await parts.leaves.rows(target, request),
      };
    case '_bundle':
      return sendBundle(parts, request, target);
    default:
      return sendChanges(parts.changes, request, target);
  }
}

async function document(
  { writer }: Sources,
  request: DbRequest,
  target: Target,
  id: string,
): Promise<Answer> {
  switch (request.method) {
    case 'GET':
      return { json: await getDocument(request, target, id) };
    case 'PUT':
      return { status: 201, json: await putDocument(request, target, writer, id) };
    case 'DELETE':
      return { json: await deleteDocument(request, target, writer, id) };
    default:
      throw methodNotAllowed();
  }
}

async function attachment(
  { writer }: Sources,
  request: DbRequest,
  target: Target,
  id: string,
  name: string,
): Promise<Answer> {
  switch (request.method) {
    case 'GET':
      await getAttachment(request, target, id, name);
      return null;
    case 'PUT':
      return { status: 201, json: await putAttachment(request, target, writer, id, name) };
    case 'DELETE':
      return { json: await deleteAttachment(request, target, writer, id, name) };
    default:
      throw methodNotAllowed();
  }
}
