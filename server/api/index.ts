import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#api/schemas.ts';
import { badRequest, notFound } from '../errors.ts';
import { adminRoutes } from './admin.ts';
import type { ApiParts } from './context.ts';
import { customerRoutes } from './customers.ts';
import { eventRoutes } from './events.ts';
import { historyRoutes } from './history.ts';
import { loginRoutes } from './login.ts';
import { loginsRoutes } from './logins.ts';
import { manageUsersRoutes } from './manageUsers.ts';
import { userRoutes } from './users.ts';

/** The JSON API under `/api` (specification 1 §7 and 2 §7; contract, "HTTP"). */
export async function registerApi(app: FastifyInstance, parts: ApiParts): Promise<void> {
  await app.register(
    async (scope) => {
      // Calls without a payload may come with or without the header; anything else must be JSON.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
        if (body === '') return done(null, undefined);
        try {
          done(null, JSON.parse(body as string));
        } catch {
          done(badRequest('the body is not valid JSON'));
        }
      });
      scope.addHook('onSend', async (_request, reply) => {
        void reply.header('cache-control', 'no-store');
      });
      const all = [
        ...[loginRoutes, loginsRoutes, userRoutes, manageUsersRoutes],
        ...[eventRoutes, customerRoutes, historyRoutes, adminRoutes],
      ];
      for (const routes of all) routes(scope, parts);
      scope.setNotFoundHandler(() => {
        throw notFound('no such call');
      });
    },
    { prefix: API_BASE },
  );
}
