/* oxlint-disable oxc/no-async-endpoint-handlers -- for Express; Fastify awaits its handlers */
import { loginBody } from '#api/schemas.ts';
import { toSessionUser } from '../auth/accounts.ts';
import { HttpError } from '../errors.ts';
import { parseBody, type ApiRoutes } from './context.ts';

/** POST /login (specification 1 §7, 2 §7). */
export const loginRoutes: ApiRoutes = (app, { accounts, limits, now, tokens }) => {
  app.post('/login', async (request) => {
    const { username, password } = parseBody(loginBody, request.body);
    const address = request.ip;
    if (!limits.mayLogIn(username, address, now())) {
      throw new HttpError(429, 'too_many_requests', 'too many failed logins: wait a few minutes');
    }
    const user = await accounts.authenticate(username, password);
    if (user === null) {
      limits.loginFailed(username, address, now());
      return { ok: true, success: false, reason: 'invalid_credentials' };
    }
    limits.loginSucceeded(username, address);
    const { before, tokensValidFrom } = await accounts.noteLogin(user._id, now());
    const issuedAt = Math.max(Math.floor(now() / 1000), tokensValidFrom);
    const session = await tokens.issue({ id: user._id, role: user.role }, issuedAt);
    return { ok: true, success: true, ...session, user: toSessionUser(user, before) };
  });
};
