import { notFound } from '../base/errors.ts';
import { setAuthorizations } from '../events/authorizations.ts';
import { copyOfEvent } from '../events/copying.ts';
import { createEvent } from '../events/creation.ts';
import { deleteEvent } from '../events/deletion.ts';
import { exampleEvent } from '../events/example.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** PUT /event, its copy, DELETE /event/{eventId}, PUT /authorizations: managers only (specification 1 §6 and §7). */
export const eventRoutes: ApiRoutes = (app, parts) => {
  const { accounts, storage, jobs, newId, now } = parts;

  serve(app, parts, 'createEvent', async ({ person: { id, user }, body }) => {
    const author = { id, name: user.username };
    return { ok: true, ...(await createEvent(storage, jobs, { ...body, author }, now())) };
  });

  serve(app, parts, 'createExample', async ({ person: { id, user }, body }) => {
    const author = { id, name: user.username };
    const made = exampleEvent({ ...body, author }, now());
    return { ok: true, ...(await createEvent(storage, jobs, made, now())) };
  });

  serve(app, parts, 'copyEvent', async ({ person: { id, user }, event, body: { copyId, ...body } }) => {
    const db = await storage.openExisting(event.dbName);
    const input = { ...body, eventId: copyId, author: { id, name: user.username } };
    const made = await copyOfEvent(db, input, { now: now(), newId });
    return { ok: true, ...(await createEvent(storage, jobs, made, now())) };
  });

  serve(app, parts, 'deleteEvent', async ({ event }) => {
    await parts.payments.closeAll(event.id);
    await deleteEvent(storage, jobs, event.id);
    return { ok: true };
  });

  serve(app, parts, 'authorizations', async ({ person: { id, user: manager }, body, request }) => {
    const { userId, authorizations } = body;
    const user = await accounts.user(userId);
    if (user === null || user.door != null) throw notFound('no such user');
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
