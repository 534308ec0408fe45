/* oxlint-disable oxc/no-async-endpoint-handlers -- for Express; Fastify awaits its handlers */
import { authorizationsBody, createEventBody } from '#api/schemas.ts';
import { notFound } from '../errors.ts';
import { setAuthorizations } from '../events/authorizations.ts';
import { createEvent, deleteEvent } from '../events/lifecycle.ts';
import { parseBody, require, type ApiRoutes } from './context.ts';

/** PUT /event, DELETE /event/{eventId}, PUT /authorizations: managers only (specification 1 §6 and §7). */
export const eventRoutes: ApiRoutes = (app, parts) => {
  const { accounts, access, storage, now } = parts;

  app.put('/event', async (request) => {
    const { id, user } = await require(parts, request, 'manager');
    const input = parseBody(createEventBody, request.body);
    return {
      ok: true,
      ...(await createEvent(storage, { ...input, author: { id, name: user.username } }, now())),
    };
  });

  app.delete<{ Params: { eventId: string } }>('/event/:eventId', async (request) => {
    const manager = await require(parts, request, 'manager');
    const { id } = await access.event(manager, request.params.eventId);
    await deleteEvent(storage, id, now());
    return { ok: true };
  });

  app.put('/authorizations', async (request) => {
    const { id, user: manager } = await require(parts, request, 'manager');
    const { userId, authorizations } = parseBody(authorizationsBody, request.body);
    const user = await accounts.user(userId);
    if (user === null) throw notFound('no such user');
    await setAuthorizations(storage, userId, authorizations);
    parts.security.note({
      kind: 'access_changed',
      actor: { id, name: manager.username },
      subject: { id: userId, name: user.username },
      address: request.ip,
    });
    return { ok: true };
  });
};
