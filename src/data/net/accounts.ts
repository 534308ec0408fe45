import { ok } from '#domain/result.ts';
import type { Accounts } from '../accountTypes.ts';
import type { DataError, Outcome } from '../outcome.ts';
import { attempt, fail } from '../failure.ts';
import { createCall } from './call.ts';
import type { Http } from './http.ts';

/** People's accounts, as the server keeps them: nothing of it stays on the device. */
export function createAccounts(http: Http): Accounts {
  const call = createCall(http);

  return {
    users: () => attempt(async () => ok((await call('users')).users)),
    changeRole: (userId, role, before) =>
      attempt(async () => {
        const reply = await call('changeRole', { params: { userId }, body: { role, before } });
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
    takeBackCode: (code) =>
      attempt(async () => {
        return ok((await call('takeBackCode', { body: { code } })).wasThere);
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
    hubStatus: () => attempt(async () => ok(await call('hubStatus'))),
    ownCodes: () => attempt(async () => ok(await call('ownCodes'))),
    beginCodes: (password, code) =>
      attempt(async () => {
        const reply = await call('beginCodes', { body: { password, code } });
        return reply.success ? ok({ secret: reply.secret, address: reply.address }) : fail(reply.reason);
      }),
    confirmCodes: (code) =>
      attempt(async () => {
        const reply = await call('confirmCodes', { body: { code } });
        return reply.success ? ok(reply.recovery) : fail(reply.reason);
      }),
    renewRecovery: (password, code) =>
      attempt(async () => {
        const reply = await call('renewRecovery', { body: { password, code } });
        return reply.success ? ok(reply.recovery) : fail(reply.reason);
      }),
    endCodes: (password, code) => done(() => call('endCodes', { body: { password, code } })),
    resetCodes: (userId, password) =>
      done(() => call('resetCodes', { params: { userId }, body: { password } })),
    codeRule: () => attempt(async () => ok((await call('codeRule')).required)),
    setCodeRule: (required, password) =>
      done(() => call('setCodeRule', { body: { required: [...required], password } })),
    securityEvents: ({ group, text, before }) =>
      attempt(async () => {
        const { events, more } = await call('securityEvents', { query: { group, text, before } });
        return ok({ events, more });
      }),
  };
}

type Answer = { success: true } | { success: false; reason: DataError };

const done = (work: () => Promise<Answer>): Outcome<null> =>
  attempt(async () => {
    const reply = await work();
    return reply.success ? ok(null) : fail(reply.reason);
  });
