import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CALLS, type CallName } from '#api/calls.ts';
import { API_BASE, DB_BASE, HUB_HEADER } from '#api/wire.ts';
import { databaseName } from '#domain/ids.ts';
import { HttpError } from '../base/errors.ts';
import { routedPath } from '../base/logging.ts';
import { DATABASES } from '../storage/types.ts';
import { answerVisit, isVisit } from './centralPage.ts';
import type { Link } from './link.ts';

/** What a hub does itself; everything else of the API is the central server's. */
const SERVED: readonly CallName[] = [
  ...(['health', 'openapi', 'login', 'logout', 'ownLogins', 'endOwnLogin', 'endOwnLogins'] as const),
  ...(['currentUser', 'history', 'hubStatus', 'serverInfo', 'shutdown'] as const),
  ...(['doors', 'offerDoor', 'endDoor', 'pair', 'takeBackCode'] as const),
];
const asCalled = (name: CallName): string => `${CALLS[name].method} ${API_BASE}${CALLS[name].path}`;
const served = new Set(SERVED.map(asCalled));
/** It says that the hub was ended, too. */
const STATUS = asCalled('hubStatus');
const CENTRAL_DATABASES = [DATABASES.users, DATABASES.services].map((name) => `${DB_BASE}/${name}`);

const EVENT_PATH = new RegExp(`^${DB_BASE}/${databaseName('([^/]+)')}`);

/**
 * What is the central server's alone is refused on a hub before anything is looked at, and each reply says that it comes from a
 * hub, and when that one last met the central server. `upstream`: the central server's address.
 */
export function guardHub(app: FastifyInstance, link: Link, upstream: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = routedPath(request.url);
    if (![API_BASE, DB_BASE, '/desk'].some((base) => path === base || path.startsWith(`${base}/`))) return;
    void reply.header(HUB_HEADER, link.met(EVENT_PATH.exec(path)?.[1]));
    const refusal = refusalOf(request, path, link);
    if (refusal === null) return;
    if (!isVisit(request)) throw refusal;
    await answerVisit(request, reply, { status: refusal.status, upstream });
  });
}

function refusalOf(request: FastifyRequest, path: string, link: Link): HttpError | null {
  if (link.ended() && calledBy(request) !== STATUS)
    return new HttpError(503, 'hub_ended', 'this hub was ended: use the central server');
  if (!isCentral(request, path)) return null;
  return new HttpError(409, 'central_only', 'only the central server does this, not a hub in a hall');
}

const calledBy = ({ method, routeOptions }: FastifyRequest): string =>
  `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url ?? ''}`;

function isCentral(request: FastifyRequest, path: string): boolean {
  if (path.startsWith('/desk')) return true;
  if (path.startsWith(API_BASE)) return !request.is404 && !served.has(calledBy(request));
  return CENTRAL_DATABASES.some((base) => path === base || path.startsWith(`${base}/`));
}
