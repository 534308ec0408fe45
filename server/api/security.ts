/* oxlint-disable oxc/no-async-endpoint-handlers -- for Express; Fastify awaits its handlers */
import type { SecurityEvent } from '#api/schemas.ts';
import { ringOf, SECURITY_RINGS } from '#domain/security.ts';
import { invalidField } from '../errors.ts';
import { require, type ApiRoutes } from './context.ts';

const PAGE = 50;

interface Query {
  /** A name that comes twice is a list. */
  Querystring: Record<string, unknown>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * GET /security-events?group=&text=&before=: what was noted, the newest first, 50 at a time; `before` is the id of the
 * last one that is known. For managers.
 */
export const securityRoutes: ApiRoutes = (app, parts) => {
  app.get<Query>('/security-events', async (request) => {
    await require(parts, request, 'manager');
    const group = textOf(request.query['group']);
    const before = textOf(request.query['before']);
    if (group !== '' && !(SECURITY_RINGS as readonly string[]).includes(group))
      throw invalidField('group', 'is unknown');
    const words = textOf(request.query['text']).toLowerCase();
    const found = (await parts.security.read()).filter(
      (event) => (group === '' || ringOf(event.kind) === group) && mentions(event, words),
    );
    const start = before === '' ? 0 : found.findIndex(({ id }) => id === before) + 1;
    const events = found.slice(start, start + PAGE);
    return { ok: true, events, more: found.length > start + PAGE };
  });
};

function mentions({ actor, subject, address }: SecurityEvent, words: string): boolean {
  return [actor?.name ?? '', subject?.name ?? '', address].some((part) => part.toLowerCase().includes(words));
}
