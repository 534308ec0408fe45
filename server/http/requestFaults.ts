import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { toHttpError } from '../base/errors.ts';
import { sendError } from './guard.ts';

const current = new AsyncLocalStorage<FastifyReply>();

/** Lets `failRequest` know in whose course something happens. */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => current.run(reply, done));
}

/** Answers the request in whose course nobody caught this error; false where it was none. */
export function failRequest(error: unknown): boolean {
  const reply = current.getStore();
  if (reply === undefined) return false;
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else sendError(reply, toHttpError(error));
  return true;
}
