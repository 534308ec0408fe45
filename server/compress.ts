import { arrayBuffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const TEXT = /^(text\/|application\/(javascript|json|manifest\+json|wasm)|image\/svg)/;
const SMALLEST = 1024;

/** Compressed once per file, kept for good: the built app is a few megabytes and does not change while we run. */
type Cache = Map<string, Promise<Buffer>>;

const compress = {
  br: (data: ArrayBuffer) =>
    promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (data: ArrayBuffer) => promisify(gzip)(data, { level: 9 }),
};

/** Compresses files of text sent within a scope, for clients that take it. */
export function compressReplies(scope: FastifyInstance): void {
  const cache: Cache = new Map();
  scope.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const etag = reply.getHeader('etag');
    if (
      !TEXT.test(type) ||
      typeof etag !== 'string' ||
      reply.statusCode !== 200 ||
      request.method !== 'GET'
    ) {
      return payload;
    }
    if (Number(reply.getHeader('content-length') ?? 0) < SMALLEST || !isStream(payload)) return payload;
    void reply.header('vary', 'accept-encoding');
    const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
    if (encoding === null || request.headers.range !== undefined) return payload;
    const key = `${encoding} ${etag} ${request.url.split('?', 1)[0]}`;
    const known = cache.get(key);
    if (known !== undefined) payload.destroy();
    const made = known ?? arrayBuffer(payload).then(compress[encoding]);
    cache.set(key, made);
    made.catch(() => cache.delete(key));
    const data = await made;
    void reply.header('content-encoding', encoding).header('content-length', data.length);
    return data;
  });
}

function chooseEncoding(accepted: string): keyof typeof compress | null {
  if (/\bbr\b(?!;q=0(?:\D|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!;q=0(?:\D|$))/.test(accepted) ? 'gzip' : null;
}

const isStream = (payload: unknown): payload is NodeJS.ReadableStream & { destroy(): void } =>
  typeof (payload as { pipe?: unknown } | null)?.pipe === 'function';
