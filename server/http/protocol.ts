import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { olderSide, PROTOCOL_HEADER, protocolOf, spoken, type Protocol } from '#api/protocol.ts';
import { API_BASE, DB_BASE, DEVICE_HEADER } from '#api/wire.ts';
import { HttpError } from '../base/errors.ts';
import { routedPath } from '../base/logging.ts';

/** What an app of ours speaks; null for scripts and other programs, which only know the outside contract. */
export function appProtocol(headers: IncomingHttpHeaders): Protocol | null {
  const said = headers[PROTOCOL_HEADER];
  return said === undefined && headers[DEVICE_HEADER] === undefined ? null : protocolOf(said);
}

/**
 * Says with each reply of the API and the databases what this server speaks, and turns away an app that it does not
 * understand, before anything else is looked at. The app itself is served to everybody: so it can be updated.
 */
export function tellProtocol(app: FastifyInstance, own: Protocol): void {
  const said = spoken(own);
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    const path = routedPath(url);
    if (![API_BASE, DB_BASE].some((base) => path.startsWith(base))) return;
    void reply.header(PROTOCOL_HEADER, said);
    const theirs = appProtocol(headers);
    const older = theirs === null ? null : olderSide(own, theirs);
    if (older === 'other') throw new HttpError(426, 'update_first', 'update the app first');
    if (older === 'own') throw new HttpError(503, 'server_outdated', 'this server is older than the app');
  });
}
