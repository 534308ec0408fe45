import { toOwnUser } from '../auth/accounts.ts';
import { tooMany } from '../base/errors.ts';
import { identify } from '../http/guard.ts';
import { originOf, toldBy, type ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** POST /login and /logout (specification 1 §7, 2 §7). */
export const loginRoutes: ApiRoutes = (app, parts) => {
  const { access, accounts, limits, now, security, signIn } = parts;

  serve(app, parts, 'login', async ({ body, request }) => {
    const reply = await parts.link?.login(body, toldBy(request));
    if (reply != null) return reply;
    const done = await signIn.signIn(body, originOf(request, userAgentOf(body.request)));
    if (!done.ok) return { ok: true, success: false, reason: done.reason };
    const { user, lastLogin, token, expires, codesFirst } = done;
    const more = codesFirst ? { codesFirst } : {};
    return { ok: true, success: true, token, expires, user: toOwnUser(user, lastLogin), ...more };
  });

  serve(app, parts, 'logout', async ({ body, request }) => {
    if (body === undefined) {
      const { id, issuedAt, loginId, user } = await identify(access, limits, request, 'also_enrolling');
      await accounts.logins.endOwn({ userId: id, issuedAt, loginId }, now());
      security.note({ kind: 'logout', actor: { id, name: user.username }, address: request.ip });
      return { ok: true };
    }
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const cut = body.login.lastIndexOf('.');
    // Whether there was such a login is nobody's business.
    const userId = body.login.slice(0, cut);
    if (await accounts.logins.end(userId, body.login.slice(cut + 1), now())) {
      const name = (await accounts.user(userId))?.username ?? '';
      security.note({ kind: 'logout', actor: { id: userId, name }, address: request.ip });
    }
    return { ok: true };
  });
};

/** Of the body's `request`: a text, or an object that names it. */
function userAgentOf(request: string | Record<string, unknown> | undefined): string | undefined {
  if (typeof request === 'string') return request;
  const name = request?.['name'];
  return typeof name === 'string' ? name.slice(0, 1000) : undefined;
}
