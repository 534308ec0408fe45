import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROTOCOL_HEADER } from '#api/protocol.ts';
import { DB_BASE, HUB_HEADER, SERVER_TIME_HEADER } from '#api/wire.ts';
import type { Access, Person } from '../auth/access.ts';
import { forbidden, methodNotAllowed, notFound } from '../base/errors.ts';
import { identify } from '../http/guard.ts';
import type { Limits } from '../base/limits.ts';
import type { Storage } from '../storage/types.ts';
import { version } from '../base/root.ts';
import { deleteAttachment, getAttachment, putAttachment } from './attachments.ts';
import { bundle } from './bundle.ts';
import { Admission } from './admission.ts';
import { allDocs } from './allDocs.ts';
import { bulkGet } from './bulkGet.ts';
import {
  assertDocumentId,
  bulkDocs,
  deleteDocument,
  getDocument,
  putDocument,
  revsDiff,
} from './documents.ts';
import type { LeavesService } from './leaves.ts';
import { deleteLocal, getLocal, putLocal } from './localDocuments.ts';
import type { ChangesService } from './longPoll.ts';
import { pathSegments, Query, type DbRequest } from './request.ts';
import { sendPieces, type Pieces } from './stream.ts';
import { allow, countUnseen, openTarget, type Target } from './target.ts';
import { queryView } from './views.ts';
import type { GatewayWriter } from './write.ts';

export interface GatewayParts {
  storage: Storage;
  access: Access;
  limits: Limits;
  writer: GatewayWriter;
  changes: ChangesService;
  leaves: LeavesService;
  /** Bytes of one request's body. */
  bodyLimit: number;
}

const gzipped = promisify(gzip);
const GZIP_LEVEL = 4;
/** Characters of a long poll's answer that are worth the time: news of check-ins alone go as they are. */
const LONG = 8192;

/** JSON with a status, or null when the reply has been sent already. */
type Answer = { status?: number; json: unknown } | null;

/**
 * The databases under `/db` (docs/contract.md, "HTTP"; docs/decisions/0001): CouchDB's replication protocol and document API,
 * as far as an allow-list goes. Everything else is 404 or 405.
 */
export async function registerGateway(app: FastifyInstance, parts: GatewayParts): Promise<void> {
  await app.register(async (scope) => {
    // Long answers only (`sendPieces`), and never what comes in: a small body could unfold into any size. Sessions become
    // seven times smaller; higher levels gain little and take twice as long.
    await scope.register(compress, {
      ...{ global: false, globalDecompression: false, encodings: ['gzip'] },
      ...{ zlibOptions: { level: GZIP_LEVEL }, customTypes: /json/ },
    });
    // Before the body is read.
    scope.addHook('onRequest', async (http) => void (await identify(parts.access, parts.limits, http)));
    // Attachments may be of any type, also JSON: bodies stay as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: parts.bodyLimit },
      (_request, body, done) => done(null, body),
    );
    const admission = new Admission();
    const handler = async (http: FastifyRequest, reply: FastifyReply) => {
      const person = await identify(parts.access, parts.limits, http);
      const segments = pathSegments(http.raw.url ?? '', DB_BASE);
      let still = person;
      const admitted = admission.enter(person, http, reply, segments[1]);
      const request: DbRequest = {
        ...admitted,
        async round() {
          await admitted.round();
          still = await stillAllowed(parts, http, still, segments[0] ?? '');
        },
        method: http.method === 'HEAD' ? 'GET' : http.method,
        segments,
        query: new Query(http.raw.url ?? ''),
        person,
        body: Buffer.isBuffer(http.body) ? http.body : Buffer.alloc(0),
        contentType: http.headers['content-type'] ?? 'application/octet-stream',
        http,
        reply,
      };
      const [name] = segments;
      if (name === undefined)
        return reply.send({ ok: true, couchdb: 'Welcome', vendor: { name: 'Foyer' }, version });
      const target = await openTarget(parts.storage, parts.access, person, name);
      const answer = await dispatch(parts, request, target);
      return answer === null ? reply : sendWhole(request, answer);
    };
    scope.all(DB_BASE, { bodyLimit: parts.bodyLimit }, handler);
    scope.all(`${DB_BASE}/*`, { bodyLimit: parts.bodyLimit }, handler);
  });
}

/** A long answer may take its reader an hour: it ends with the rights that it was begun with. */
async function stillAllowed(
  { access, limits }: GatewayParts,
  http: FastifyRequest,
  person: Person,
  name: string,
): Promise<Person> {
  const now = await identify(access, limits, http);
  if (now === person) return now;
  await allow(access, now, name);
  // What there is for a person follows the role.
  if (now.role !== person.role) throw forbidden('the role has changed');
  return now;
}

async function dispatch(parts: GatewayParts, request: DbRequest, target: Target): Promise<Answer> {
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

async function database(
  { changes, writer }: GatewayParts,
  request: DbRequest,
  target: Target,
): Promise<Answer> {
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

async function special(
  parts: GatewayParts,
  request: DbRequest,
  target: Target,
  name: string,
): Promise<Answer> {
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
            ? await parts.leaves.fingerprints(target, request)
            : await parts.leaves.rows(target, request),
      };
    case '_bundle':
      return sendBundle(parts, request, target);
    default:
      return sendChanges(parts, request, target);
  }
}

async function document(
  { writer }: GatewayParts,
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
  { writer }: GatewayParts,
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

/** One piece of JSON. Throws 429 where too many such pieces wait for this person to read them. */
function sendWhole({ reply, claim }: DbRequest, { status = 200, json }: NonNullable<Answer>): FastifyReply {
  const text = JSON.stringify(json);
  claim(text.length);
  return reply.code(status).type('application/json; charset=utf-8').send(text);
}

async function sendJson(request: DbRequest, pieces: Pieces): Promise<Answer> {
  await sendPieces(request, 'application/json; charset=utf-8', pieces);
  return null;
}

async function sendBundle({ storage }: GatewayParts, request: DbRequest, target: Target): Promise<Answer> {
  const pieces = bundle(request, target, storage);
  await sendPieces(request, 'application/x-ndjson; charset=utf-8', pieces, false);
  return null;
}

/** Long polls are many and all wake at once: their answers bypass what Fastify does for each reply. */
async function sendChanges({ changes }: GatewayParts, request: DbRequest, target: Target): Promise<Answer> {
  const { reply, http } = request;
  const left = new AbortController();
  const onClose = (): void => left.abort();
  reply.raw.once('close', onClose);
  // It may have left while the database was opened.
  if (reply.raw.destroyed) onClose();
  let json: string | Pieces;
  try {
    json = await changes.answer(request, target, left.signal);
  } finally {
    reply.raw.off('close', onClose);
  }
  if (typeof json !== 'string') return sendJson(request, json);
  request.claim(json.length);
  reply.hijack();
  const isGzip = json.length >= LONG && /\bgzip\b/.test(http.headers['accept-encoding'] ?? '');
  const body = isGzip ? new Uint8Array(await gzipped(json, { level: GZIP_LEVEL })) : json;
  if (left.signal.aborted || reply.raw.destroyed) return null;
  // Only what a JSON reply needs: a thousand of these leave at once.
  reply.raw.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
    ...(isGzip ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': http.id,
    [SERVER_TIME_HEADER]: Date.now(),
    [PROTOCOL_HEADER]: reply.getHeader(PROTOCOL_HEADER),
    ...(reply.hasHeader(HUB_HEADER) ? { [HUB_HEADER]: reply.getHeader(HUB_HEADER) } : {}),
  });
  reply.raw.end(http.method === 'HEAD' ? '' : body);
  return null;
}
