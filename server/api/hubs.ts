import { canSeeEvent } from '#domain/rights/roles.ts';
import { invalidField, notFound, tooMany } from '../base/errors.ts';
import { stateFor } from '../hub/travelling.ts';
import { originOf, type ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** A hub is for some events, not for ever, in ms. */
const LONGEST = 92 * 24 * 3_600_000;

/** Servers in halls: their codes, their list and their end, and what a hub itself asks. */
export const hubRoutes: ApiRoutes = (app, { hubs, limits, now, security, storage, ...rest }) => {
  const parts = { hubs, limits, now, security, storage, ...rest };

  serve(app, parts, 'offerHub', async ({ person: { id, user }, body }) => {
    if (body.until <= now()) throw invalidField('until', 'past');
    if (body.until > now() + LONGEST) throw invalidField('until', 'too_late');
    const author = { id, name: user.username };
    return { ok: true, ...(await hubs.offer({ ...body, author })) };
  });

  serve(app, parts, 'hubs', async () => ({
    ok: true,
    hubs: (await hubs.list()).map(({ user: { _id, username, hub }, ...others }) => ({
      ...{ id: _id, name: username, until: hub.until },
      ...others,
    })),
  }));

  serve(app, parts, 'endHub', async ({ person: { id, user }, params, request }) => {
    const { _id, username } = await hubs.end(params.userId);
    const [actor, subject] = [
      { id, name: user.username },
      { id: _id, name: username },
    ];
    security.note({ kind: 'hub_ended', actor, subject, address: request.ip });
    return { ok: true };
  });

  serve(app, parts, 'joinHub', async ({ body, request }) => {
    // A code cannot be guessed while guesses are counted.
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const done = await hubs.join(body.code, originOf(request));
    if (done === null) return { ok: true, success: false, reason: 'invalid_code' };
    const { user, token, expires } = done;
    const { _id, username } = user;
    const subject = { id: _id, name: username };
    security.note({ kind: 'hub_joined', actor: user.metadata.author ?? null, subject, address: request.ip });
    return { ok: true, success: true, token, expires, user: { _id, username } };
  });

  serve(app, parts, 'hubState', async ({ person }) => {
    const state = { events: await parts.access.events(), hubId: person.id, now: now() };
    return { ok: true, ...(await stateFor(storage, state)) };
  });

  serve(app, parts, 'hubMade', async ({ person, body, request }) => {
    const { taken, refused } = await hubs.adopt(person.id, body.doors, request.ip);
    for (const { _id, username, metadata } of taken) {
      const subject = { id: _id, name: username };
      security.note({ kind: 'door_paired', actor: metadata.author ?? null, subject, address: request.ip });
    }
    return { ok: true, refused };
  });

  serve(app, parts, 'hubRefused', async ({ person, body }) => {
    await hubs.keepRefused(person.id, body);
    return { ok: true };
  });

  serve(app, parts, 'hubStatus', async ({ person }) => {
    const status = await parts.link?.status();
    if (status === undefined) throw notFound('this is no hub');
    const seen = (await parts.access.events()).filter((event) => canSeeEvent(person, event));
    const ids = new Set(seen.map(({ id }) => id));
    return { ok: true, ...status, events: status.events.filter(({ id }) => ids.has(id)) };
  });
};
