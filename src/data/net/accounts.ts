import {
  changeRoleBody,
  changeRoleReply,
  endedReply,
  loginsReply,
  okReply,
  resetPasswordReply,
  securityReply,
  usersReply,
} from '#api/schemas.ts';
import { ok } from '#domain/result.ts';
import type { Accounts } from '../accountTypes.ts';
import { attempt, fail } from '../failure.ts';
import { checked, createCall } from './call.ts';
import type { Http } from './http.ts';

/** People's accounts, as the server keeps them: nothing of it stays on the device. */
export function createAccounts(http: Http): Accounts {
  const call = createCall(http);
  const ofUser = (userId: string): string => `/users/${encodeURIComponent(userId)}`;
  const loginsAt = (userId: string | null): string =>
    userId === null ? '/logins' : `${ofUser(userId)}/logins`;

  return {
    users: () => attempt(async () => ok((await call(usersReply, '/users')).users)),
    changeRole: (userId, role) =>
      attempt(async () => {
        const body = checked(changeRoleBody, { role });
        const reply = await call(changeRoleReply, ofUser(userId), { method: 'PUT', body });
        return reply.success ? ok(null) : fail(reply.reason);
      }),
    resetPassword: (userId) =>
      attempt(async () => {
        const reply = await call(resetPasswordReply, `${ofUser(userId)}/password`, { method: 'POST' });
        return reply.success ? ok({ password: reply.password, expires: reply.expires }) : fail('forbidden');
      }),
    logins: (userId) => attempt(async () => ok((await call(loginsReply, loginsAt(userId))).logins)),
    endLogin: (userId, loginId) =>
      attempt(async () => {
        const path = `${loginsAt(userId)}/${encodeURIComponent(loginId)}`;
        await call(okReply, path, { method: 'DELETE' });
        return ok(null);
      }),
    endLogins: (userId) =>
      attempt(async () => {
        const { ended } = await call(endedReply, loginsAt(userId), { method: 'DELETE' });
        return ok({ ended });
      }),
    securityEvents: ({ group, text, before }) =>
      attempt(async () => {
        const query = new URLSearchParams({ group, text, before });
        const { events, more } = await call(securityReply, `/security-events?${query.toString()}`);
        return ok({ events, more });
      }),
  };
}
