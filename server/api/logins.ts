/* oxlint-disable oxc/no-async-endpoint-handlers -- for Express; Fastify awaits its handlers */
import type { LoginEntry } from '#api/schemas.ts';
import type { LoginRecord } from '../auth/logins.ts';
import { notFound } from '../errors.ts';
import { require, type ApiRoutes } from './context.ts';

/** GET and DELETE /logins: where a person is logged in, and ending it. */
export const loginsRoutes: ApiRoutes = (app, parts) => {
  const { accounts, now, security } = parts;

  app.get('/logins', async (request) => {
    const { id, loginId } = await require(parts, request, 'host');
    const logins = await accounts.logins.list(id, now());
    return { ok: true, logins: logins.map((login) => toEntry(login, loginId)) };
  });

  app.delete<{ Params: { loginId: string } }>('/logins/:loginId', async (request) => {
    const { id, user } = await require(parts, request, 'host');
    if (!(await accounts.logins.end(id, request.params.loginId, now()))) throw notFound('no such login');
    const actor = { id, name: user.username };
    security.note({ kind: 'logout', actor, subject: actor, address: request.ip });
    return { ok: true };
  });

  app.delete('/logins', async (request) => {
    const { id, loginId, user } = await require(parts, request, 'host');
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
