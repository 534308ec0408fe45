import { z } from 'zod';
import { SECURITY_RINGS } from '#domain/rights/security.ts';
import {
  changeRoleBody,
  changeRoleReply,
  createUserBody,
  createUserReply,
  currentUserReply,
  endedReply,
  loginBody,
  loginReply,
  loginsReply,
  logoutBody,
  resetPasswordReply,
  securityReply,
  updateUserBody,
  updateUserReply,
  usersReply,
} from '../accountSchemas.ts';
import { okReply } from '../schemas.ts';
import type { ApiCall } from './call.ts';

/** Logging in and out, the own account, and whoever has one. */
export const peopleCalls = {
  login: {
    method: 'POST',
    path: '/login',
    who: 'anybody',
    does: 'Gives a token for a name and a password',
    body: loginBody,
    reply: loginReply,
  },
  logout: {
    ...{
      method: 'POST',
      path: '/logout',
      who: 'anybody',
      does: 'Ends the login of the token, or the one that is named',
    },
    ...{ body: logoutBody, reply: okReply, bodyLimit: 1024, errors: ['unauthorized'] },
  },
  ownLogins: {
    method: 'GET',
    path: '/logins',
    who: 'host',
    does: 'Where one is logged in',
    reply: loginsReply,
  },
  endOwnLogin: {
    method: 'DELETE',
    path: '/logins/:loginId',
    who: 'host',
    does: 'Ends a login of one’s own',
    reply: okReply,
    errors: ['not_found'],
  },
  endOwnLogins: {
    method: 'DELETE',
    path: '/logins',
    who: 'host',
    does: 'Ends all logins of one’s own but this',
    reply: endedReply,
  },
  currentUser: {
    method: 'GET',
    path: '/user',
    who: 'host',
    does: 'Who is logged in',
    reply: currentUserReply,
    enrolling: true,
  },
  updateUser: {
    method: 'PUT',
    path: '/user',
    who: 'host',
    does: 'Changes one’s password or phone number',
    body: updateUserBody,
    reply: updateUserReply,
    errors: ['busy'],
  },
  createUser: {
    method: 'POST',
    path: '/user',
    who: 'manager',
    does: 'Makes an account',
    body: createUserBody,
    reply: createUserReply,
    errors: ['busy'],
  },
  users: {
    method: 'GET',
    path: '/users',
    who: 'manager',
    does: 'All accounts and how they stand',
    reply: usersReply,
  },
  changeRole: {
    method: 'PUT',
    path: '/users/:userId',
    who: 'manager',
    does: 'Changes a role; “disabled” ends all logins',
    body: changeRoleBody,
    reply: changeRoleReply,
    errors: ['not_found'],
  },
  resetPassword: {
    method: 'POST',
    path: '/users/:userId/password',
    who: 'manager',
    does: 'Gives a one-time password',
    reply: resetPasswordReply,
    errors: ['not_found', 'busy'],
  },
} as const satisfies Record<string, ApiCall>;

/** Logins of others, and what went wrong with them. */
export const loginCalls = {
  logins: {
    method: 'GET',
    path: '/users/:userId/logins',
    who: 'manager',
    does: 'Where somebody is logged in',
    reply: loginsReply,
    errors: ['not_found'],
  },
  endLogins: {
    method: 'DELETE',
    path: '/users/:userId/logins',
    who: 'manager',
    does: 'Ends all logins of somebody',
    reply: endedReply,
    errors: ['not_found'],
  },
  endLogin: {
    method: 'DELETE',
    path: '/users/:userId/logins/:loginId',
    who: 'manager',
    does: 'Ends a login of somebody',
    reply: okReply,
    errors: ['not_found'],
  },
  securityEvents: {
    ...{
      method: 'GET',
      path: '/security-events',
      who: 'manager',
      does: 'Who was let in, refused, limited; changes of rights; 50 at a time',
    },
    query: z.object({
      group: z.enum(['', ...SECURITY_RINGS]).default(''),
      text: z.string().max(200).default(''),
      /** The id of the last one that is known. */
      before: z.string().max(200).default(''),
    }),
    reply: securityReply,
  },
} as const satisfies Record<string, ApiCall>;
