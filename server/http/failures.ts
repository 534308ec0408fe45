import type { FastifyRequest } from 'fastify';
import { HttpError } from '../base/errors.ts';
import { loggedPath } from '../base/logging.ts';

/** Whoever is turned away is no fault of the server, and a flood of them would fill its log. */
const TURNED_AWAY = new Set([
  ...['busy', 'not_implemented', 'server_outdated', 'newer_document'],
  // Every phone in the hall tries again and again.
  ...['hub_ended', 'hub_unknown'],
]);

/** What comes while the server is ending. */
export class Ending extends HttpError {
  constructor() {
    super(503, 'unavailable', 'the server is ending: try again', undefined, 1);
  }
}

/** An answer that was cut off because nobody is there to read it: every phone that walks out of the network does that. */
const isLeft = ({ raw }: FastifyRequest, error: unknown): boolean =>
  raw.socket.destroyed && (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** `known` is what whoever asked hears of the error. */
export function logFailure(request: FastifyRequest, error: unknown, known: HttpError): void {
  if (isLeft(request, error)) return;
  if (known.status < 500 || TURNED_AWAY.has(known.code) || known instanceof Ending) return;
  request.log.error({ err: error, path: loggedPath(request.url) }, 'request failed');
}
