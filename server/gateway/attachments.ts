import type { FastifyReply } from 'fastify';
import { PICTURE_TYPES } from '#domain/documents/event.ts';
import { PDF_TYPE } from '#domain/documents/file.ts';
import { agreesWithBytes, bareType, SNIFFED_BYTES } from '#domain/documents/fileKinds.ts';
import { badRequest, invalidField, notFound } from '../base/errors.ts';
import { read } from '../storage/documents.ts';
import { revOf, single } from './documents.ts';
import { SMALL } from '../base/outgoing.ts';
import type { DbRequest } from './request.ts';
import { isRev } from './shape.ts';
import { assertSeen, type Target } from './target.ts';
import type { Verdict } from './write/storing.ts';
import type { GatewayWriter } from './write/write.ts';

/** What a browser may show by itself, where the bytes agree; none of it can run a script in our origin. */
const HARMLESS = new Set<string>([...PICTURE_TYPES, PDF_TYPE, 'text/plain']);

interface AttachmentMeta {
  content_type?: string;
  digest?: string;
  length?: number;
}

/**
 * GET of an attachment (specification 1 §7). What might run as a page of ours is only offered for download, and
 * nothing sent from here may load or run anything.
 */
export async function getAttachment(
  request: DbRequest,
  target: Target,
  id: string,
  name: string,
): Promise<FastifyReply> {
  const rev = request.query.text('rev');
  if (rev !== undefined && !isRev(rev)) throw invalidField('rev', 'must be a revision');
  assertSeen(target, id);
  const doc = await target.db.get(id, rev === undefined ? {} : { rev });
  const meta = new Map(Object.entries((doc._attachments ?? {}) as Record<string, AttachmentMeta>)).get(name);
  if (meta === undefined) throw notFound();
  const isLarge = (meta.length ?? 0) > SMALL;
  const bytes = await (isLarge ? request.fileTurn : request.turn)(async () => {
    const data = (await target.db.getAttachment(id, name, rev === undefined ? {} : { rev })) as unknown;
    return data instanceof Blob ? Buffer.from(await data.arrayBuffer()) : Buffer.from(data as Uint8Array);
  });
  request.claim(bytes.length);
  const type = meta.content_type ?? 'application/octet-stream';
  const isHarmless =
    HARMLESS.has(bareType(type)) && agreesWithBytes(type, Uint8Array.from(bytes.subarray(0, SNIFFED_BYTES)));
  const { reply } = request;
  void reply
    .header('content-type', isHarmless ? type : 'application/octet-stream')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', isHarmless ? 'inline' : 'attachment')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('cache-control', 'private, no-cache');
  if (meta.digest !== undefined) void reply.header('etag', `"${meta.digest}"`);
  return reply.send(bytes);
}

/** PUT of an attachment: the document with it is judged like any other write. */
export async function putAttachment(
  request: DbRequest,
  target: Target,
  writer: GatewayWriter,
  id: string,
  name: string,
): Promise<Verdict & { ok: true }> {
  const { body, contentType } = request;
  const stored = await currentDocument(request, target, id);
  const attachments = {
    ...(stored['_attachments'] as object | undefined),
    [name]: { content_type: contentType, data: body.toString('base64') },
  };
  return single(await writer.write(target, [{ ...stored, _attachments: attachments }], true));
}

export async function deleteAttachment(
  request: DbRequest,
  target: Target,
  writer: GatewayWriter,
  id: string,
  name: string,
): Promise<Verdict & { ok: true }> {
  const stored = await currentDocument(request, target, id);
  const attachments = Object.entries((stored['_attachments'] ?? {}) as Record<string, unknown>);
  const rest = attachments.filter(([key]) => key !== name);
  if (rest.length === attachments.length) throw notFound();
  return single(await writer.write(target, [{ ...stored, _attachments: Object.fromEntries(rest) }], true));
}

async function currentDocument(
  request: DbRequest,
  target: Target,
  id: string,
): Promise<Record<string, unknown>> {
  assertSeen(target, id);
  const stored = await read(target.db, id);
  if (stored === null) throw notFound();
  const rev = revOf(request);
  if (rev === undefined) throw badRequest('the revision is missing');
  return { ...stored, _rev: rev };
}
