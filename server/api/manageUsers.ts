import { isPerson, type User } from '#domain/documents/user.ts';
import type { Person } from '../auth/access.ts';
import { manageableUsers } from '../auth/manageableUsers.ts';
import { generatePassword } from '../auth/passwords.ts';
import { notFound } from '../base/errors.ts';
import { touchCentral } from '../events/central.ts';
import type { ApiRoutes } from './context.ts';
import { toEntry } from './logins.ts';
import { serve } from './serve.ts';

/** A one-time password may be used this long, in ms. */
const ONE_TIME_LASTS = 7 * 24 * 3600 * 1000;

/** /users: managers see all users, change roles, reset passwords and end logins (USER-09 to USER-11). */
export const manageUsersRoutes: ApiRoutes = (app, parts) => {
  const { access, accounts, security, storage, now } = parts;

  async function known(userId: string): Promise<User> {
    const user = await accounts.user(userId);
    // A door or a hub is no person: where it is listed, it is ended.
    if (user === null || !isPerson(user)) throw notFound('no such user');
    return user;
  }

  const acts = ({ id, user, address = '' }: Person, subject: User) => ({
    actor: { id, name: user.username },
    subject: { id: subject._id, name: subject.username },
    address,
  });

  serve(app, parts, 'users', async () => ({ ok: true, users: await manageableUsers(storage, now()) }));

  serve(app, parts, 'changeRole', async ({ params, body: { role, before }, request }) => {
    return accounts.exclusive(async () => {
      // Somebody may have taken the right from the asker while this request waited.
      const manager = { ...(await access.person(request.headers.authorization)), address: request.ip };
      access.require(manager, 'manager');
      const user = await known(params.userId);
      // An account that somebody disabled is not enabled by whoever has not seen that.
      if (before !== undefined && before !== user.role && role !== user.role)
        return { ok: true, success: false, reason: 'conflict' };
      const done = await accounts.setRole(user._id, role, now());
      if (done === 'last_manager') return { ok: true, success: false, reason: done };
      if (done === 'changed') {
        await touchCentral(storage, now());
        security.note({ kind: 'role_changed', ...acts(manager, user), detail: `${user.role} → ${role}` });
      }
      return { ok: true, success: true };
    });
  });

  serve(app, parts, 'resetPassword', async ({ person: manager, params }) => {
    const user = await known(params.userId);
    const { _id } = user;
    // Whoever holds a manager's device must still know the password to change it.
    if (_id === manager.id) return { ok: true, success: false, reason: 'own_account' };
    const password = generatePassword();
    const expires = now() + ONE_TIME_LASTS;
    const set = await accounts.setPassword(_id, password, now(), { oneTimeUntil: expires });
    if (set === null) throw notFound('no such user');
    security.note({ kind: 'password_reset', ...acts(manager, user) });
    return { ok: true, success: true, password, expires };
  });

  serve(app, parts, 'logins', async ({ person: { loginId }, params }) => {
    const { _id } = await known(params.userId);
    const logins = await accounts.logins.list(_id, now());
    return { ok: true, logins: logins.map((login) => toEntry(login, loginId)) };
  });

  serve(app, parts, 'endLogins', async ({ person: manager, params }) => {
    const user = await known(params.userId);
    const { _id } = user;
    const { length } = await accounts.logins.list(_id, now());
    await accounts.endAllLogins(_id, now());
    security.note({ kind: 'logins_ended', ...acts(manager, user) });
    return { ok: true, ended: length };
  });

  serve(app, parts, 'endLogin', async ({ person: manager, params }) => {
    const user = await known(params.userId);
    if (!(await accounts.logins.end(user._id, params.loginId, now()))) throw notFound('no such login');
    security.note({ kind: 'login_ended', ...acts(manager, user) });
    return { ok: true };
  });
};
