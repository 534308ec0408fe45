import { z } from 'zod';
import { SECURITY_RINGS } from '#domain/rights/security.ts';
import type { Role } from '#domain/rights/roles.ts';
import { LANGUAGES } from '#domain/config.ts';
import {
  deskAccountReply,
  deskCancelReply,
  deskLoginBody,
  deskLoginReply,
  deskReply,
  deskRegistrationReply,
  guestLinkReply,
  deskSubmissionReply,
} from './deskSchemas.ts';
import {
  attentionReply,
  routineCountsReply,
  routineReply,
  testMessageBody,
  testMessageReply,
} from './messageSchemas.ts';
import { refundBody } from './paymentSchemas.ts';
import {
  hubMadeBody,
  hubMadeReply,
  hubRefusedBody,
  hubsReply,
  hubStateReply,
  hubStatusReply,
  joinHubBody,
  joinHubReply,
  offerHubBody,
  offerHubReply,
} from './hubSchemas.ts';
import { issuedInvoiceReply } from './invoiceSchemas.ts';
import { personDataReply } from './personSchemas.ts';
import {
  beginCodesBody,
  beginCodesReply,
  codeRuleBody,
  codeRuleReply,
  confirmCodesBody,
  confirmCodesReply,
  endCodesReply,
  ownCodesBody,
  ownCodesReply,
  renewRecoveryReply,
  resetCodesBody,
  resetCodesReply,
  setCodeRuleReply,
} from './codeSchemas.ts';
import {
  authorizationsBody,
  changeRoleBody,
  changeRoleReply,
  createEventBody,
  createEventReply,
  createExampleBody,
  createUserBody,
  createUserReply,
  currentUserReply,
  doorsReply,
  emailSettingsBody,
  emailSettingsReply,
  endedReply,
  historyReply,
  loginBody,
  loginReply,
  loginsReply,
  offerDoorBody,
  offerDoorReply,
  pairBody,
  pairReply,
  logoutBody,
  okReply,
  registerCustomerBody,
  registerCustomerReply,
  resetPasswordReply,
  securityReply,
  serverInfoReply,
  updateUserBody,
  updateUserReply,
  usersReply,
} from './schemas.ts';
import type { ApiError } from './wire.ts';

/** Who may call: anybody, or whoever is logged in with at least this role. */
export type Caller = 'anybody' | Role;

/** One call of the API: the server's routes, their checks and the OpenAPI file are made of it. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`; `:name` is a parameter. With `:eventId`, only those who may see the event. */
  readonly path: string;
  readonly who: Caller;
  /** What it does, in one line. */
  readonly does: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Of a call that went well, also one that was refused for a reason (`success: false`). */
  readonly reply: z.ZodType;
  /** Besides those that every call has: 400, 401, 403, 413, 429, 503. */
  readonly errors?: readonly ApiError[];
  /** Bytes, where it is not the usual. */
  readonly bodyLimit?: number;
  /** Also for whoever must set up one-time codes before anything else. */
  readonly enrolling?: true;
}

const since = z.string().regex(/^(\d{1,11}(\.\d+)?)?$/, { error: 'must be seconds since 1970' });

/** Every call of the JSON API (specification 1 §7 and 2 §7; docs/contract.md, "HTTP"). */
export const CALLS = {
  health: {
    method: 'GET',
    path: '/health',
    who: 'anybody',
    does: 'Says that the server runs',
    reply: okReply,
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    who: 'anybody',
    does: 'This description',
    reply: z.looseObject({}),
  },
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
  ownCodes: {
    method: 'GET',
    path: '/codes',
    who: 'member',
    does: 'How one’s one-time codes stand',
    reply: ownCodesReply,
    enrolling: true,
  },
  beginCodes: {
    method: 'POST',
    path: '/codes',
    who: 'member',
    does: 'Begins to set up one-time codes: tells their secret, once',
    body: beginCodesBody,
    reply: beginCodesReply,
    errors: ['busy'],
    enrolling: true,
  },
  confirmCodes: {
    method: 'PUT',
    path: '/codes',
    who: 'member',
    does: 'Sets one-time codes up by the first of them; tells the recovery codes, once',
    body: confirmCodesBody,
    reply: confirmCodesReply,
    enrolling: true,
  },
  renewRecovery: {
    method: 'POST',
    path: '/codes/recovery',
    who: 'member',
    does: 'New recovery codes in place of those that are left',
    body: ownCodesBody,
    reply: renewRecoveryReply,
    errors: ['busy'],
  },
  endCodes: {
    method: 'POST',
    path: '/codes/end',
    who: 'member',
    does: 'Does without one-time codes again, where the role may',
    body: ownCodesBody,
    reply: endCodesReply,
    errors: ['busy'],
  },
  resetCodes: {
    method: 'POST',
    path: '/users/:userId/codes/reset',
    who: 'manager',
    does: 'Takes somebody’s one-time codes away, with the own password',
    body: resetCodesBody,
    reply: resetCodesReply,
    errors: ['not_found', 'busy'],
  },
  codeRule: {
    method: 'GET',
    path: '/code-rule',
    who: 'manager',
    does: 'Which roles must have one-time codes',
    reply: codeRuleReply,
  },
  setCodeRule: {
    method: 'PUT',
    path: '/code-rule',
    who: 'manager',
    does: 'Says which roles must have one-time codes, with the own password',
    body: codeRuleBody,
    reply: setCodeRuleReply,
    errors: ['busy'],
  },
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
  offerDoor: {
    method: 'POST',
    path: '/event/:eventId/doors',
    who: 'member',
    does: 'Gives a code that pairs one phone with the event, for check-in only. Managers, and on a hub members too',
    body: offerDoorBody,
    reply: offerDoorReply,
    errors: ['conflict'],
  },
  doors: {
    method: 'GET',
    path: '/event/:eventId/doors',
    who: 'member',
    does: 'The phones that are paired with the event. Managers, and on a hub members too',
    reply: doorsReply,
  },
  endDoor: {
    method: 'DELETE',
    path: '/event/:eventId/door/:userId',
    who: 'member',
    does: 'Ends a paired phone. Managers, and on a hub members too',
    reply: okReply,
    errors: ['not_found'],
  },
  pair: {
    method: 'POST',
    path: '/pair',
    who: 'anybody',
    does: 'Makes a paired phone of the one that brings the code',
    body: pairBody,
    reply: pairReply,
  },
  offerHub: {
    method: 'POST',
    path: '/hubs',
    who: 'manager',
    does: 'Gives a code that joins a server in a hall to this one, for chosen events',
    body: offerHubBody,
    reply: offerHubReply,
    errors: ['not_found', 'conflict'],
  },
  hubs: {
    method: 'GET',
    path: '/hubs',
    who: 'manager',
    does: 'The servers that are joined to this one',
    reply: hubsReply,
  },
  endHub: {
    method: 'DELETE',
    path: '/hubs/:userId',
    who: 'manager',
    does: 'Ends a joined server',
    reply: okReply,
    errors: ['not_found'],
  },
  joinHub: {
    method: 'POST',
    path: '/hub/join',
    who: 'anybody',
    does: 'Joins the server that brings the code',
    body: joinHubBody,
    reply: joinHubReply,
  },
  hubState: {
    method: 'GET',
    path: '/hub/state',
    who: 'member',
    does: 'What a joined server takes along: its events, and who may see them. For joined servers alone',
    reply: hubStateReply,
  },
  hubMade: {
    method: 'POST',
    path: '/hub/made',
    who: 'member',
    does: 'What a joined server made by itself: the doors that were paired on it. For joined servers alone',
    body: hubMadeBody,
    reply: hubMadeReply,
  },
  hubRefused: {
    method: 'POST',
    path: '/hub/refused',
    who: 'member',
    does: 'What a joined server holds and this one did not take, for the managers here. For joined servers alone',
    body: hubRefusedBody,
    reply: okReply,
  },
  hubStatus: {
    method: 'GET',
    path: '/hub/status',
    who: 'host',
    does: 'On a hub: how it stands with its central server, and what that one did not take',
    reply: hubStatusReply,
    errors: ['not_found'],
  },
  createEvent: {
    method: 'PUT',
    path: '/event',
    who: 'manager',
    does: 'Makes an event; the same id again is the same event',
    body: createEventBody,
    reply: createEventReply,
    errors: ['storage_full', 'busy'],
  },
  createExample: {
    method: 'PUT',
    path: '/example-event',
    who: 'manager',
    does: 'Makes an event with made-up guests, to try Foyer with; the same id again is the same event',
    body: createExampleBody,
    reply: createEventReply,
    errors: ['storage_full', 'busy'],
  },
  deleteEvent: {
    method: 'DELETE',
    path: '/event/:eventId',
    who: 'manager',
    does: 'Deletes an event for good',
    reply: okReply,
    errors: ['not_found', 'busy'],
  },
  authorizations: {
    method: 'PUT',
    path: '/authorizations',
    who: 'manager',
    does: 'Who may see which event',
    body: authorizationsBody,
    reply: okReply,
    errors: ['not_found'],
  },
  registerCustomer: {
    method: 'POST',
    path: '/register-customer',
    who: 'member',
    does: 'Joins a registration to a guest’s account',
    body: registerCustomerBody,
    reply: registerCustomerReply,
    errors: ['not_found', 'busy'],
  },
  history: {
    method: 'GET',
    path: '/historyEvents/:eventId',
    who: 'member',
    does: 'What was done, in words, the oldest first',
    query: z.object({
      since: since.optional(),
      /** The newest so many, 2,000 at most; without it all. */
      limit: z
        .string()
        .regex(/^[1-9]\d{0,3}$/)
        .optional(),
      /** Of those before this one. */
      before: z.string().max(200).optional(),
    }),
    reply: historyReply,
    errors: ['not_found'],
  },
  serverInfo: {
    method: 'GET',
    path: '/server-info',
    who: 'manager',
    does: 'Version, storage, and what the server’s worker is doing',
    reply: serverInfoReply,
  },
  shutdown: {
    method: 'POST',
    path: '/shutdown',
    who: 'manager',
    does: 'Ends the server',
    reply: okReply,
    errors: ['not_implemented'],
  },
  routine: {
    method: 'POST',
    path: '/routine/:eventId',
    who: 'member',
    does: 'Puts into the outbox whoever is due for a notification; sending goes on by itself',
    reply: routineReply,
    errors: ['not_found'],
  },
  routineCounts: {
    method: 'GET',
    path: '/routine/:eventId',
    who: 'member',
    does: 'What became of the messages, in numbers',
    reply: routineCountsReply,
    errors: ['not_found'],
  },
  issuedInvoice: {
    method: 'GET',
    path: '/invoices/:eventId/:kind/:index',
    who: 'member',
    does: 'An invoice or a credit note as it was issued: what was sold, and its PDF byte for byte',
    reply: issuedInvoiceReply,
    errors: ['not_found'],
  },
  personData: {
    method: 'GET',
    path: '/person-data/:eventId/:clientId',
    who: 'member',
    does: 'All that is kept of a guest: documents, sessions, check-ins, messages as they were sent, invoices, history',
    reply: personDataReply,
    errors: ['not_found'],
  },
  messageAttention: {
    method: 'GET',
    path: '/message-attention',
    who: 'member',
    does: 'Messages of one’s events that wait for a person: failed, not known, held back',
    reply: attentionReply,
  },
  confirmCopy: {
    method: 'POST',
    path: '/confirm-copy',
    who: 'manager',
    does: 'Says that of all copies of the databases this one sends messages; needed after a restore or a move',
    reply: okReply,
  },
  testMessage: {
    method: 'POST',
    path: '/test-message/:eventId',
    who: 'manager',
    does: 'Sends a message to try what is stored; it is in no ledger and changes nothing',
    body: testMessageBody,
    reply: testMessageReply,
    errors: ['not_found'],
  },
  messageStatus: {
    method: 'POST',
    path: '/message-status/:eventId',
    who: 'anybody',
    does: 'Twilio tells what became of a message; form fields, signed with the account’s token',
    query: z.object({ row: z.string().min(1).max(500) }),
    body: z.record(z.string().max(200), z.string().max(5000)),
    reply: okReply,
    errors: ['not_found'],
    bodyLimit: 16_384,
  },
  reloadServices: {
    method: 'POST',
    path: '/reload-services/:eventId',
    who: 'manager',
    does: 'Uses the services as they are stored now',
    reply: okReply,
    errors: ['not_found'],
  },
  emailSettings: {
    method: 'POST',
    path: '/email/settings',
    who: 'manager',
    does: 'Whether a mail server can be reached and logged in to; sends nothing',
    body: emailSettingsBody,
    reply: emailSettingsReply,
    errors: ['not_found'],
  },
  desk: {
    method: 'GET',
    path: '/desk/:accessId',
    who: 'anybody',
    does: 'What the form at a public address offers, and how many places are left',
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    reply: deskReply,
    errors: ['not_found'],
  },
  deskRegister: {
    method: 'POST',
    path: '/desk/:accessId/registrations',
    who: 'anybody',
    does: 'Registers somebody with a form; the same submissionId again gets the same answer and registers nobody',
    // Judged by its handler: what is wrong with it is an answer, `reason: "invalid"`.
    body: z.looseObject({}),
    reply: deskSubmissionReply,
    bodyLimit: 1024 * 1024,
    errors: ['not_found', 'too_large', 'busy'],
  },
  deskRegistration: {
    method: 'GET',
    path: '/desk/registrations/:token',
    who: 'anybody',
    does: 'The guest’s own registration, by the token that came with it',
    reply: deskRegistrationReply,
    errors: ['not_found'],
  },
  deskCancel: {
    method: 'POST',
    path: '/desk/registrations/:token/cancel',
    who: 'anybody',
    does: 'Gives the own registration up, where its form lets guests; again, it is as done',
    reply: deskCancelReply,
    errors: ['not_found', 'busy'],
  },
  deskLogin: {
    method: 'POST',
    path: '/desk/login',
    who: 'anybody',
    does: 'Gives a token for a guest’s own account, for 12 hours, and what it opens',
    body: deskLoginBody,
    reply: deskLoginReply,
    errors: ['busy'],
  },
  deskAccount: {
    method: 'GET',
    path: '/desk/account/:token',
    who: 'anybody',
    does: 'The registrations of a guest’s own account; until a mailed link proved its address only the one that made it',
    reply: deskAccountReply,
    errors: ['not_found'],
  },
  deskLogout: {
    method: 'POST',
    path: '/desk/account/:token/logout',
    who: 'anybody',
    does: 'Ends the login of a guest’s own account',
    reply: okReply,
  },
  guestLink: {
    method: 'GET',
    path: '/guest-links/:eventId/:consumerId',
    who: 'member',
    does: 'The link to the guest’s own page of a registration; `url` is null where nobody said at which address guests reach the server',
    reply: guestLinkReply,
    errors: ['not_found'],
  },
  paymentsWebhook: {
    method: 'POST',
    path: '/payments/webhook/:eventId',
    who: 'anybody',
    does: 'Stripe tells that there is news of a payment; signed with the webhook’s secret. What it is, is read from Stripe',
    reply: okReply,
    bodyLimit: 256 * 1024,
  },
  refundPayment: {
    method: 'POST',
    path: '/payments/:eventId/refund',
    who: 'member',
    does: 'Gives money of a card payment back; the same requestId again gives nothing more',
    body: refundBody,
    reply: okReply,
    errors: ['not_found', 'conflict', 'cards_unavailable', 'cards_refused', 'copy_unconfirmed'],
  },
} as const satisfies Record<string, ApiCall>;

export type CallName = keyof typeof CALLS;

type ParamsIn<Path extends string> = Path extends `${infer Before}/${infer After}`
  ? ParamsIn<Before> | ParamsIn<After>
  : Path extends `:${infer Name}`
    ? Name
    : never;

type Table = typeof CALLS;
/** Names of the parameters in the path of a call. */
export type ParamOf<N extends CallName> = ParamsIn<Table[N]['path']>;
/** What the calls answer, by their names. */
export type Replies = { [N in CallName]: z.input<Table[N]['reply']> };
type Checked<T> = T extends z.ZodType ? z.output<T> : undefined;
/** Bodies and queries as the handlers get them. */
export type Bodies = { [N in CallName]: Table[N] extends { body: infer T } ? Checked<T> : undefined };
export type Queries = { [N in CallName]: Table[N] extends { query: infer T } ? Checked<T> : undefined };
