import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLS } from '#api/calls.ts';
import { API_BASE, DB_BASE, DEVICE_HEADER } from '#api/wire.ts';
import { assertReady, type Access, type Comers, type Person } from '../auth/access.ts';
import { forbidden, tooMany, type HttpError } from '../base/errors.ts';
import type { Limits } from '../base/limits.ts';
import { appProtocol } from './protocol.ts';

/** Who asks, and when that was found out. */
const identified = new WeakMap<FastifyRequest['raw'], { person: Person; at: number }>();
/** A body may take a while, and rights may change meanwhile: later than this (ms) it is found out again. */
const STILL_TRUE = 1000;

/** All that a joined server may ask: it is no person, though it reaches what a member reaches of its events. */
const OF_HUBS = [CALLS.hubState, CALLS.hubMade, CALLS.hubRefused]
  .map(({ path }) => `${API_BASE}${path}`)
  .concat(`${DB_BASE}/event-`);

/** Who asks, where that is known already. */
export const personOf = ({ raw }: FastifyRequest): Person | null => identified.get(raw)?.person ?? null;

export const isKnown = (raw: FastifyRequest['raw']): boolean => identified.has(raw);

/** Who asks, within the limits; asked twice, a request counts once. Throws 401, 429, and 403 (see `Access.person`). */
export async function identify(
  access: Access,
  limits: Limits,
  request: FastifyRequest,
  comers: Comers = 'ready',
): Promise<Person> {
  const known = identified.get(request.raw);
  if (known !== undefined && performance.now() - known.at < STILL_TRUE) {
    assertReady(known.person, comers);
    return known.person;
  }
  const found =
    known === undefined
      ? await identifyAnew(access, limits, request, comers)
      : await access.person(request.headers.authorization, comers);
  const app = appProtocol(request.headers);
  const speaks = app === null ? {} : { speaks: app.current };
  const person: Person = { ...found, ...speaks, fromOutside: app === null, address: request.ip };
  identified.set(request.raw, { person, at: performance.now() });
  return person;
}

async function identifyAnew(
  access: Access,
  limits: Limits,
  request: FastifyRequest,
  comers: Comers,
): Promise<Person> {
  let person: Person;
  try {
    person = await access.person(request.headers.authorization, comers);
  } catch (error) {
    if (!limits.mayAskUnknown(request.ip, Date.now())) throw tooMany();
    throw error;
  }
  if (person.user.hub != null && !OF_HUBS.some((path) => request.url.startsWith(path))) throw forbidden();
  const device = request.headers[DEVICE_HEADER];
  const name = typeof device === 'string' ? device.slice(0, 100) : request.ip;
  if (!limits.mayAsk(person.id, name, Date.now())) throw tooMany();
  return person;
}

/** The contract's form of a failure; databases' clients read `reason`. */
export function sendError(
  reply: FastifyReply,
  { status, code, message, field, retryAfter, headers }: HttpError,
): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return reply
    .headers(headers)
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ ok: false, error: code, message, reason: message, ...(field === undefined ? {} : { field }) });
}
