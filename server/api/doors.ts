import { hasRole } from '#domain/rights/roles.ts';
import { toOwnUser } from '../auth/accounts.ts';
import type { Person } from '../auth/access.ts';
import { forbidden, invalidField, tooMany } from '../base/errors.ts';
import { originOf, toldBy, type ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** A door is for an event, not for ever, in ms. */
const LONGEST = 31 * 24 * 3_600_000;

/** Phones that managers pair with an event, POST /pair, by which a phone becomes one, and the end of a code. */
export const doorRoutes: ApiRoutes = (app, { doors, hubs, limits, now, security, ...rest }) => {
  const parts = { doors, hubs, limits, now, security, ...rest };

  /** In a hall there may be no manager: theirs are the passwords that stay at the central server. */
  const assertMay = ({ role }: Person): void => {
    if (parts.link === null && !hasRole(role, 'manager')) throw forbidden();
  };

  serve(app, parts, 'offerDoor', async ({ person, event, body }) => {
    assertMay(person);
    const { id, user } = person;
    if (body.until <= now()) throw invalidField('until', 'past');
    if (body.until > now() + LONGEST) throw invalidField('until', 'too_late');
    const author = { id, name: user.username };
    return { ok: true, ...(await doors.offer(event.id, { ...body, author })) };
  });

  serve(app, parts, 'doors', async ({ person, event }) => {
    assertMay(person);
    const listed = (await doors.list(event.id)).map(({ user: { _id, username, door }, login }) => ({
      ...{ id: _id, name: username, until: door.until },
      ...{
        device: login?.device ?? '',
        lastUse: login?.lastUse ?? null,
        ended: login === null || door.until <= now(),
      },
    }));
    return { ok: true, doors: listed };
  });

  serve(app, parts, 'endDoor', async ({ person, event, params, request }) => {
    assertMay(person);
    const { id, user } = person;
    const { _id, username } = await doors.end(event.id, params.userId);
    const [actor, subject] = [
      { id, name: user.username },
      { id: _id, name: username },
    ];
    security.note({ kind: 'door_ended', actor, subject, address: request.ip });
    return { ok: true };
  });

  serve(app, parts, 'takeBackCode', async ({ body }) => {
    const [ofDoor, ofHub] = [await doors.takeBack(body.code), await hubs.takeBack(body.code)];
    return { ok: true, wasThere: ofDoor || ofHub };
  });

  serve(app, parts, 'pair', async ({ body, request }) => {
    // A code cannot be guessed while guesses are counted.
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const done = await doors.pair(body.code, originOf(request));
    // A code of the central server may be brought to a hub.
    const elsewhere = done === null ? await parts.link?.pair(body, toldBy(request)) : null;
    if (elsewhere != null) return elsewhere;
    if (done === null) return { ok: true, success: false, reason: 'invalid_code' };
    const { user, token, expires } = done;
    const subject = { id: user._id, name: user.username };
    security.note({ kind: 'door_paired', actor: user.metadata.author ?? null, subject, address: request.ip });
    return { ok: true, success: true, token, expires, user: toOwnUser(user, null) };
  });
};
