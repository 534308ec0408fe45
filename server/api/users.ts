import { toOwnUser } from '../auth/accounts.ts';
import { passwordProblem } from '../auth/passwordRule.ts';
import { invalidField } from '../base/errors.ts';
import { originOf, type ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** POST, GET and PUT /user (specification 1 §7, 2 §5 and §7). */
export const userRoutes: ApiRoutes = (app, parts) => {
  const { accounts, now, security, signIn } = parts;

  serve(app, parts, 'createUser', async ({ person: manager, body: input, request }) => {
    const problem = passwordProblem(input.password, input.username);
    if (problem !== null) throw invalidField('password', problem);
    const author = { id: manager.id, name: manager.user.username };
    const id = await accounts.create({ ...input, author }, now());
    if (id !== null) {
      const subject = { id, name: input.username };
      security.note({
        ...{ kind: 'user_created', actor: author, subject },
        ...{ address: request.ip, detail: input.role },
      });
    }
    return id === null
      ? { ok: true, success: false, reason: 'already_exists' }
      : { ok: true, success: true, id };
  });

  serve(app, parts, 'currentUser', async ({ person: { user, id } }) => {
    const credential = await accounts.credential(id);
    return { ok: true, user: toOwnUser(user, credential?.lastLogin ?? null) };
  });

  serve(app, parts, 'updateUser', async ({ person: { id, user }, body, request }) => {
    if ('phone' in body) {
      await accounts.setPhone(id, body.phone, now());
      return { ok: true, success: true };
    }
    const { current, updated } = body.password;
    const problem = passwordProblem(updated, user.username);
    if (problem !== null) throw invalidField('password.updated', problem);
    const oldHash = await signIn.checkOwn(id, current);
    const issuedAt = oldHash === null ? null : await accounts.setPassword(id, updated, now(), { oldHash });
    if (issuedAt === null) return { ok: true, success: false, reason: 'invalid_password' };
    security.note({ kind: 'password_changed', actor: { id, name: user.username }, address: request.ip });
    return { ok: true, success: true, ...(await signIn.open(user, originOf(request), issuedAt)) };
  });
};
