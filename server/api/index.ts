import type { FastifyInstance } from 'fastify';
import { CALLS, type ApiCall } from '#api/calls.ts';
import { API_BASE } from '#api/wire.ts';
import { badRequest, notFound } from '../base/errors.ts';
import { identify } from '../http/guard.ts';
import { adminRoutes } from './admin.ts';
import { codesRoutes } from './codes.ts';
import { comersOf, type ApiParts } from './context.ts';
import { customerRoutes } from './customers.ts';
import { deskPaperRoutes, deskRoutes } from './desk.ts';
import { doorRoutes } from './doors.ts';
import { eventRoutes } from './events.ts';
import { hubRoutes } from './hubs.ts';
import { historyRoutes } from './history.ts';
import { invoiceRoutes } from './invoices.ts';
import { loginRoutes } from './login.ts';
import { loginsRoutes } from './logins.ts';
import { manageUsersRoutes } from './manageUsers.ts';
import { messageFileRoutes } from './messageFiles.ts';
import { receivedMessages } from './messageReceived.ts';
import { optOutRoutes } from './optOut.ts';
import { paymentRoutes, paymentsWebhook } from './payments.ts';
import { passwordPages } from './passwordPages.ts';
import { personDataRoutes } from './personData.ts';
import { routineRoutes } from './routine.ts';
import { securityRoutes } from './security.ts';
import { servicesRoutes } from './services.ts';
import { userRoutes } from './users.ts';

/** Where nobody need be logged in; a logout may come from a device that keeps no token any more. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(
  Object.values(CALLS)
    .filter(({ who }) => who === 'anybody')
    .map(({ path }) => `${API_BASE}${path}`),
);

/** What whoever must set up one-time codes may call; all else is refused before its body is read. */
const OPEN_TO_ENROLLING: ReadonlySet<string> = new Set(
  Object.values<ApiCall>(CALLS)
    .filter((call) => comersOf(call) === 'also_enrolling')
    .map(({ method, path }) => `${method} ${API_BASE}${path}`),
);

/** The JSON API under `/api` (specification 1 §7 and 2 §7; docs/contract.md, "HTTP"). */
export async function registerApi(app: FastifyInstance, parts: ApiParts): Promise<void> {
  await app.register(
    async (scope) => {
      // Whatever a mail program or a form says there, the address says it all.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) =>
        done(null, undefined),
      );
      optOutRoutes(scope, parts);
      messageFileRoutes(scope, parts);
      deskPaperRoutes(scope, parts);
    },
    { prefix: API_BASE },
  );
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      paymentsWebhook(scope, parts);
    },
    { prefix: API_BASE },
  );
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      receivedMessages(scope, parts);
    },
    { prefix: API_BASE },
  );
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // Without an address that people use there is no link to mail.
      if (parts.publicUrl !== null) passwordPages(scope, parts);
    },
    { prefix: API_BASE },
  );
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
      // Twilio's way, for its own call alone.
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (request, body, done) => {
          if (request.routeOptions.url !== `${API_BASE}${CALLS.messageStatus.path}`)
            return done(badRequest('the body is not valid JSON'));
          done(null, Object.fromEntries(new URLSearchParams(body as string)));
        },
      );
      // Who asks is known before the body is read.
      scope.addHook('onRequest', async (request) => {
        const { url = '', method } = request.routeOptions;
        if (request.is404 || OPEN_TO_ALL.has(url)) return;
        const comers = OPEN_TO_ENROLLING.has(`${String(method)} ${url}`) ? 'also_enrolling' : 'ready';
        await identify(parts.access, parts.limits, request, comers);
      });
      scope.addHook('onSend', async (_request, reply) => {
        void reply.header('cache-control', 'no-store');
      });
      const all = [
        ...[loginRoutes, loginsRoutes, codesRoutes, userRoutes, manageUsersRoutes, securityRoutes],
        ...[eventRoutes, customerRoutes, historyRoutes, servicesRoutes, routineRoutes, invoiceRoutes],
        personDataRoutes,
        ...[adminRoutes, deskRoutes, doorRoutes, hubRoutes, paymentRoutes],
      ];
      for (const routes of all) routes(scope, parts);
      scope.setNotFoundHandler(() => {
        throw notFound('no such call');
      });
    },
    { prefix: API_BASE },
  );
}
