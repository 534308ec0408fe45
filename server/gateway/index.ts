import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DB_BASE } from '#api/wire.ts';
import type { Access, Comers, Person } from '../auth/access.ts';
import { forbidden } from '../base/errors.ts';
import { identify } from '../http/guard.ts';
import type { Limits } from '../base/limits.ts';
import { version } from '../base/root.ts';
import { Admission } from './admission.ts';
import { pathSegments, Query, type DbRequest } from './request.ts';
import { allow, openTarget } from './target.ts';
import { GZIP_LEVEL, sendWhole } from './answers.ts';
import { dispatch, type Sources } from './dispatch.ts';

export interface GatewayParts extends Sources {
  access: Access;
  limits: Limits;
  /** Bytes of one request's body. */
  bodyLimit: number;
}

/**
 * The databases under `/db` (docs/contract.md, "HTTP"; decision 1): CouchDB's replication protocol and document API,
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
    scope.addHook(
      'onRequest',
      async (http) => void (await identify(parts.access, parts.limits, http, comersOf(http))),
    );
    // Attachments may be of any type, also JSON: bodies stay as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: parts.bodyLimit },
      (_request, body, done) => done(null, body),
    );
    const admission = new Admission();
    const handler = async (http: FastifyRequest, reply: FastifyReply) => {
      const person = await identify(parts.access, parts.limits, http, comersOf(http));
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

/** What a device asks that brings what was done on it. */
const BRINGS = /^[^?]*\/_(?:bulk_docs|revs_diff)(?:\?|$)/;
const comersOf = ({ method, url }: FastifyRequest): Comers =>
  method === 'POST' && BRINGS.test(url) ? 'also_over' : 'ready';

/** A long answer may take its reader an hour: it ends with the rights that it was begun with. */
async function stillAllowed(
  { access, limits }: GatewayParts,
  http: FastifyRequest,
  person: Person,
  name: string,
): Promise<Person> {
  const now = await identify(access, limits, http, comersOf(http));
  if (now === person) return now;
  await allow(access, now, name);
  // What there is for a person follows the role.
  if (now.role !== person.role) throw forbidden('the role has changed');
  return now;
}
