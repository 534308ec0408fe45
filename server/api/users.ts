/* oxlint-disable oxc/no-async-endpoint-handlers -- for Express; Fastify awaits its handlers */
import { createUserBody, updateUserBody } from '#api/schemas.ts';
import { toSessionUser } from '../auth/accounts.ts';
import { HttpError } from '../errors.ts';
import { parseBody, require, type ApiRoutes } from './context.ts';

/** POST, GET and PUT /user (specification 1 §7, 2 §5 and §7). */
export const userRoutes: ApiRoutes = (app, parts) => {
  const { accounts, limits, now, tokens } = parts;

  app.post('/user', async (request) => {
    const manager = await require(parts, request, 'manager');
    const input = parseBody(createUserBody, request.body);
    const author = { id: manager.id, name: manager.user.username };
    const id = await accounts.create({ ...input, author }, now());
    return id === null
      ? { ok: true, success: false, reason: 'already_exists' }
      : { ok: true, success: true, id };
  });

  app.get('/user', async (request) => {
    const { user, id } = await require(parts, request, 'host');
    const credential = await accounts.credential(id);
    return { ok: true, user: toSessionUser(user, credential?.lastLogin ?? null) };
  });

  app.put('/user', async (request) => {
    const { id, role, user } = await require(parts, request, 'host');
    const body = parseBody(updateUserBody, request.body);
    if ('phone' in body) {
      await accounts.setPhone(id, body.phone, now());
      return { ok: true, success: true };
    }
    // A stolen session must not serve to guess the password.
    if (!limits.mayLogIn(user.username, id, now())) {
      throw new HttpError(429, 'too_many_requests', 'too many wrong passwords: wait a few minutes');
    }
    if (!(await accounts.checkOwnPassword(id, body.password.current))) {
      limits.loginFailed(user.username, id, now());
      return { ok: true, success: false, reason: 'invalid_password' };
    }
    const issuedAt = await accounts.setPassword(id, body.password.updated, now());
    return { ok: true, success: true, ...(await tokens.issue({ id, role }, issuedAt)) };
  });
};
