import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_HEADER } from '#api/schemas.ts';
import type { Access, Person } from './auth/access.ts';
import { tooMany, type HttpError } from './errors.ts';
import type { Limits } from './limits.ts';

/** Who asks, within the limits. Throws 401 and 429. */
export async function identify(access: Access, limits: Limits, request: FastifyRequest): Promise<Person> {
  let person: Person;
  try {
    person = await access.person(request.headers.authorization);
  } catch (error) {
    if (!limits.mayAskUnknown(request.ip, Date.now())) throw tooMany();
    throw error;
  }
  const device = request.headers[DEVICE_HEADER];
  const name = typeof device === 'string' ? device.slice(0, 100) : request.ip;
  if (!limits.mayAsk(person.id, name, Date.now())) throw tooMany();
  return person;
}

/** The contract's form of a failure; databases' clients read `reason`. */
export function sendError(
  reply: FastifyReply,
  { status, code, message, field, retryAfter }: HttpError,
): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ ok: false, error: code, message, reason: message, ...(field === undefined ? {} : { field }) });
}
