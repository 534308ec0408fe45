/* How what is asked of a database is answered: whole, in pieces as its reader takes them, or to all who wait at once. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { PROTOCOL_HEADER } from '#api/protocol.ts';
import { HUB_HEADER, SERVER_TIME_HEADER } from '#api/wire.ts';
import type { Storage } from '../storage/types.ts';
import { bundle } from './read/bundle.ts';
import type { ChangesService } from './changes/longPoll.ts';
import type { DbRequest } from './request.ts';
import { sendPieces, type Pieces } from './stream.ts';
import type { Target } from './target.ts';

const gzipped = promisify(gzip);
/** Higher levels gain little and take twice as long. */
export const GZIP_LEVEL = 4;
/** Characters of a long poll's answer that are worth the time: news of check-ins alone go as they are. */
const LONG = 8192;

/** JSON with a status, or null when the reply has been sent already. */
export type Answer = { status?: number; json: unknown } | null;

/** One piece of JSON. Throws 429 where too many such pieces wait for this person to read them. */
export function sendWhole(
  { reply, claim }: DbRequest,
  { status = 200, json }: NonNullable<Answer>,
): FastifyReply {
  const text = JSON.stringify(json);
  claim(text.length);
  return reply.code(status).type('application/json; charset=utf-8').send(text);
}

export async function sendJson(request: DbRequest, pieces: Pieces): Promise<Answer> {
  await sendPieces(request, 'application/json; charset=utf-8', pieces);
  return null;
}

export async function sendBundle(
  parts: { storage: Storage; changes: ChangesService },
  request: DbRequest,
  target: Target,
): Promise<Answer> {
  const pieces = bundle(request, target, parts);
  await sendPieces(request, 'application/x-ndjson; charset=utf-8', pieces, false);
  return null;
}

/** Long polls are many and all wake at once: their answers bypass what Fastify does for each reply. */
export async function sendChanges(
  changes: ChangesService,
  request: DbRequest,
  target: Target,
): Promise<Answer> {
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
