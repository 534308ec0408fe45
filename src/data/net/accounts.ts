import { ok } from '#domain/result.ts';
import type { Accounts } from '../accountTypes.ts';
import { attempt, fail } from '../failure.ts';
import { createCall } from './call.ts';
import type { Http } from './http.ts';

/** People's accounts, as the server keeps them: nothing of it stays on the device. */
export function createAccounts(http: Http): Accounts {
  const call = createCall(http);

  return {
    users: () => attempt(async () => ok((await call('users')).users)),
    changeRole: (userId, role) =>
      attempt(async () => {
        const reply = await call('changeRole', { params: { userId }, body: { role } });
        return reply.success ? ok(null) : fail(reply.reason);
      }),
    resetPassword: (userId) =>
      attempt(async () => {
        const reply = await call('resetPassword', { params: { userId } });
        return reply.success ? ok({ password: reply.password, expires: reply.expires }) : fail('forbidden');
      }),
    logins: (userId) =>
      attempt(async () => {
        const { logins } = await (userId === null
          ? call('ownLogins')
          : call('logins', { params: { userId } }));
        return ok(logins);
      }),
    endLogin: (userId, loginId) =>
      attempt(async () => {
        await (userId === null
          ? call('endOwnLogin', { params: { loginId } })
          : call('endLogin', { params: { userId, loginId } }));
        return ok(null);
      }),
    endLogins: (userId) =>
      attempt(async () => {
        const { ended } = await (userId === null
          ? call('endOwnLogins')
          : call('endLogins', { params: { userId } }));
        return ok({ ended });
      }),
    doors: (eventId) => attempt(async () => ok((await call('doors', { params: { eventId } })).doors)),
    offerDoor: (eventId, door) =>
      attempt(async () => {
        const { code, expires } = await call('offerDoor', { params: { eventId }, body: door });
        return ok({ code, expires });
      }),
    endDoor: (eventId, userId) =>
      attempt(async () => {
        await call('endDoor', { params: { eventId, userId } });
        return ok(null);
      }),
    hubs: () => attempt(async () => ok((await call('hubs')).hubs)),
    offerHub: (hub) =>
      attempt(async () => {
        const { code, expires } = await call('offerHub', { body: hub });
        return ok({ code, expires });
      }),
    endHub: (userId) =>
      attempt(async () => {
        await call('endHub', { params: { userId } });
        return ok(null);
      }),
    securityEvents: ({ group, text, before }) =>
      attempt(async () => {
        const { events, more } = await call('securityEvents', { query: { group, text, before } });
        return ok({ events, more });
      }),
  };
}
