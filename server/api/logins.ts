import type { LoginEntry } from '#api/accountSchemas.ts';
import type { LoginRecord } from '../auth/logins.ts';
import { notFound } from '../base/errors.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** GET and DELETE /logins: where a person is logged in, and ending it. */
export const loginsRoutes: ApiRoutes = (app, parts) => {
  const { accounts, now, security } = parts;

  serve(app, parts, 'ownLogins', async ({ person: { id, loginId } }) => {
    const logins = await accounts.logins.list(id, now());
    return { ok: true, logins: logins.map((login) => toEntry(login, loginId)) };
  });

  serve(app, parts, 'endOwnLogin', async ({ person: { id, user }, params, request }) => {
    if (!(await accounts.logins.end(id, params.loginId, now()))) throw notFound('no such login');
    const actor = { id, name: user.username };
    security.note({ kind: 'logout', actor, subject: actor, address: request.ip });
    return { ok: true };
  });

  serve(app, parts, 'endOwnLogins', async ({ person: { id, loginId, user }, request }) => {
    const ended = await accounts.logins.endOthers(id, loginId, now());
    const actor = { id, name: user.username };
    if (ended > 0) security.note({ kind: 'logout', actor, subject: actor, address: request.ip });
    return { ok: true, ended };
  });
};

export function toEntry(login: LoginRecord, own: string | null): LoginEntry {
  const { loginId, device, address, since, lastUse } = login;
  return { id: loginId, device, address, since, lastUse, current: loginId === own };
}
