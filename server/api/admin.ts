/* oxlint-disable oxc/no-async-endpoint-handlers -- for Express; Fastify awaits its handlers */
import type { FastifyInstance } from 'fastify';
import type { Role } from '#domain/roles.ts';
import { HttpError } from '../errors.ts';
import { version } from '../root.ts';
import { require, type ApiParts, type ApiRoutes } from './context.ts';

/** GET /health, GET /server-info, POST /shutdown; the last two for managers (readings, no. 27). */
export const adminRoutes: ApiRoutes = (app, parts) => {
  const { storage, now, startedAt } = parts;

  app.get('/health', () => ({ ok: true }));

  app.get('/server-info', async (request) => {
    await require(parts, request, 'manager');
    const uptime = Math.floor((now() - startedAt) / 1000);
    return {
      ...{ ok: true, version, storage: storage.kind, uptime, time: now(), node: process.version },
      // Documents that could not be processed are kept and shown here.
      worker: parts.worker(),
    };
  });

  app.post('/shutdown', async (request, reply) => {
    await require(parts, request, 'manager');
    const { shutdown } = parts;
    if (shutdown === undefined)
      throw new HttpError(501, 'not_implemented', 'this server cannot be shut down');
    reply.raw.once('finish', shutdown);
    return { ok: true };
  });

  // Known calls of the specification whose issues are still to come.
  notYet(app, parts, '/routine/:eventId', 'member', true);
  notYet(app, parts, '/reload-services/:eventId', 'manager', true);
  notYet(app, parts, '/email/settings', 'manager');
};

function notYet(app: FastifyInstance, parts: ApiParts, path: string, role: Role, ofEvent = false): void {
  app.post<{ Params: { eventId?: string } }>(path, async (request) => {
    const person = await require(parts, request, role);
    if (ofEvent) await parts.access.event(person, request.params.eventId ?? '');
    throw new HttpError(501, 'not_implemented', 'not built yet');
  });
}
