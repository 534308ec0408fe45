import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { PROTOCOL, type Protocol } from '#api/protocol.ts';
import { SERVER_TIME_HEADER } from '#api/wire.ts';
import type { Config } from '../base/config.ts';
import { roomForConnections } from '../base/descriptors.ts';
import { toHttpError } from '../base/errors.ts';
import { loggedPath, logStream } from '../base/logging.ts';
import { calmHooks } from '../base/outOfReach.ts';
import { proxyCheck } from '../base/proxies.ts';
import { admitBodies } from './bodies.ts';
import { answerClientError, boundConnections, TIMEOUTS } from './connections.ts';
import { Ending, logFailure } from './failures.ts';
import { isKnown, sendError } from './guard.ts';
import { PERMISSIONS_POLICY, securityHeaders } from './headers.ts';
import { tellProtocol } from './protocol.ts';
import { followRequests } from './requestFaults.ts';

/** Bytes of one request of the API: calls are small. */
const API_BODY_LIMIT = 1024 * 1024;

/** An address of the guests' pages where nothing is. */
const NO_PAGE = '/desk/-/-';

export interface AppOptions {
  config: Config;
  /** Another one than the configuration's. */
  logger?: FastifyServerOptions['logger'];
  /** Another one than this program's, for tests. */
  protocol?: Protocol;
  /** Another clock than the machine's, for tests. */
  now?: () => number;
}

/** What every answer of the server has, whatever is asked: limits, headers, the log, errors as replies. No routes yet. */
export function createApp(
  { config, logger, protocol = PROTOCOL, now = Date.now }: AppOptions,
  newId: () => string,
): FastifyInstance {
  const { keepAliveTimeout, requestTimeout, connectionTimeout, ...http } = TIMEOUTS;
  const app = Fastify({
    // Headers and bodies are never logged: they hold tokens and passwords.
    logger:
      logger ??
      (config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, stream: logStream(), hooks: calmHooks }),
    // One line per request of our own, below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: API_BODY_LIMIT,
    ...{ keepAliveTimeout, requestTimeout, connectionTimeout },
    http,
    clientErrorHandler: answerClientError,
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    genReqId: newId,
    routerOptions: { maxParamLength: 500 },
    rewriteUrl({ url = '/' }) {
      const path = pathAsked(url);
      return isNoPage(path) ? NO_PAGE : path;
    },
    forceCloseConnections: 'idle',
    // Its own answer then has another form than the contract's; see `refuseNew`.
    return503OnClosing: false,
    // Before any hook: what these set is set here.
    frameworkErrors: (error, _request, reply) =>
      void sendError(reply.headers(securityHeaders(config.publicUrl)), toHttpError(error)),
  });
  const overall = roomForConnections();
  // One address may be a whole venue, but never everybody.
  const perAddress = Math.ceil(overall * 0.8);
  boundConnections(app.server, { overall, perAddress, isProxy: proxyCheck(config.trustProxy), isKnown });
  followRequests(app);
  refuseNew(app);
  app.addHook('onRequest', async (request, reply) => {
    // Not stored anywhere: then the browser need not ask for that with every request.
    void reply
      .header('x-request-id', request.id)
      .header(SERVER_TIME_HEADER, now())
      .header('permissions-policy', PERMISSIONS_POLICY)
      .header('cache-control', 'no-store');
  });
  tellProtocol(app, protocol);
  const safe = Object.entries(securityHeaders(config.publicUrl));
  app.addHook('onRequest', async (_request, reply) => {
    // Of the connection itself: also what is sent past the reply has them.
    for (const [name, value] of safe) reply.raw.setHeader(name, value);
  });
  admitBodies(app);
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, id } = request;
    const summary = { method, path: loggedPath(url), status: reply.statusCode, id };
    request.log.debug({ ...summary, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  app.setErrorHandler((error, request, reply) => {
    const known = toHttpError(error);
    logFailure(request, error, known);
    return sendError(reply, known);
  });
  return app;
}

/**
 * The address as all of us read it. The router alone would take no notice of a host before the path ('http://x/api/…', which HTTP
 * allows) and of a fragment: what looks at the address before it, or in its place, would look at another one.
 */
const pathAsked = (url: string): string =>
  /^(?:https?:\/\/[^/?#]*)?([^#]*)/i.exec(url)?.[1]?.replace(/^(?=\?|$)/, '/') ?? '/';

/**
 * A page for guests whose address cannot be read, for its escapes are none ('/desk/%'): who follows such a link is told in words, as
 * at any other that leads nowhere. Elsewhere the router refuses it, with a code.
 */
function isNoPage(url: string): boolean {
  if (!url.startsWith('/desk/') || !url.includes('%')) return false;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return false;
  } catch {
    return true;
  }
}

/** What comes on an open connection once the server is ending goes to another server, or to this one when it is new. */
function refuseNew(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onRequest', async () => {
    if (isEnding) throw new Ending();
  });
}
