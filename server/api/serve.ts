import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CALLS,
  type ApiCall,
  type Bodies,
  type CallName,
  type ParamOf,
  type Queries,
  type Replies,
} from '#api/calls.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { Person } from '../auth/access.ts';
import { forbidden } from '../base/errors.ts';
import { comersOf, parse, require, type ApiParts } from './context.ts';

/** What a handler is asked, checked by the call's line in the table. */
export interface Asked<N extends CallName> {
  /** Who asks; null where anybody may. */
  person: (typeof CALLS)[N]['who'] extends 'anybody' ? null : Person;
  params: Readonly<Record<ParamOf<N>, string>>;
  query: Queries[N];
  body: Bodies[N];
  /** The event of the path, which the person may see. */
  event: 'eventId' extends ParamOf<N> ? CentralEvent : null;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Serves one call of the table: who may, the event, query and body are judged before the handler hears of it. */
export function serve<N extends CallName>(
  app: FastifyInstance,
  parts: ApiParts,
  name: N,
  handle: (asked: Asked<N>) => Promise<Replies[N]> | Replies[N],
): void {
  const call: ApiCall = CALLS[name];
  app.route({
    method: call.method,
    url: call.path,
    ...(call.bodyLimit === undefined
      ? {}
      : { bodyLimit: call.bodyLimit, config: { strangersLimit: call.bodyLimit } }),
    async handler(request, reply) {
      const person = call.who === 'anybody' ? null : await require(parts, request, call.who, comersOf(call));
      if (call.ofHubs === true && person?.user.hub == null) throw forbidden();
      const params = request.params as Record<string, string>;
      const { eventId } = params;
      // The body first: a wrong field is said also where the event is another's.
      const body = call.body === undefined ? undefined : parse(call.body, request.body);
      const query = call.query === undefined ? undefined : parse(call.query, request.query);
      const event =
        eventId === undefined || person === null ? null : await parts.access.event(person, eventId);
      const answer = await handle({ person, params, query, body, event, request, reply } as Asked<N>);
      parts.check?.(call, answer);
      return answer;
    },
  });
}
